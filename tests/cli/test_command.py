"""The command itself: its help and its version."""

from __future__ import annotations

import re

import pytest

from tests.cli.running import torpedo
from torpedo_dice import __version__
from torpedo_dice.cli.command import EXAMPLES, HOST, LAB, PLAY, RECORDS

COMMANDS = ("simulate", "match", "verify", "show", "rules", "sheet", "text")


def test_help_names_every_command() -> None:
    """Bare, it shows its help; so does every command."""
    for args in ([], ["--help"]):
        result = torpedo(*args)
        assert result.returncode == 0
        for command in COMMANDS:
            assert command in result.stdout
    for command in COMMANDS:
        assert torpedo(command, "--help").returncode == 0


@pytest.mark.parametrize("command", ["play", "verify", "match"])
def test_the_help_shows_no_python_types(command: str) -> None:
    """A flag takes no value, an argument has its name, and a number is N."""
    shown = torpedo(command, "--help").stdout
    assert "--help" in shown
    assert not re.findall(r"<(?!training|end_of_round)[^>]*>|range", shown)


def test_version() -> None:
    """It tells its version."""
    assert torpedo("--version").stdout == f"torpedo-dice {__version__}\n"


def test_the_help_leads_with_what_most_people_want() -> None:
    """Named groups in their order, and examples that name real commands."""
    shown = torpedo("--help").stdout
    groups = (PLAY, RECORDS, LAB, HOST)
    commands = (
        "play",
        "text",
        "rules",
        "show",
        "review",
        "verify",
        "simulate",
        "match",
        "train",
        "serve",
    )
    places = [shown.index(f"─ {group} ─") for group in groups]
    assert places == sorted(places)
    listed = [words[1] for line in shown.splitlines() if len(words := line.split()) > 2]
    assert [name for name in listed if name in (*commands, "sheet", "data")][:12] == [
        *commands,
        "sheet",
        "data",
    ]
    examples = [line for line in EXAMPLES.splitlines() if line.startswith("torpedo ")]
    assert 4 <= len(examples) <= 6
    assert all(line.split()[1] in commands and line in shown for line in examples)
