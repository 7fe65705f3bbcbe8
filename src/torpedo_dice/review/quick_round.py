"""The compiled part of the quick judge: what a round comes to if everybody plays as it would.

The bots' search chooses for every seat, and their evaluation values the position after the round.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.desk import Desk
from torpedo_dice.bots.brain.evaluate import evaluate
from torpedo_dice.bots.brain.quick import quick_plan
from torpedo_dice.bots.brain.search import collect, think
from torpedo_dice.fast.codes import (
    ACTION_NONE,
    BITS_A_DIE,
    FACES,
    MODE_SOLO,
    MODIFY_NONE,
    MODIFY_PROPELLER,
    MOVE_FIRE,
    MOVE_MODIFY,
    SEATS,
)
from torpedo_dice.fast.compiled import compiled
from torpedo_dice.fast.dice import formation_of
from torpedo_dice.fast.legal import legal_modifications
from torpedo_dice.fast.moves import apply_roll, apply_take, choose_activate, choose_fire
from torpedo_dice.fast.round_end import finish_round
from torpedo_dice.fast.state import ROW, Row, Rows
from torpedo_dice.fast.tables import SheetTables

Numbers: TypeAlias = NDArray[np.int64]
Values: TypeAlias = NDArray[np.float64]

# Rows of the scratch space: what everybody knows, a seat's propeller, and the round's end.
WORK_ROWS = 3
PUBLIC, _ROLLED, _AFTER = range(WORK_ROWS)
# A choice is four numbers: a modification, the face its propeller rolled, a kind of move and its
# argument.
CHOICE_PARTS = 4
MODIFY, FACE, KIND, ARGUMENT = range(CHOICE_PARTS)
# The kind of no move at all.
NO_CHOICE = -1
_NOBODY = -1
# Choices whose worths differ by less are equal.
_EQUAL = 1e-4


class Leaves(NamedTuple):
    """Positions after a round, each with the number of what leads to it and its probability."""

    rows: Rows
    owners: Numbers
    weights: Values


def new_leaves(size: int) -> Leaves:
    """Return space for some positions."""
    return Leaves(np.zeros(size, ROW), np.zeros(size, np.int64), np.zeros(size))


@compiled
def _choose(tables: SheetTables, row: Row, seat: int, choice: Numbers) -> None:
    """Make a seat's choice of phases 2 and 3."""
    row.modify[seat] = choice[MODIFY]
    row.rolled[seat] = choice[FACE]
    if choice[KIND] == MOVE_FIRE:
        torpedoes = tables.info.torpedoes[formation_of(row, seat)]
        choose_fire(row, seat, tables.shots[choice[ARGUMENT]], torpedoes)
    else:
        choose_activate(row, seat, choice[ARGUMENT])


@compiled
def _forget_choices(row: Row) -> None:
    """Leave only what everybody knows in phases 2 and 3: the dice taken."""
    for seat in range(row.players):
        row.modify[seat] = MODIFY_NONE
        row.rolled[seat] = 0
        row.action[seat] = ACTION_NONE


@compiled
def _think(tables: SheetTables, row: Row, seat: int, desk: Desk, width: int) -> int:
    """Return the index of the candidate that a seat would choose.

    Among equal ones it is the quick plan: a seat that has lost either way still plays sensibly.
    """
    count, best = think(tables, row, seat, desk, width)
    _, modify, kind, argument = quick_plan(tables, row, seat)
    for number in range(count):
        if (
            desk.modify[number] == modify
            and desk.kind[number] == kind
            and desk.argument[number] == argument
            and desk.worth[number] >= desk.worth[best] - _EQUAL
        ):
            return number
    return best


@compiled
def _plan(
    tables: SheetTables, work: Rows, seat: int, desk: Desk, width: int, plans: Numbers
) -> int:
    """Write down a seat's best choice; return 6 if that is one for each face of its propeller."""
    best = _think(tables, work[PUBLIC], seat, desk, width)
    plans[seat, 0, MODIFY] = desk.modify[best]
    plans[seat, 0, FACE] = 0
    plans[seat, 0, KIND] = desk.kind[best]
    plans[seat, 0, ARGUMENT] = desk.argument[best]
    if desk.kind[best] != MOVE_MODIFY:
        return 1
    for face in range(FACES):
        work[_ROLLED] = work[PUBLIC]
        work[_ROLLED].modify[seat] = MODIFY_PROPELLER
        work[_ROLLED].rolled[seat] = face + 1
        best = _think(tables, work[_ROLLED], seat, desk, width)
        plans[seat, face, MODIFY] = MODIFY_PROPELLER
        plans[seat, face, FACE] = face + 1
        plans[seat, face, KIND] = desk.kind[best]
        plans[seat, face, ARGUMENT] = desk.argument[best]
    return FACES


@compiled
def _leaf_count(players: int, seat: int, faces: Numbers) -> int:
    """Return over how many ends of the round a choice is averaged.

    They are the faces of the others' propellers: all of them for up to two propellers, and pairwise
    independent ones for more.
    """
    rolling = 0
    for other in range(players):
        if other != seat and faces[other] > 1:
            rolling += 1
    return 1 if rolling == 0 else (FACES if rolling == 1 else FACES * FACES)


@compiled
def _play_leaf(
    tables: SheetTables,
    work: Rows,
    seat: int,
    choice: Numbers,
    plans: Numbers,
    faces: Numbers,
    leaf: int,
) -> None:
    """Finish the round in row `_AFTER`: a seat makes a choice and all others follow their plans."""
    work[_AFTER] = work[PUBLIC]
    row = work[_AFTER]
    number = 0
    for other in range(row.players):
        if other == seat:
            _choose(tables, row, other, choice)
            continue
        face = 0
        if faces[other] > 1:
            face = (leaf if number == 0 else leaf // FACES + (number - 1) * leaf) % FACES
            number += 1
        _choose(tables, row, other, plans[other, face])
    finish_round(tables, row)


@compiled
def _finish(
    tables: SheetTables,
    work: Rows,
    seat: int,
    choice: Numbers,
    desk: Desk,
    plans: Numbers,
    faces: Numbers,
    value: Values,
) -> None:
    """Write the outlook after the round if a seat makes a choice and all others follow plans."""
    leaves = _leaf_count(work[PUBLIC].players, seat, faces)
    value[:] = 0.0
    for leaf in range(leaves):
        _play_leaf(tables, work, seat, choice, plans, faces, leaf)
        evaluate(tables, work[_AFTER], desk)
        for column in range(len(value)):
            value[column] += desk.chances[column] / leaves


@compiled
def _add_leaves(
    tables: SheetTables,
    work: Rows,
    seat: int,
    choice: Numbers,
    plans: Numbers,
    faces: Numbers,
    owner: int,
    leaves: Any,
    count: int,
) -> int:
    """List the positions after the round instead; return the new number of positions."""
    own = _leaf_count(work[PUBLIC].players, seat, faces)
    for leaf in range(own):
        _play_leaf(tables, work, seat, choice, plans, faces, leaf)
        leaves.rows[count] = work[_AFTER]
        leaves.owners[count] = owner
        leaves.weights[count] = 1.0 / own
        count += 1
    return count


@compiled
def fill_acts(
    tables: SheetTables,
    start: Rows,
    desk: Desk,
    width: int,
    work: Rows,
    plans: Numbers,
    acts: Values,
) -> None:
    """Write the outlook for all combinations of faces that the seats can hold.

    In solo the last face is that of the die left.
    """
    faces = np.zeros(SEATS, np.int64)
    for number in range(len(acts)):
        _plan_act(tables, start, desk, width, work, plans, faces, number)
        _finish(tables, work, _NOBODY, plans[0, 0], desk, plans, faces, acts[number])


@compiled
def list_acts(
    tables: SheetTables,
    start: Rows,
    desk: Desk,
    width: int,
    work: Rows,
    plans: Numbers,
    acts: int,
    leaves: Any,
) -> int:
    """List the positions after the round for the same combinations; return their number."""
    faces = np.zeros(SEATS, np.int64)
    count = 0
    for number in range(acts):
        _plan_act(tables, start, desk, width, work, plans, faces, number)
        count = _add_leaves(tables, work, _NOBODY, plans[0, 0], plans, faces, number, leaves, count)
    return count


@compiled
def _plan_act(
    tables: SheetTables,
    start: Rows,
    desk: Desk,
    width: int,
    work: Rows,
    plans: Numbers,
    faces: Numbers,
    number: int,
) -> None:
    """Deal a combination of faces, and write down the plan of every seat."""
    players = start[0].players
    dice = players + 1 if start[0].mode == MODE_SOLO else players
    work[PUBLIC] = start[0]
    row = work[PUBLIC]
    # Beyond the dice that matter, any face will do.
    packed = 1 << (BITS_A_DIE * players)
    rest = number
    for index in range(dice - 1, -1, -1):
        packed &= ~(((1 << BITS_A_DIE) - 1) << (BITS_A_DIE * index))
        packed |= (rest % FACES + 1) << (BITS_A_DIE * index)
        rest //= FACES
    apply_roll(row, packed)
    for seat in range(players):
        apply_take(row, seat, seat)
    for seat in range(players):
        faces[seat] = _plan(tables, work, seat, desk, width, plans)


@compiled
def _list_choices(
    tables: SheetTables,
    row: Row,
    seat: int,
    desk: Desk,
    width: int,
    found: Numbers,
    count: int,
) -> int:
    """Append the candidates of the search to the choices found; return their new number."""
    for number in range(collect(tables, row, seat, desk, width)):
        modify = row.modify[seat]
        found[count, MODIFY] = desk.modify[number] if modify == MODIFY_NONE else modify
        found[count, FACE] = row.rolled[seat]
        found[count, KIND] = desk.kind[number]
        found[count, ARGUMENT] = desk.argument[number]
        count += 1
    return count


@compiled
def rate_choices(
    tables: SheetTables,
    work: Rows,
    seat: int,
    desk: Desk,
    width: int,
    own_width: int,
    plans: Numbers,
    faces: Numbers,
    found: Numbers,
    values: Values,
) -> int:
    """List a seat's choices and write the outlook after each of them; return their number.

    The first entry of `found` holds the modification already made, the face it rolled, and the
    choice to be rated in any case, unless its kind is negative. What the others do is left in
    `plans`, and how many plans each of them has in `faces`.
    """
    _forget_choices(work[PUBLIC])
    for other in range(work[PUBLIC].players):
        if other != seat:
            faces[other] = _plan(tables, work, other, desk, width, plans)
    modify, face = found[0, MODIFY], found[0, FACE]
    count = 0 if found[0, KIND] < 0 else 1
    awaits_roll = modify == MODIFY_PROPELLER and face == 0
    work[_ROLLED] = work[PUBLIC]
    row = work[_ROLLED]
    if not awaits_roll:
        row.modify[seat] = modify
        row.rolled[seat] = face
        count = _list_choices(tables, row, seat, desk, own_width, found, count)
        awaits_roll = legal_modifications(tables, row, seat) >> MODIFY_PROPELLER & 1 == 1
    if awaits_roll:
        row.modify[seat] = MODIFY_PROPELLER
        for rolled in range(1, FACES + 1):
            row.rolled[seat] = rolled
            count = _list_choices(tables, row, seat, desk, own_width, found, count)
    for number in range(count):
        _finish(tables, work, seat, found[number], desk, plans, faces, values[number])
    return count


@compiled
def list_leaves(
    tables: SheetTables,
    work: Rows,
    seat: int,
    plans: Numbers,
    faces: Numbers,
    found: Numbers,
    chosen: Numbers,
    leaves: Any,
) -> int:
    """List the positions after some of the choices that were rated last; return their number."""
    count = 0
    for place in range(len(chosen)):
        choice = found[chosen[place]]
        count = _add_leaves(tables, work, seat, choice, plans, faces, place, leaves, count)
    return count
