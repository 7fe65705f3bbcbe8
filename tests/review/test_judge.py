"""Dice, outlooks and what counts as the same option."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from torpedo_dice.review.judge import (
    as_outlook,
    mean_after_rolls,
    option_key,
    result_outlook,
    roll_index,
    worth,
)
from torpedo_dice.rules import Fire, Game, Roll, Seat, Sheet, Start, Take


@pytest.mark.parametrize(("dice", "count"), [(2, 21), (3, 56), (4, 126), (5, 252)])
def test_rolls_are_weighted_by_their_orders(dice: int, count: int) -> None:
    """The mean over sorted rolls is the mean over all rolls."""
    values = np.random.default_rng(1).random((count, 2))
    every = [values[roll_index(roll)] for roll in product(range(1, 7), repeat=dice)]
    assert mean_after_rolls(values, dice) == pytest.approx(as_outlook(np.mean(every, axis=0)))


def test_the_result_is_an_outlook(mission: Sheet) -> None:
    """Winners share the win; in solo a loss scores nothing."""
    game = Game.new(mission, "mission", 2)
    game.apply(Start(0))
    game.resign(1)
    assert game.outcome is not None
    assert result_outlook(game.outcome) == (1.0, 0.0)
    alone = Game.new(mission, "solo", 1)
    alone.resign(0)
    assert alone.outcome is not None
    assert result_outlook(alone.outcome) == (0.0, 0.0)


@pytest.mark.parametrize(("seat", "is_solo", "expected"), [(1, False, 0.25), (0, True, 0.9)])
def test_worth(seat: Seat, expected: float, *, is_solo: bool) -> None:
    """A seat's worth is its share; in solo, two points of score count as one of win chance."""
    outlook = (0.5, 80.0) if is_solo else (0.75, 0.25)
    assert worth(outlook, seat, is_solo=is_solo) == pytest.approx(expected)


def test_equal_dice_and_equal_hits_are_one_option(mission: Sheet) -> None:
    """Which of two equal dice is taken has no effect, nor where a miss lands."""
    game = Game.new(mission, "mission", 2)
    game.apply(Start(0))
    game.apply(Roll((1, 4, 1)))
    assert option_key(game, Take(0, 0)) == option_key(game, Take(0, 2))
    assert option_key(game, Take(0, 0)) != option_key(game, Take(0, 1))
    game.apply(Take(0, 0))
    game.apply(Take(1, 1))
    water = [field for field in game.shots(0) if not mission.mask_of(field)]
    hit = next(field for field in game.shots(0) if mission.mask_of(field))
    assert option_key(game, Fire(0, water[0])) == option_key(game, Fire(0, water[1]))
    assert option_key(game, Fire(0, water[0])) != option_key(game, Fire(0, hit))
