"""The dice of a round: who took which, and what face they show after a modification."""

from __future__ import annotations

from torpedo_dice.fast.bits import lowest_bit
from torpedo_dice.fast.codes import (
    BITS_A_DIE,
    FACES,
    MODIFY_FINS,
    MODIFY_FINS_LEFT,
    MODIFY_FORMATION,
    MODIFY_PERISCOPE,
    MODIFY_PROPELLER,
    MODIFY_TOWER_DOWN,
    MODIFY_TOWER_UP,
    PERISCOPE,
    SEATS,
    TOWER,
)
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.state import NO_PICK, Row
from torpedo_dice.rules.game import OPPOSITE_FACES


@kernel
def unpack_die(packed: int, index: int) -> int:
    """Return one face of a packed roll."""
    return (packed >> (BITS_A_DIE * index)) & ((1 << BITS_A_DIE) - 1)


@kernel
def dice_count(row: Row) -> int:
    """Return the number of dice: one more than players."""
    return row.players + 1


@kernel
def picks_left(row: Row) -> int:
    """Return the dice that nobody has taken, as a mask of their indices."""
    left = (1 << dice_count(row)) - 1
    for seat in range(SEATS):
        pick = row.pick[seat]
        if pick != NO_PICK:
            left &= ~(1 << pick)
    return left


@kernel
def die_left(row: Row) -> int:
    """Return the face of the die that nobody took; only after all have taken theirs."""
    return row.dice[lowest_bit(picks_left(row))]


@kernel
def die_of(row: Row, seat: int) -> int:
    """Return the die that a seat took, before any modification."""
    return row.dice[row.pick[seat]]


@kernel
def face_with(row: Row, seat: int, modify: int) -> int:
    """Return the face that a seat's die would show after a modification (0: none)."""
    die = die_of(row, seat)
    if modify == MODIFY_PERISCOPE:
        return OPPOSITE_FACES - die
    if modify == MODIFY_TOWER_UP:
        return die + 1
    if modify == MODIFY_TOWER_DOWN:
        return die - 1
    if modify == MODIFY_FINS_LEFT:
        return die_left(row)
    if MODIFY_FINS <= modify < MODIFY_FINS_LEFT:
        return die_of(row, modify - MODIFY_FINS)
    if modify == MODIFY_PROPELLER:
        return row.rolled[seat]
    return die


@kernel
def face_of(row: Row, seat: int) -> int:
    """Return the face of a seat's die after its modification; 0 while its propeller rolls."""
    return face_with(row, seat, row.modify[seat])


@kernel
def formation_with(row: Row, seat: int, modify: int) -> int:
    """Return the formation that a seat could fire after a modification (0: none)."""
    return face_with(row, seat, modify) + MODIFY_FORMATION[modify]


@kernel
def formation_of(row: Row, seat: int) -> int:
    """Return the formation that a seat fires with its die, after its modification."""
    return formation_with(row, seat, row.modify[seat])


@kernel
def faces_by_turning(die: int, usable: int) -> int:
    """Return the faces, including its own, that a die can be turned to with usable systems.

    The result is a mask. Fins and propeller are left out, as they depend on other dice.
    """
    faces = 1 << die
    if usable >> PERISCOPE & 1:
        faces |= 1 << (OPPOSITE_FACES - die)
    if usable >> TOWER & 1:
        if die < FACES:
            faces |= 1 << (die + 1)
        if die > 1:
            faces |= 1 << (die - 1)
    return faces
