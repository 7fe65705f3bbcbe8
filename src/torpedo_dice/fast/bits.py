"""Bit masks as sets: count and find bits with a single processor instruction each."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from torpedo_dice.fast.compiled import kernel

# Enough for the dice; masks with more bits are rare.
_STEPS = 4


def _widened(builder: Any, number: Any) -> Any:
    return number if number.type.width == 64 else builder.zext(number, ir.IntType(64))


def _count(_typing: Any, mask: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(_widened(builder, arguments[0]))

    return types.int64(mask), emit


def _trailing_zeros(_typing: Any, mask: Any) -> Any:
    def emit(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(_widened(builder, arguments[0]), ir.Constant(ir.IntType(1), 0))

    return types.int64(mask), emit


# Intrinsics, which only compiled code can call.
_count_in_code = intrinsic(_count)
_trailing_zeros_in_code = intrinsic(_trailing_zeros)


@kernel
def count_bits(mask: int) -> int:
    """Return how many bits of a mask are set."""
    return _count_in_code(mask)


@kernel
def lowest_bit(mask: int) -> int:
    """Return the number of the lowest bit that is set; 64 if none is."""
    return _trailing_zeros_in_code(mask)


@kernel
def nth_bit(mask: int, number: int) -> int:
    """Return the number of the n-th bit that is set, the lowest is number 0."""
    # The first steps are branchless: in random play the branch predictor would fail.
    for step in range(_STEPS):
        mask = mask & (mask - 1) if step < number else mask
    for _ in range(number - _STEPS):
        mask &= mask - 1
    return _trailing_zeros_in_code(mask)
