"""The compiled part of the exact judge: expectimax over solo ends, with a table of positions.

Every round, the automaton marks a box or an enemy system is destroyed, so positions never repeat.
A position between two rounds is a 64-bit key; what follows it is computed by the compiled rules.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.opinion import SCORE_WEIGHT
from torpedo_dice.fast.bits import lowest_bit
from torpedo_dice.fast.codes import (
    BITS_A_DIE,
    FACES,
    FORMATION_COUNT,
    MODIFY_PROPELLER,
    STAGE_OVER,
    STAGE_ROLL,
    SYSTEM_SLOTS,
)
from torpedo_dice.fast.compiled import compiled, kernel
from torpedo_dice.fast.dashboard import switchable
from torpedo_dice.fast.dice import formation_with
from torpedo_dice.fast.legal import legal_modifications
from torpedo_dice.fast.moves import apply_roll, apply_take, choose_activate, choose_fire
from torpedo_dice.fast.round_end import finish_round
from torpedo_dice.fast.state import Row, Rows
from torpedo_dice.fast.tables import SheetTables

Numbers: TypeAlias = NDArray[np.int64]
Values: TypeAlias = NDArray[np.float64]

# The parts of a key: targets still free, reserve, switches, explosion boxes, boxes by system.
MOST_FREE = 12
_RESERVE_AT, _SWITCHED_AT, _EXPLOSIONS_AT, _BOXES_AT = 12, 19, 26, 33
_BITS_A_BOX = 4
MOST_BOXES = (1 << _BITS_A_BOX) - 1
_SEVEN_BITS = 127
_NO_KEY = -1
# Results of `solve`.
SOLVED, TOO_MANY = range(2)
# Rows of the scratch space: the position, the round with its dice, and what follows a choice.
WORK_ROWS = 3
POSITION, _ROUND, _AFTER = range(WORK_ROWS)
# The columns of a value.
WIN, SCORE = range(2)
_WORTH_OF_SCORE = SCORE_WEIGHT
_HASH = 0x9E3779B97F4A7C15 & ((1 << 63) - 1)
# Lower than the worth of any position.
_WORST = -1.0


class End(NamedTuple):
    """The constants of an end: its free targets, and what each formation can hit of them."""

    spots: NDArray[np.uint64]  # one bit of a target each
    hits: NDArray[np.uint64]  # distinct sets of free targets, formation after formation
    first: Numbers  # by formation: where its sets begin in `hits`


class Table(NamedTuple):
    """A hash table of positions, with the number of entries in `entries[0]`."""

    keys: Numbers
    values: Values
    entries: Numbers


def new_table(size: int) -> Table:
    """Return an empty table; `size` is a power of two."""
    return Table(np.full(size, _NO_KEY, np.int64), np.zeros((size, 2)), np.zeros(1, np.int64))


def new_end(tables: SheetTables, free: int) -> End:
    """Return the constants of all positions whose free targets are among these."""
    spots = [1 << bit for bit in range(64) if free >> bit & 1]
    hits: list[int] = []
    first = [0]
    bounds = tables.info["first_shot"]
    for formation in range(FORMATION_COUNT):
        shots = tables.shots[bounds[formation] : bounds[formation + 1]]
        hits += sorted({int(shot) & free for shot in shots})
        first.append(len(hits))
    return End(np.array(spots, np.uint64), np.array(hits, np.uint64), np.array(first, np.int64))


@compiled
def _key_of(row: Row, end: Any) -> int:
    """Return the key of a position between two rounds."""
    key = 0
    for index in range(len(end.spots)):
        if row.hits[0] & end.spots[index] == 0:
            key |= 1 << index
    key |= row.reserve[0] << _RESERVE_AT
    key |= (row.switched[0] >> 1) << _SWITCHED_AT
    key |= row.explosions << _EXPLOSIONS_AT
    for system in range(1, SYSTEM_SLOTS):
        key |= row.boxes[system] << (_BOXES_AT + _BITS_A_BOX * (system - 1))
    return key


@compiled
def _set_position(tables: SheetTables, row: Row, end: Any, key: int) -> None:
    """Turn a row of the same game into the position of a key."""
    hits = tables.info.all_targets
    for index in range(len(end.spots)):
        if key >> index & 1:
            hits &= ~end.spots[index]
    row.hits[0] = hits
    row.reserve[0] = key >> _RESERVE_AT & _SEVEN_BITS
    row.switched[0] = (key >> _SWITCHED_AT & _SEVEN_BITS) << 1
    row.explosions = key >> _EXPLOSIONS_AT & _SEVEN_BITS
    row.destroyed[0] = 0
    for system in range(1, SYSTEM_SLOTS):
        boxes = key >> (_BOXES_AT + _BITS_A_BOX * (system - 1)) & MOST_BOXES
        row.boxes[system] = boxes
        if boxes >= tables.info.boxes:
            row.destroyed[0] |= 1 << system
    row.stage = STAGE_ROLL


@compiled
def _place_of(table: Any, key: int) -> int:
    """Return where a key is in the table, or where it belongs."""
    mask = len(table.keys) - 1
    mixed = key * _HASH
    place = (mixed ^ (mixed >> 29)) & mask
    while table.keys[place] != _NO_KEY and table.keys[place] != key:
        place = (place + 1) & mask
    return place


@compiled
def _value_after(
    tables: SheetTables, work: Rows, end: Any, table: Any, stack: Numbers, value: Values
) -> None:
    """Finish the round of row `_AFTER` and write its value; push it if it isn't known yet."""
    row = work[_AFTER]
    finish_round(tables, row)
    if row.stage == STAGE_OVER:
        value[WIN] = 1.0 if row.winners else 0.0
        value[SCORE] = row.solo_score if row.winners else 0.0
        return
    key = _key_of(row, end)
    place = _place_of(table, key)
    if table.keys[place] == key:
        value[WIN] = table.values[place, WIN]
        value[SCORE] = table.values[place, SCORE]
        return
    value[WIN] = 0.0
    value[SCORE] = 0.0
    # The first entry counts the others.
    if stack[0] + 1 < len(stack):
        stack[0] += 1
    stack[stack[0]] = key


@compiled
def _keep_better(best: Values, value: Values) -> None:
    """Replace a value if another one is worth more."""
    if value[WIN] + _WORTH_OF_SCORE * value[SCORE] > best[WIN] + _WORTH_OF_SCORE * best[SCORE]:
        _copy(best, value)


# Element by element: for whole arrays Numba also compiles broadcasting, and the message for shapes
# that don't match, which together take as long as the rest of `solve`.
@kernel
def _copy(to: Values, value: Values) -> None:
    to[WIN] = value[WIN]
    to[SCORE] = value[SCORE]


@kernel
def _add_share(total: Values, value: Values, parts: int) -> None:
    """Add a value to a mean of so many."""
    total[WIN] += value[WIN] / parts
    total[SCORE] += value[SCORE] / parts


@compiled
def _fill_shots(
    tables: SheetTables,
    work: Rows,
    end: Any,
    table: Any,
    stack: Numbers,
    formation: int,
    best: Values,
) -> None:
    """Write the value of the best shot of a formation, for the round in row `_ROUND`."""
    best[WIN] = _WORST
    best[SCORE] = 0.0
    value = np.zeros(2)
    for number in range(end.first[formation], end.first[formation + 1]):
        work[_AFTER] = work[_ROUND]
        # Which modification led to the formation has no effect on what follows.
        choose_fire(work[_AFTER], 0, end.hits[number], tables.info.torpedoes[formation])
        _value_after(tables, work, end, table, stack, value)
        _keep_better(best, value)


@compiled
def _fill_switches(
    tables: SheetTables, work: Rows, end: Any, table: Any, stack: Numbers, best: Values
) -> None:
    """Write the value of the best system to switch on, if there is one."""
    best[WIN] = _WORST
    best[SCORE] = 0.0
    value = np.zeros(2)
    waiting = switchable(tables, work[_ROUND], 0)
    while waiting:
        work[_AFTER] = work[_ROUND]
        choose_activate(work[_AFTER], 0, lowest_bit(waiting))
        waiting &= waiting - 1
        _value_after(tables, work, end, table, stack, value)
        _keep_better(best, value)


@compiled
def fill_acts(
    tables: SheetTables,
    work: Rows,
    end: Any,
    table: Any,
    stack: Numbers,
    acts: Values,
) -> None:
    """Write the value for each face taken and each face left, from row `POSITION`.

    Positions that may follow and are not in the table are pushed on the stack.
    """
    shots = np.zeros((FORMATION_COUNT, 2))
    known = np.zeros(FORMATION_COUNT, np.int64)
    switch = np.zeros(2)
    part = np.zeros(2)
    rolled = np.zeros(2)
    for left in range(1, FACES + 1):
        known[:] = 0
        for own in range(1, FACES + 1):
            work[_ROUND] = work[POSITION]
            row = work[_ROUND]
            apply_roll(row, own | left << BITS_A_DIE)
            apply_take(row, 0, 0)
            if own == 1:
                _fill_switches(tables, work, end, table, stack, switch)
            best = acts[own - 1, left - 1]
            _copy(best, switch)
            modifications = legal_modifications(tables, row, 0)
            waiting = (modifications & ~(1 << MODIFY_PROPELLER)) | 1
            while waiting:
                formation = formation_with(row, 0, lowest_bit(waiting))
                waiting &= waiting - 1
                if known[formation] == 0:
                    known[formation] = 1
                    _fill_shots(tables, work, end, table, stack, formation, shots[formation])
                _keep_better(best, shots[formation])
            if modifications >> MODIFY_PROPELLER & 1:
                part[:] = 0.0
                for face in range(FACES):
                    if known[face] == 0:
                        known[face] = 1
                        _fill_shots(tables, work, end, table, stack, face, shots[face])
                    _copy(rolled, shots[face])
                    _keep_better(rolled, switch)
                    _add_share(part, rolled, FACES)
                _keep_better(best, part)


@compiled
def _mean_of(acts: Values, value: Values) -> None:
    """Write the mean over all rolls of two dice, of which the better one is taken."""
    value[:] = 0.0
    best = np.zeros(2)
    for one in range(FACES):
        for other in range(FACES):
            _copy(best, acts[one, other])
            _keep_better(best, acts[other, one])
            _add_share(value, best, FACES * FACES)


@compiled
def solve(
    tables: SheetTables,
    work: Rows,
    end: Any,
    table: Any,
    stack: Numbers,
    most: int,
) -> int:
    """Solve the position of row `POSITION` and all that may follow it; return whether it could.

    A position is valued once all that may follow it are: until then, those are pushed on top of it.
    """
    acts = np.zeros((FACES, FACES, 2))
    value = np.zeros(2)
    root = _key_of(work[POSITION], end)
    stack[0] = 1
    stack[1] = root
    while stack[0] > 0:
        top = stack[0]
        key = stack[top]
        place = _place_of(table, key)
        if table.keys[place] == key:
            stack[0] -= 1
            continue
        if table.entries[0] >= most or top + 1 >= len(stack):
            return TOO_MANY
        _set_position(tables, work[POSITION], end, key)
        fill_acts(tables, work, end, table, stack, acts)
        if stack[0] > top:
            continue
        _mean_of(acts, value)
        table.keys[place] = key
        _copy(table.values[place], value)
        table.entries[0] += 1
        stack[0] -= 1
    _set_position(tables, work[POSITION], end, root)
    return SOLVED
