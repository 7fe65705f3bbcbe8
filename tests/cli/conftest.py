"""What the tests of the command share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib import resources

import pytest
import typer

from torpedo_dice.locale import use


@pytest.fixture(scope="package", autouse=True)
def options_once() -> Iterator[None]:
    """Have Typer derive the options of a command from its function once.

    It does so for all commands in each run, which takes longer than most commands.
    """
    with pytest.MonkeyPatch.context() as patch:
        derived = cache(typer.main.get_params_from_function)
        patch.setattr(typer.main, "get_params_from_function", derived)
        yield


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
