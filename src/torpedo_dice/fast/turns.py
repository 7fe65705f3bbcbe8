"""Whose move it is: the seats that may act now, and the pending rolls."""

from __future__ import annotations

from torpedo_dice.fast.codes import ACTION_NONE, MODIFY_PROPELLER, STAGE_ACT, STAGE_TAKE
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.state import NO_PICK, Row


@kernel
def left_of(row: Row, seat: int) -> int:
    """Return the left neighbour, whose submarine the seat attacks."""
    left = seat + 1
    return left if left < row.players else 0


@kernel
def next_to_take(row: Row) -> int:
    """Return the seat that takes the next die; -1 if all have theirs."""
    seat = row.start
    for _ in range(row.players):
        if row.pick[seat] == NO_PICK:
            return seat
        seat = left_of(row, seat)
    return -1


@kernel
def awaits_roll(row: Row, seat: int) -> bool:
    """Whether a seat has used its propeller and the roll is pending."""
    return bool(row.modify[seat] == MODIFY_PROPELLER and row.rolled[seat] == 0)


@kernel
def may_move(row: Row, seat: int) -> bool:
    """Whether a seat may make a move now."""
    if row.stage == STAGE_TAKE:
        return next_to_take(row) == seat
    if row.stage == STAGE_ACT:
        return row.action[seat] == ACTION_NONE and not awaits_roll(row, seat)
    return False


@kernel
def seats_to_move(row: Row) -> int:
    """Return the seats that may make a move now, as a mask."""
    seats = 0
    for seat in range(row.players):
        if may_move(row, seat):
            seats |= 1 << seat
    return seats


@kernel
def seats_rolling(row: Row) -> int:
    """Return the seats whose propeller's roll is pending, as a mask."""
    seats = 0
    for seat in range(row.players):
        if awaits_roll(row, seat):
            seats |= 1 << seat
    return seats


@kernel
def have_all_acted(row: Row) -> bool:
    """Whether every seat has made its choice of phase 3."""
    acted = 0
    for seat in range(row.players):
        acted += row.action[seat] != ACTION_NONE
    return acted == row.players
