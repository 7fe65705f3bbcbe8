"""Lookahead: the most promising candidates are re-evaluated over the following round."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.desk import Desk
from torpedo_dice.bots.brain.evaluate import add_part, copy_chances, worth_for
from torpedo_dice.bots.brain.quick import take_quickly
from torpedo_dice.bots.brain.search import (
    AFTER,
    DRAFT,
    best_certain,
    best_of,
    take,
    think_well,
    worth_after,
    worth_of_quick_pick,
)
from torpedo_dice.fast.codes import FACES, MODIFY_NONE, MOVE_MODIFY, STAGE_OVER
from torpedo_dice.fast.compiled import borrowing
from torpedo_dice.fast.moves import apply_roll
from torpedo_dice.fast.rolls import packed
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables

# Packed rolls: samples of the next round's dice.
Rolls = NDArray[np.int64]

# Candidates that trail the best by more than this are not re-evaluated.
_CLOSE = 0.05
# Shots considered per formation in the next round.
_WIDTH = 2
# After so many rounds, the samples are the same again.
_ROUNDS = 64


@cache
def next_rolls(dice: int, count: int) -> Rolls:
    """Return samples of the next dice for each round, with every face equally frequent on each die.

    They are always the same, so that a position always leads to the same choice.
    """
    random = Random(f"next {dice} dice")  # a sample, not a secret
    rounds = np.zeros((_ROUNDS, count), np.int64)
    for rolls in rounds:
        faces = [[number % FACES + 1 for number in range(count)] for _ in range(dice)]
        for die in faces:
            random.shuffle(die)
        rolls[:] = packed([np.array(die, np.int64) for die in faces])
    return rounds


@borrowing
def foresee(tables: SheetTables, seat: int, desk: Desk, ahead: Desk, rolls: Rolls) -> None:
    """Replace the chances after this round (row `AFTER` of the desk) with those one round later.

    For each roll, every player takes a die by quick plan, then the seat makes its best choice.
    `ahead` is a second desk used as scratch space.
    """
    if desk.rows[AFTER].stage == STAGE_OVER or len(rolls) == 0:
        return
    desk.chances[:] = 0.0
    for number in range(len(rolls)):
        ahead.rows[DRAFT] = desk.rows[AFTER]
        draft = ahead.rows[DRAFT]
        apply_roll(draft, rolls[number])
        take_quickly(tables, draft)
        _, best = think_well(tables, draft, seat, ahead, _WIDTH)
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
    fewest: int,
) -> tuple[int, int]:
    """Evaluate every candidate, then re-evaluate up to `most` of the best over the next dice.

    If fewer than `fewest` are close to the best, none is. The average gain or loss of the
    re-evaluated candidates is added to all others, so that they stay comparable, and left in the
    desk's `gain`. Returns the number of candidates and the index of the best.
    """
    count, best = think_well(tables, row, seat, desk, width)
    least = desk.worth[best] - _CLOSE
    for number in range(count):
        desk.is_foreseen[number] = 0
    desk.gain[:] = 0.0
    looked = 0
    if _close_ones(desk, count, least) < fewest:
        most = 0
    while looked < most:
        number = _next_best(desk, count, least)
        if number < 0:
            break
        worth_after(
            tables, seat, desk, desk.modify[number], desk.kind[number], desk.argument[number]
        )
        foresee(tables, seat, desk, ahead, rolls)
        for place in range(len(desk.gain)):
            desk.gain[place] += desk.chances[place] - desk.outlook[number, place]
        copy_chances(desk.outlook[number], desk.chances)
        desk.worth[number] = worth_for(row, seat, desk.chances)
        desk.is_foreseen[number] = 1
        looked += 1
    if looked > 0:
        for place in range(len(desk.gain)):
            desk.gain[place] /= looked
        for number in range(count):
            if desk.is_foreseen[number] == 0:
                add_part(desk.outlook[number], desk.gain, 1)
                desk.worth[number] = worth_for(row, seat, desk.outlook[number])
    return count, best_of(desk, count)


@borrowing
def _next_best(desk: Desk, count: int, least: float) -> int:
    """Return the best candidate not yet re-evaluated, or -1."""
    best = -1
    for number in range(count):
        if (
            desk.is_foreseen[number] == 0
            and _is_close(desk, number, least)
            and (best < 0 or desk.worth[number] > desk.worth[best])
        ):
            best = number
    return best


@borrowing
def _close_ones(desk: Desk, count: int, least: float) -> int:
    """Return how many candidates could be re-evaluated."""
    close = 0
    for number in range(count):
        close += _is_close(desk, number, least)
    return close


@borrowing
def _is_close(desk: Desk, number: int, least: float) -> bool:
    """Return whether a candidate could be re-evaluated.

    The propeller never is, because it leads to a roll rather than to a position.
    """
    return bool(desk.kind[number] != MOVE_MODIFY and desk.worth[number] >= least)


# A single candidate needn't be re-evaluated to choose among all: every other would gain the same.
_TO_CHOOSE = 2
# Passed as `pick` in phases 2 and 3, where the seat already holds its die.
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
    """Rate taking a die or, with NO_DIE, the options of phases 2 and 3.

    Returns the number of candidates on the desk and the worth of the best one, whose outlook is
    left in the desk's `chances`. The position after the best one whose result is certain is left in
    row `AFTER`, its outlook in `certain`. With a width of 0, a quick plan replaces the search that
    follows taking a die. This and `outlook_after` are the only entry points called from Python:
    each one adds about a second of compilation.
    """
    if pick == NO_DIE:
        count, best = think_ahead(tables, row, seat, desk, ahead, rolls, width, most, _TO_CHOOSE)
    elif width > 0:
        take(tables, row, seat, desk, pick)
        draft = desk.rows[DRAFT]
        count, best = think_ahead(tables, draft, seat, desk, ahead, rolls, width, most, 1)
    else:
        desk.gain[:] = 0.0
        worth = worth_of_quick_pick(tables, row, seat, desk, pick)
        desk.rows[AFTER] = desk.rows[DRAFT]
        copy_chances(desk.certain, desk.chances)
        return 0, worth
    certain = best_certain(desk, count)
    worth_after(
        tables, seat, desk, desk.modify[certain], desk.kind[certain], desk.argument[certain]
    )
    copy_chances(desk.certain, desk.outlook[certain])
    copy_chances(desk.chances, desk.outlook[best])
    return count, desk.worth[best]


@borrowing
def outlook_after(
    tables: SheetTables, row: Row, seat: int, desk: Desk, kind: int, argument: int
) -> float:
    """Return the worth of a shot that is no candidate; its outlook is left in `chances`.

    Call it after `rate` on the same row, whose assumptions and average gain it uses.
    """
    worth_after(tables, seat, desk, MODIFY_NONE, kind, argument)
    add_part(desk.chances, desk.gain, 1)
    return worth_for(row, seat, desk.chances)
