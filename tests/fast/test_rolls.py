"""Every roll appears once, with its probability."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from torpedo_dice.fast.dice import unpack_die
from torpedo_dice.fast.rolls import packed, packed_rolls, roll_weights, sorted_rolls, unpacked


@pytest.mark.parametrize(("dice", "count"), [(2, 21), (3, 56), (4, 126), (5, 252)])
def test_all_rolls(dice: int, count: int) -> None:
    """The weight of a sorted roll is the share of all rolls that it stands for."""
    rolls, weights = sorted_rolls(dice), roll_weights(dice)
    assert len(set(rolls)) == len(weights) == count
    every = [tuple(sorted(roll)) for roll in product(range(1, 7), repeat=dice)]
    for roll, weight in list(zip(rolls, weights, strict=True))[::9]:
        assert weight == pytest.approx(every.count(roll) / len(every))
    assert weights.sum() == pytest.approx(1)


def test_packed_rolls_have_the_same_order() -> None:
    """Compiled code reads the same faces."""
    rolls = packed_rolls(3)
    for roll, number in zip(sorted_rolls(3), rolls.tolist(), strict=True):
        assert tuple(unpack_die(number, index) for index in range(3)) == roll
        assert packed(roll) == number
    assert np.array_equal(np.transpose(unpacked(rolls, 3)), sorted_rolls(3))
