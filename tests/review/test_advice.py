"""Advice during a turn agrees with the judge, for dice, shots, systems and switches."""

from __future__ import annotations

from collections import Counter

import pytest

from torpedo_dice.record import RecordData, Replay
from torpedo_dice.review.advice import advise
from torpedo_dice.review.judge import worth
from torpedo_dice.review.quick import QuickJudge
from torpedo_dice.rules import Fire, Modify, MoveError, Reroll, Roll, Take


@pytest.mark.parametrize("name", ["training_record", "solo_record"])
def test_choices_of_a_game(name: str, request: pytest.FixtureRequest) -> None:
    """No choice of a game is better than the best, whose moves can be made and are worth that."""
    record: RecordData = request.getfixturevalue(name)
    judge, seen = QuickJudge(), Counter[type]()
    for played in list(Replay(record).moves())[:40]:
        move = played.move
        # The first three of each kind.
        if isinstance(move, Roll | Reroll) or seen[type(move)] == 3:
            continue
        view = played.before.view(move.seat)
        found = advise(view, move.seat, [move], judge)
        is_solo = view.is_solo
        chosen, best = (worth(o, move.seat, is_solo=is_solo) for o in (found.outlook, found.best))
        assert chosen <= best
        again = advise(view, move.seat, found.moves, judge)  # type: ignore[arg-type]
        assert worth(again.outlook, move.seat, is_solo=is_solo) == pytest.approx(best)
        seen[type(move)] += 1
    assert {Take, Fire, Modify} <= set(seen)


def test_illegal_choice(training_record: RecordData) -> None:
    """What isn't allowed is refused."""
    first = next(
        played for played in Replay(training_record).moves() if isinstance(played.move, Take)
    )
    with pytest.raises(MoveError):
        advise(first.before, first.move.seat, [Take(first.move.seat, 9)], QuickJudge())
