"""Random numbers for kernels: a small generator whose state is an argument, never a global.

The generator is SplitMix64. Its state is one word, so creating a stream from a seed is cheap.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.fast.codes import BITS_A_DIE, FACES
from torpedo_dice.fast.compiled import kernel

# One word; every draw changes it.
Chance: TypeAlias = NDArray[np.uint64]

_WORD = (1 << 64) - 1
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_SHIFT_1 = np.uint64(30)
_SHIFT_2 = np.uint64(27)
_SHIFT_3 = np.uint64(31)
_HALF_WORD = np.uint64(32)
_LOWER_HALF = np.uint64(0xFFFFFFFF)
_FACES = np.uint64(FACES)
# Numba converts to float when it combines a signed and an unsigned integer.
_signed: Any = np.int64


def new_chance(seed: int, stream: int = 0) -> Chance:
    """Return a generator; the streams of one seed are independent."""
    chance = np.array([seed & _WORD], np.uint64)
    draw_word(chance)
    chance[0] ^= np.uint64(stream * int(_MIX_1) & _WORD)
    draw_word(chance)
    return np.array([draw_word(chance)], np.uint64)


@kernel
def draw_word(chance: Chance) -> Any:
    """Draw 64 random bits."""
    chance[0] += _STEP
    word = chance[0]
    word = (word ^ (word >> _SHIFT_1)) * _MIX_1
    word = (word ^ (word >> _SHIFT_2)) * _MIX_2
    return word ^ (word >> _SHIFT_3)


@kernel
def draw_below(chance: Chance, bound: int) -> int:
    """Draw a number from 0 to bound − 1; the bias is under bound / 2³² of a number's share."""
    return _signed((draw_word(chance) >> _HALF_WORD) * np.uint64(bound) >> _HALF_WORD)


@kernel
def draw_face(chance: Chance) -> int:
    """Roll one die."""
    return draw_below(chance, FACES) + 1


@kernel
def draw_dice(chance: Chance, count: int) -> int:
    """Roll up to five dice, packed as `apply_roll` takes them."""
    # Each die is the integer part of a fraction times 6; the remainder is the next fraction.
    fraction = draw_word(chance) >> _HALF_WORD
    packed = 0
    for index in range(count):
        fraction *= _FACES
        packed |= (_signed(fraction >> _HALF_WORD) + 1) << (BITS_A_DIE * index)
        fraction &= _LOWER_HALF
    return packed
