"""Every roll of some dice whose order doesn't matter, how likely it is, and rolls as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, reduce
from itertools import combinations_with_replacement
from math import factorial, prod
from operator import or_
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.fast.codes import BITS_A_DIE
from torpedo_dice.rules.formations import FACES

# A face, or an array of them.
Faces = TypeVar("Faces", int, NDArray[np.int64])


@cache
def sorted_rolls(count: int) -> tuple[tuple[int, ...], ...]:
    """Return every sorted roll: 21, 56, 126 or 252 for two to five dice."""
    return tuple(combinations_with_replacement(FACES, count))


@cache
def roll_weights(count: int) -> NDArray[np.float64]:
    """Return the probability of each of `sorted_rolls`."""
    orders = [
        factorial(count) / prod(map(factorial, Counter(roll).values()))
        for roll in sorted_rolls(count)
    ]
    return np.array(orders, np.float64) / float(len(FACES) ** count)


@cache
def packed_rolls(count: int) -> NDArray[np.int64]:
    """Return each of `sorted_rolls` as one number."""
    return packed(np.array(sorted_rolls(count), np.int64).T)


def packed(dice: Iterable[Faces]) -> Faces:
    """Return dice as one number, as compiled code expects a roll; each may be an array of faces."""
    return reduce(or_, (face << (BITS_A_DIE * index) for index, face in enumerate(dice)))


def unpacked(rolls: NDArray[np.int64], count: int) -> list[NDArray[np.int64]]:
    """Return the faces of each of some dice in packed rolls."""
    return [rolls >> (BITS_A_DIE * index) & ((1 << BITS_A_DIE) - 1) for index in range(count)]
