"""What the tests of the command share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import resources

import pytest

from torpedo_dice.locale import use


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    """Reset the language after a test that changed it; the command also sets the environment."""
    yield
    os.environ["LANGUAGE"] = "en"
    use(None)


@pytest.fixture
def mission_toml() -> str:
    """The text of our Mission sheet."""
    return resources.files("torpedo_dice.sheets").joinpath("mission.toml").read_text("utf-8")
