"""Fixtures for the rules tests."""

from __future__ import annotations

import pytest

from torpedo_dice.rules import Sheet
from torpedo_dice.sheets import load_sheet


@pytest.fixture(scope="session")
def mission() -> Sheet:
    """Return our Mission sheet."""
    return load_sheet("mission")


@pytest.fixture(scope="session")
def training() -> Sheet:
    """Return our Training sheet."""
    return load_sheet("training")
