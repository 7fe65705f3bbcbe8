"""Looking ahead: the most promising choices are judged once more, by the round after this one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.evaluate import Desk, add_part, copy_chances, worth_for
from torpedo_dice.bots.brain.quick import take_quickly
from torpedo_dice.bots.brain.search import (
    AFTER,
    DRAFT,
    assume_others,
    best_of,
    take,
    think,
    worth_after,
    worth_of_quick_pick,
)
from torpedo_dice.fast.codes import MODIFY_NONE, MOVE_MODIFY, STAGE_OVER
from torpedo_dice.fast.compiled import borrowing
from torpedo_dice.fast.moves import apply_roll
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables

# Packed rolls: the next dice to think of.
Rolls = NDArray[np.int64]

# A choice that seems worse than the best by more than this is not looked at again.
_CLOSE = 0.05
# Shots of each formation that are looked at in the next round.
_WIDTH = 2


@borrowing
def foresee(tables: SheetTables, seat: int, desk: Desk, ahead: Desk, rolls: Rolls) -> None:
    """Turn the chances after a round, the desk's row `AFTER`, into those one round later.

    For each of the rolls all take their dice quickly, and the seat does what it then thinks best.
    `ahead` is a second desk.
    """
    if desk.rows[AFTER].stage == STAGE_OVER or len(rolls) == 0:
        return
    desk.chances[:] = 0.0
    for number in range(len(rolls)):
        ahead.rows[DRAFT] = desk.rows[AFTER]
        draft = ahead.rows[DRAFT]
        apply_roll(draft, rolls[number])
        take_quickly(tables, draft)
        _, best = think(tables, draft, seat, ahead, _WIDTH)
        add_part(desk.chances, ahead.outlook[best], len(rolls))


@borrowing
def think_ahead(
    tables: SheetTables,
    row: Row,
    seat: int,
    desk: Desk,
    ahead: Desk,
    rolls: Rolls,
    width: int,
    most: int,
) -> tuple[int, int]:
    """Judge every candidate, and the best few of them, up to `most`, by the next dice too.

    What these gained or lost on average goes to the others, so that all can be compared. Returns
    how many candidates there are, and the best one's number.
    """
    count, best = think(tables, row, seat, desk, width)
    least = desk.worth[best] - _CLOSE
    for number in range(count):
        desk.is_foreseen[number] = 0
    gained = 0.0
    looked = 0
    while looked < most:
        number = _next_best(desk, count, least)
        if number < 0:
            break
        before = desk.worth[number]
        worth_after(
            tables, seat, desk, desk.modify[number], desk.kind[number], desk.argument[number]
        )
        foresee(tables, seat, desk, ahead, rolls)
        copy_chances(desk.outlook[number], desk.chances)
        desk.worth[number] = worth_for(row, seat, desk.chances)
        desk.is_foreseen[number] = 1
        gained += desk.worth[number] - before
        looked += 1
    if looked > 0:
        for number in range(count):
            if desk.is_foreseen[number] == 0:
                desk.worth[number] += gained / looked
    return count, best_of(desk, count)


@borrowing
def _next_best(desk: Desk, count: int, least: float) -> int:
    """Return the best candidate that was not looked at yet, or -1.

    The propeller is never looked at: what follows from it is a roll and not a position.
    """
    best = -1
    for number in range(count):
        worth = desk.worth[number]
        if (
            desk.is_foreseen[number] == 0
            and desk.kind[number] != MOVE_MODIFY
            and worth >= least
            and (best < 0 or worth > desk.worth[best])
        ):
            best = number
    return best


# A seat in phases 2 and 3 has taken its die already.
NO_DIE = -1


@borrowing
def rate(
    tables: SheetTables,
    row: Row,
    seat: int,
    desk: Desk,
    ahead: Desk,
    rolls: Rolls,
    pick: int,
    width: int,
    most: int,
) -> tuple[int, float]:
    """Judge the taking of a die, or with NO_DIE what can be done in phases 2 and 3.

    Returns the number of candidates on the desk and the worth of the best; its outlook is in the
    desk's chances. With a width of 0 a quick plan stands for all that follows from a die. This is
    all that Python calls for a decision: each entry from Python costs a second to compile.
    """
    if pick == NO_DIE:
        count, best = think_ahead(tables, row, seat, desk, ahead, rolls, width, most)
    elif width > 0:
        take(tables, row, seat, desk, pick)
        draft = desk.rows[DRAFT]
        count, best = think_ahead(tables, draft, seat, desk, ahead, rolls, width, most)
    else:
        return 0, worth_of_quick_pick(tables, row, seat, desk, pick)
    copy_chances(desk.chances, desk.outlook[best])
    return count, desk.worth[best]


@borrowing
def outlook_after(
    tables: SheetTables,
    row: Row,
    seat: int,
    desk: Desk,
    ahead: Desk,
    rolls: Rolls,
    kind: int,
    argument: int,
) -> None:
    """Leave in the desk's chances what follows from any shot or activation of phase 3."""
    assume_others(tables, row, seat, desk)
    worth_after(tables, seat, desk, MODIFY_NONE, kind, argument)
    foresee(tables, seat, desk, ahead, rolls)
