"""Bits of masks, counted and found."""

from __future__ import annotations

import numpy as np
import pytest

from torpedo_dice.fast.bits import count_bits, lowest_bit, nth_bit


@pytest.mark.parametrize("mask", [0, 1, 0b101100, 2**63, 2**64 - 1])
def test_bits_of_targets(mask: int) -> None:
    """Masks of targets use all 64 bits."""
    assert count_bits(np.uint64(mask)) == mask.bit_count()


def test_finding_bits() -> None:
    """The bits of a mask are found in order, including those beyond the unrolled steps."""
    mask = 0b1011_0110_1101_1000
    bits = [bit for bit in range(16) if mask >> bit & 1]
    assert lowest_bit(mask) == bits[0]
    assert [nth_bit(mask, number) for number in range(len(bits))] == bits
