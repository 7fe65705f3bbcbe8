"""The legal moves of a seat: how many there are, and each by its number.

A move is two small numbers, its kind and its argument (see `codes.py`). Shots are distinct:
several placements of a formation on the same targets are *one* move here, as they have the same
effect. Everything else is listed as in the rules, and in the same order: dice, modifications,
shots, activations.
"""

from __future__ import annotations

from torpedo_dice.fast.bits import count_bits, nth_bit
from torpedo_dice.fast.codes import (
    ARTILLERY,
    ENGINE,
    FACES,
    FINS,
    MODE_SOLO,
    MODIFY_ENGINE,
    MODIFY_FINS,
    MODIFY_FINS_LEFT,
    MODIFY_NONE,
    MODIFY_TOWER_DOWN,
    MODIFY_TOWER_UP,
    MOVE_ACTIVATE,
    MOVE_FIRE,
    MOVE_MODIFY,
    MOVE_TAKE,
    PERISCOPE,
    PORTHOLES,
    PROPELLER,
    STAGE_TAKE,
    TOWER,
)
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.dashboard import switchable, usable_systems
from torpedo_dice.fast.dice import die_of, formation_of, picks_left
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables
from torpedo_dice.fast.turns import may_move

# Systems whose modification has the same number, and those whose modification has a higher one.
_SAME_NUMBER = 1 << PERISCOPE | 1 << ARTILLERY
_HIGHER_NUMBER = 1 << ENGINE | 1 << PORTHOLES | 1 << PROPELLER
_HIGHER_BY = MODIFY_ENGINE - ENGINE
# More bits than any mask of dice, modifications or systems has.
_MASK_BITS = 16


@kernel
def legal_modifications(tables: SheetTables, row: Row, seat: int) -> int:
    """Return the modifications that a seat may make in phase 2, as a mask of their numbers."""
    if row.modify[seat] != MODIFY_NONE:
        return 0
    usable = usable_systems(tables, row, seat)
    modifications = usable & _SAME_NUMBER | (usable & _HIGHER_NUMBER) << _HIGHER_BY
    if usable >> TOWER & 1:
        die = die_of(row, seat)
        modifications |= (die < FACES) << MODIFY_TOWER_UP | (die > 1) << MODIFY_TOWER_DOWN
    if usable >> FINS & 1:
        modifications |= _uses_of_fins(row, seat)
    return modifications


@kernel
def _uses_of_fins(row: Row, seat: int) -> int:
    if row.mode == MODE_SOLO:
        return 1 << MODIFY_FINS_LEFT
    others = ((1 << row.players) - 1) & ~(1 << seat)
    return others << MODIFY_FINS


@kernel
def shot_count(tables: SheetTables, formation: int) -> int:
    """Return how many distinct shots a formation has."""
    return tables.info.first_shot[formation + 1] - tables.info.first_shot[formation]


@kernel
def legal_count(tables: SheetTables, row: Row, seat: int) -> int:
    """Return how many legal moves a seat has now; 0 if it is not its move."""
    if not may_move(row, seat):
        return 0
    if row.stage == STAGE_TAKE:
        return count_bits(picks_left(row))
    return (
        count_bits(legal_modifications(tables, row, seat))
        + shot_count(tables, formation_of(row, seat))
        + count_bits(switchable(tables, row, seat))
    )


@kernel
def legal_move(tables: SheetTables, row: Row, seat: int, number: int) -> tuple[int, int]:
    """Return a legal move by its number, from 0 to `legal_count` − 1: its kind and argument."""
    if row.stage == STAGE_TAKE:
        return MOVE_TAKE, nth_bit(picks_left(row), number)
    modifications = legal_modifications(tables, row, seat)
    number -= count_bits(modifications)
    if number < 0:
        return MOVE_MODIFY, nth_bit(modifications, number + count_bits(modifications))
    formation = formation_of(row, seat)
    shots = shot_count(tables, formation)
    if number < shots:
        return MOVE_FIRE, tables.info.first_shot[formation] + number
    return MOVE_ACTIVATE, nth_bit(switchable(tables, row, seat), number - shots)


@kernel
def is_legal(tables: SheetTables, row: Row, seat: int, kind: int, argument: int) -> bool:
    """Whether a seat may make a move now; moves of chance are not supported here."""
    if not may_move(row, seat) or (row.stage == STAGE_TAKE) != (kind == MOVE_TAKE):
        return False
    if kind == MOVE_FIRE:
        formation = formation_of(row, seat)
        first = tables.info.first_shot[formation]
        return first <= argument < tables.info.first_shot[formation + 1]
    moves = 0
    if kind == MOVE_TAKE:
        moves = picks_left(row)
    elif kind == MOVE_MODIFY:
        moves = legal_modifications(tables, row, seat)
    elif kind == MOVE_ACTIVATE:
        moves = switchable(tables, row, seat)
    return 0 <= argument < _MASK_BITS and moves >> argument & 1 == 1
