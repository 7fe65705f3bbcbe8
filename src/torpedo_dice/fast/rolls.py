"""Every roll of some dice whose order doesn't matter, and how likely it is."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.fast.codes import BITS_A_DIE
from torpedo_dice.rules.formations import FACES


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
    """Return each of `sorted_rolls` as one number, as compiled code expects a roll."""
    return np.array(
        [
            sum(face << (BITS_A_DIE * index) for index, face in enumerate(roll))
            for roll in sorted_rolls(count)
        ],
        np.int64,
    )
