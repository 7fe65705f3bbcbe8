"""An attempt: the learner's moves, the other player's answers, and what is refused."""

from __future__ import annotations

import pytest

from tests.lesson.tries import BY_NAME, tried
from torpedo_dice.lesson import LEARNER
from torpedo_dice.rules import Ended, Finished, Fired, MoveError, Stage, Taken


def test_the_other_player_answers() -> None:
    """Immediately while taking dice; in phases 2 and 3 after the learner has chosen."""
    taken = tried("take", ["0 take 1"])
    assert taken.game.stage is Stage.ACT
    assert taken.game.seats_to_move() == (0, 1)
    fired = tried("look", ["0 fire C8"])
    assert fired.game.stage is Stage.ROLL


def test_the_other_player_plays_well() -> None:
    """It takes the die that sinks the learner's submarine, and then sinks it."""
    made = tried("draft", ["0 take 0", "0 fire D3 D4 D5 F3 F4 F5"])
    assert [event.die for event in made.events if isinstance(event, Taken)] == [6, 4]
    answer = next(e for e in made.events if isinstance(e, Fired) and e.seat != LEARNER)
    assert (answer.hits, answer.misses) == (4, 0)
    assert isinstance(made.events[-1], Ended)
    assert made.events[-1].outcome.winners == (1,)


def test_the_events_of_the_last_move() -> None:
    """They start at `last`, with the learner's own; the earlier ones are kept."""
    made = tried("draft", ["0 take 0", "0 fire D3 D4 D5 F3 F4 F5"])
    assert [type(event) for event in made.events[: made.last]] == [Taken, Taken]
    assert made.events[made.last] == Finished(LEARNER)


def test_an_attempt_leaves_the_position_alone() -> None:
    """The next attempt at the same step begins where the first one did."""
    before = BY_NAME["finish"].position.game().to_text()
    assert tried("finish", ["0 fire B8 C7 D6"]).game.is_over
    assert tried("finish", []).game.to_text() == before


@pytest.mark.parametrize(
    "moves",
    [["1 fire A1"], ["roll 1 2 3"], ["0 take 0"], ["0 fire A1 A2"], ["0 fire A1", "0 fire A1"]],
)
def test_what_may_not_be_done(moves: list[str]) -> None:
    """Another seat's move, a roll, or an illegal move."""
    with pytest.raises(MoveError):
        tried("look", moves)
