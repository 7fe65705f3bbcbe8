"""The effects of moves on a row. Dice are arguments: nothing here is random.

These kernels do not check legality: pass only moves that `legal.py` lists. A shot, which the row
does not determine, is passed as a mask of targets and a count.
"""

from __future__ import annotations

from torpedo_dice.fast.codes import (
    ACTION_ACTIVATE,
    ACTION_COVERED,
    ACTION_FIRE,
    MOVE_ACTIVATE,
    MOVE_FIRE,
    MOVE_MODIFY,
    MOVE_REROLL,
    MOVE_ROLL,
    MOVE_START,
    MOVE_TAKE,
    STAGE_ACT,
    STAGE_ROLL,
    STAGE_TAKE,
)
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.dice import dice_count, formation_of, unpack_die
from torpedo_dice.fast.round_end import finish_round
from torpedo_dice.fast.state import NO_PICK, Row
from torpedo_dice.fast.tables import SheetTables
from torpedo_dice.fast.turns import have_all_acted


@kernel
def apply_start(row: Row, seat: int) -> None:
    """Chance, or the players: set the first start player."""
    row.start = seat
    row.stage = STAGE_ROLL


@kernel
def apply_roll(row: Row, dice: int) -> None:
    """Chance: the round's dice, packed; any beyond the dice in play are ignored."""
    row.round += 1
    for index in range(dice_count(row)):
        row.dice[index] = unpack_die(dice, index)
    row.stage = STAGE_TAKE


@kernel
def apply_take(row: Row, seat: int, pick: int) -> None:
    """Phase 1: take a die by its index."""
    row.pick[seat] = pick
    for other in range(row.players):
        if row.pick[other] == NO_PICK:
            return
    row.stage = STAGE_ACT


@kernel
def apply_modify(row: Row, seat: int, modify: int) -> None:
    """Phase 2: use a system on the die; `modify` is the number of a modification."""
    row.modify[seat] = modify


@kernel
def apply_reroll(row: Row, seat: int, face: int) -> None:
    """Chance: the face that a seat's propeller rolled."""
    row.rolled[seat] = face


@kernel
def choose_fire(row: Row, seat: int, mask: int, count: int) -> None:
    """Phase 3: choose a shot; it lands when the round is finished."""
    row.action[seat] = ACTION_FIRE
    row.shot_mask[seat] = mask
    row.shot_count[seat] = count


@kernel
def choose_activate(row: Row, seat: int, system: int) -> None:
    """Phase 3, in Mission: choose a system to switch on when the round is finished."""
    row.action[seat] = ACTION_ACTIVATE
    row.activated[seat] = system


@kernel
def apply_fire(tables: SheetTables, row: Row, seat: int, mask: int, count: int) -> None:
    """Choose a shot, and finish the round if that was the last choice."""
    choose_fire(row, seat, mask, count)
    finish_if_all_acted(tables, row)


@kernel
def apply_activate(tables: SheetTables, row: Row, seat: int, system: int) -> None:
    """Choose a system to switch on, and finish the round if that was the last choice."""
    choose_activate(row, seat, system)
    finish_if_all_acted(tables, row)


@kernel
def finish_if_all_acted(tables: SheetTables, row: Row) -> None:
    """Finish the round if all choices are made and none is covered, as in a view."""
    if have_all_acted(row):
        for seat in range(row.players):
            if row.action[seat] == ACTION_COVERED:
                return
        finish_round(tables, row)


@kernel
def apply_move(tables: SheetTables, row: Row, seat: int, kind: int, argument: int) -> None:
    """Make a move, of a player or of chance, by its kind and argument (see `codes.py`)."""
    if kind == MOVE_TAKE:
        apply_take(row, seat, argument)
    elif kind == MOVE_MODIFY:
        apply_modify(row, seat, argument)
    elif kind == MOVE_FIRE:
        count = tables.info.torpedoes[formation_of(row, seat)]
        apply_fire(tables, row, seat, tables.shots[argument], count)
    elif kind == MOVE_ACTIVATE:
        apply_activate(tables, row, seat, argument)
    elif kind == MOVE_START:
        apply_start(row, argument)
    elif kind == MOVE_ROLL:
        apply_roll(row, argument)
    elif kind == MOVE_REROLL:
        apply_reroll(row, seat, argument)
