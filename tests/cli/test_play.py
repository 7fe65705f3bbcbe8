"""`play`, `serve` and `text`: what they refuse before a game or a server starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import assert_refused, torpedo


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["play", "--port", "99999"], ["--port"]),
        (["serve", "--patience", "29"], ["--patience"]),
        (["serve", "--host", "no.such.host.invalid"], ["no.such.host.invalid"]),
        (["serve", "--bot", "greedy=cmd:./nowhere"], ["cmd:./nowhere", "no such program"]),
        (["play", "--no-browser", "--bot", "cmd:true"], ["NAME=cmd:COMMAND"]),
        (["text", "--seats", "human,nobody"], ["nobody"]),
        (["text", "--first", "7", "--seats", "human,ensign"], ["seat 7"]),
    ],
)
def test_bad_input_is_refused(args: list[str], words: list[str], tmp_path: Path) -> None:
    """One sentence, exit code 2."""
    data = [] if args[0] == "text" else ["--data", tmp_path / "games.sqlite"]
    assert_refused(torpedo(*args, *data), *words)


def test_text_is_played_through_a_pipe(tmp_path: Path) -> None:
    """Seats and names may have spaces around their commas; the end of the input leaves the game."""
    save = tmp_path / "game.save"
    args = ("text", "--seats", "human, ensign", "--names", " Ada ", "--save", save)
    result = torpedo(*args, text_in="look\n")
    assert result.returncode == 0, result.stderr
    assert "Ada" in result.stdout
    assert save.exists()
