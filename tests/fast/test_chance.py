"""The generator: known numbers, fair dice, independent streams."""

from __future__ import annotations

import numpy as np
import pytest

from torpedo_dice.fast.chance import draw_below, draw_dice, draw_face, draw_word, new_chance
from torpedo_dice.fast.dice import unpack_die

# The millionth quantile of the chi-squared distribution with five degrees of freedom.
_MOST_CHI_SQUARE = 35.9


def test_the_words_are_those_of_splitmix64() -> None:
    """The published first numbers of state 0."""
    chance = np.zeros(1, np.uint64)
    words = [draw_word(chance) for _ in range(3)]
    assert words == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_a_seed_repeats_and_streams_differ() -> None:
    """The same seed and stream give the same numbers, others give others."""
    firsts = [
        draw_word(new_chance(seed, stream)) for seed in (1, 2, -1, 2**70) for stream in (0, 1)
    ]
    assert firsts[0] == draw_word(new_chance(1))
    assert len(set(firsts)) == len(firsts)


@pytest.mark.parametrize("place", range(5))
def test_each_die_of_a_roll_is_fair(place: int) -> None:
    """All faces are equally frequent, for every die."""
    chance = new_chance(3)
    faces = [unpack_die(draw_dice(chance, 5), place) for _ in range(12_000)]
    assert _chi_square(faces) < _MOST_CHI_SQUARE


def test_a_single_die_is_fair() -> None:
    """The propeller's roll."""
    chance = new_chance(4)
    assert _chi_square([draw_face(chance) for _ in range(12_000)]) < _MOST_CHI_SQUARE


def test_numbers_stay_below_their_bound() -> None:
    """From 0 to the bound, which is excluded."""
    chance = new_chance(5)
    assert {draw_below(chance, 3) for _ in range(200)} == {0, 1, 2}
    assert {draw_below(chance, 1) for _ in range(20)} == {0}


def _chi_square(faces: list[int]) -> float:
    counts = np.bincount(faces, minlength=7)
    assert counts[0] == 0
    assert len(counts) == 7
    expected = len(faces) / 6
    return float(((counts[1:] - expected) ** 2 / expected).sum())
