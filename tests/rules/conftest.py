"""Fixtures of the rules' tests."""

from __future__ import annotations

import pytest

from torpedo_dice.rules import Sheet
from torpedo_dice.sheets import load_sheet


@pytest.fixture(scope="session")
def mission() -> Sheet:
    """Return the Mission sheet that is shipped."""
    return load_sheet("mission")


@pytest.fixture(scope="session")
def training() -> Sheet:
    """Return the Training sheet that is shipped."""
    return load_sheet("training")
