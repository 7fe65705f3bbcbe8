"""The command itself: its help and its version."""

from __future__ import annotations

from tests.cli.running import torpedo
from torpedo_dice import __version__

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


def test_version() -> None:
    """It tells its version."""
    assert torpedo("--version").stdout == f"torpedo-dice {__version__}\n"
