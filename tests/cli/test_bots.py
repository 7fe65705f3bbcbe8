"""`bot check`: what it prints, and its exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bots.packages import install
from tests.cli.running import assert_refused, torpedo

MODULE = """
def tired(seed):
    class Tired:
        def choose(self, view, seat):
            raise ValueError("\\x1b[31mtired")
    return Tired()
"""


def test_a_good_bot_passes() -> None:
    """One line, with the times of its moves."""
    result = torpedo("bot", "check", "ensign")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.fullmatch(
        r"ensign played \d+ games without a failure\. 95% of its moves took up to 0\.\d{3} s, "
        r"the slowest \d\.\d{3} s; the limit is 10 s\.\n",
        result.stdout,
    )


def test_a_failure_is_shown_with_its_position_and_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 1; nothing that a bot says can control the terminal."""
    install(tmp_path, "tired-bots", MODULE, {"tired": "tired_bots:tired"})
    monkeypatch.syspath_prepend(tmp_path)
    result = torpedo("bot", "check", "tired")
    assert result.returncode == 1
    assert "training, 2 players, seat 0, sheet training, seed 0: raised ValueError" in result.stdout
    assert "stage:take" in result.stdout
    assert "tired_bots.py" in result.stdout
    assert "\x1b" not in result.stdout
    assert "tired failed in 5 of 5 games." in result.stdout


def test_an_unknown_bot_is_refused() -> None:
    """As by every command."""
    assert_refused(torpedo("bot", "check", "captian"), "there’s no bot 'captian'")
    assert_refused(torpedo("bot", "check", "cmd:./nowhere"), "there’s no such program")
