"""Solo ends are solved within a budget, and solved values serve the rounds that follow."""

from __future__ import annotations

import numpy as np
import pytest

from tests.review.games import drill, solo_end
from torpedo_dice.fast.rolls import sorted_rolls
from torpedo_dice.review.ends import SoloEnds
from torpedo_dice.review.exact import ExactJudge
from torpedo_dice.review.judge import worth
from torpedo_dice.review.quick import QuickJudge
from torpedo_dice.rules import Game, Roll, Sheet, Start

END = 2, 2, (2, 2, 1, 1, 2, 2, 2), "34"


def test_an_end_is_solved_exactly() -> None:
    """The quick judge has the exact values of an end, and of the choices in it."""
    game = solo_end(drill(), *END)
    quick, exact = QuickJudge(), ExactJudge(game)
    np.testing.assert_array_equal(quick.after_rolls(game), exact.after_rolls(game))
    for roll in sorted_rolls(2)[::5]:
        rolled = game.copy()
        rolled.apply(Roll(roll))
        options = quick.options(rolled, 0)
        assert options == exact.options(rolled, 0)
        best = max(options, key=lambda option: worth(option.outlook, 0, is_solo=True))
        rolled.apply(best.move)
        assert quick.options(rolled, 0) == exact.options(rolled, 0)


def test_a_round_that_follows_needs_no_new_positions() -> None:
    """What may follow a solved position is solved."""
    game = solo_end(drill(), *END)
    ends = SoloEnds(4, 1 << 14)
    judge = ends.judge_of(game)
    assert judge is not None
    positions = judge.positions
    game.apply(Roll((1, 6)))
    assert ends.judge_of(game) is judge
    later = solo_end(drill(), 1, 2, (2, 2, 1, 2, 2, 2, 2), "34")
    assert ends.judge_of(later) is judge
    assert judge.positions == positions


@pytest.mark.parametrize(("free", "budget"), [(1, 1 << 14), (4, 3)])
def test_it_declines_what_takes_too_long(free: int, budget: int) -> None:
    """Too many free targets, or too many positions."""
    assert SoloEnds(free, budget).judge_of(solo_end(drill(), *END)) is None


def test_other_games_have_no_ends(mission: Sheet) -> None:
    """Only solo games are solved, and another sheet is another end."""
    game = Game.new(mission, "mission", 2)
    game.apply(Start(0))
    ends = SoloEnds(64, 1 << 14)
    assert ends.judge_of(game) is None
    one = ends.judge_of(solo_end(drill(), *END))
    other = ends.judge_of(solo_end(drill(explosions=6), *END))
    assert one is not other
    assert other is not None
