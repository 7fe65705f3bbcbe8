"""Tracebacks of bots that failed: one for each place in their code, and safe to print."""

from __future__ import annotations

from torpedo_dice.lab.play import Forfeit
from torpedo_dice.lab.tracebacks import MOST_TRACEBACKS, tracebacks

TRACE = 'Traceback:\n  File "bot.py", line {line}, in choose\nValueError: {what}'


def forfeit(line: int, what: str, bot: str = "gunner") -> Forfeit:
    """Return a failure at a line of a bot's code."""
    return Forfeit(1, bot, f"raised {what}", TRACE.format(line=line, what=what))


def test_each_place_is_shown_once_with_its_first_sentence() -> None:
    """The message may differ; another place or another bot is another failure."""
    shown = tracebacks(
        [forfeit(3, "a"), forfeit(3, "b"), forfeit(4, "c"), forfeit(3, "d", bot="scout")]
    )
    assert [text.plain.splitlines()[0] for text in shown] == [
        "gunner (player 2) forfeits the game: raised a",
        "gunner (player 2) forfeits the game: raised c",
        "scout (player 2) forfeits the game: raised d",
    ]
    assert "line 3, in choose" in shown[0].plain
    assert [str(span.style) for span in shown[0].spans] == ["dim"]


def test_a_failure_without_a_traceback_is_left_to_the_report() -> None:
    """The report's line says everything about an illegal move."""
    assert tracebacks([Forfeit(0, "gunner", "made an illegal move")]) == []


def test_output_is_bounded_and_cannot_control_the_terminal() -> None:
    """Random text doesn't make thousands of failures, and escape sequences are replaced."""
    shown = tracebacks(Forfeit(0, "x", "failed", f"\x1b[2J{n}\n\tmore") for n in range(1000))
    assert len(shown) == MOST_TRACEBACKS
    assert shown[0].plain.endswith("\ufffd[2J0\n\tmore")
