"""Self-play: the network plays against itself and generates its own training data."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.evaluate import Desk, evaluate
from torpedo_dice.bots.brain.search import think, worth_of_quick_pick
from torpedo_dice.fast.bits import count_bits, lowest_bit, nth_bit
from torpedo_dice.fast.chance import Chance, draw_below
from torpedo_dice.fast.codes import (
    FACES,
    MODIFY_NONE,
    MODIFY_PROPELLER,
    MOVE_FIRE,
    SEATS,
    STAGE_OVER,
    STAGE_START,
    STAGE_TAKE,
)
from torpedo_dice.fast.compiled import compiled
from torpedo_dice.fast.dice import dice_count, formation_with, picks_left
from torpedo_dice.fast.moves import (
    apply_roll,
    apply_start,
    apply_take,
    choose_activate,
    choose_fire,
)
from torpedo_dice.fast.round_end import finish_round
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables
from torpedo_dice.fast.turns import next_to_take

MAX_ROUNDS = 60


@compiled
def roll(chance: Chance, row: Row) -> None:
    """Roll the dice of a round."""
    packed = 0
    for index in range(dice_count(row)):
        packed |= (1 + draw_below(chance, FACES)) << (3 * index)
    apply_roll(row, packed)


@compiled
def _take_dice(tables: SheetTables, row: Row, desk: Desk, chance: Chance, whim: int) -> None:
    """Have every seat take a die; one in `whim` is taken at random."""
    while row.stage == STAGE_TAKE:
        seat = next_to_take(row)
        left = picks_left(row)
        pick = nth_bit(left, draw_below(chance, count_bits(left)))
        if draw_below(chance, whim) != 0:
            best = -1.0
            while left:
                number = lowest_bit(left)
                left &= left - 1
                worth = worth_of_quick_pick(tables, row, seat, desk, number)
                if worth > best:
                    best, pick = worth, number
        apply_take(row, seat, pick)


@compiled
def act(
    tables: SheetTables,
    row: Row,
    before: Row,
    seat: int,
    desk: Desk,
    chance: Chance,
    width: int,
    whim: int,
) -> None:
    """Have a seat choose, based only on what was public before anybody chose."""
    count, best = think(tables, before, seat, desk, width)
    if draw_below(chance, whim) == 0:
        best = draw_below(chance, count)
    if desk.modify[best] == MODIFY_PROPELLER:
        before.modify[seat] = MODIFY_PROPELLER
        before.rolled[seat] = 1 + draw_below(chance, FACES)
        row.modify[seat] = MODIFY_PROPELLER
        row.rolled[seat] = before.rolled[seat]
        _, best = think(tables, before, seat, desk, width)
        before.modify[seat] = MODIFY_NONE
        before.rolled[seat] = 0
    elif desk.modify[best] != MODIFY_NONE:
        row.modify[seat] = desk.modify[best]
    if desk.kind[best] == MOVE_FIRE:
        formation = formation_with(row, seat, row.modify[seat])
        shot = desk.argument[best]
        choose_fire(row, seat, tables.shots[shot], tables.info.torpedoes[formation])
    else:
        choose_activate(row, seat, desk.argument[best])


@compiled
def play_round(
    tables: SheetTables,
    rows: NDArray[np.void],
    desk: Desk,
    chance: Chance,
    width: int,
    whim: int,
) -> None:
    """Play one round of the game in the first of two rows; the second is scratch space."""
    row = rows[0]
    roll(chance, row)
    _take_dice(tables, row, desk, chance, whim)
    rows[1] = rows[0]
    for seat in range(row.players):
        act(tables, row, rows[1], seat, desk, chance, width, whim)
    finish_round(tables, row)


@compiled
def play_and_note(
    tables: SheetTables,
    new_game: NDArray[np.void],
    rows: NDArray[np.void],
    desk: Desk,
    chance: Chance,
    games: int,
    width: int,
    whim: int,
    trust: float,
    seen: NDArray[np.float32],
    targets: NDArray[np.float32],
) -> int:
    """Play games and record every position together with its training target.

    The target mixes the evaluation one round later with the final result (TD(λ); `trust` is λ).
    Returns the number of positions recorded.
    """
    noted = 0
    for _ in range(games):
        rows[0] = new_game[0]
        row = rows[0]
        if row.stage == STAGE_START:
            apply_start(row, draw_below(chance, row.players))
        first = noted
        while row.stage != STAGE_OVER and row.round < MAX_ROUNDS and noted < seen.shape[0]:
            play_round(tables, rows, desk, chance, width, whim)
            if row.stage != STAGE_OVER:
                evaluate(tables, row, desk)
                seen[noted] = desk.x
                targets[noted] = desk.chances[:SEATS]
                noted += 1
        if row.stage != STAGE_OVER:
            noted = first
            continue
        evaluate(tables, row, desk)
        for index in range(noted - 1, first - 1, -1):
            for seat in range(SEATS):
                thought = targets[index, seat]
                targets[index, seat] = desk.chances[seat]
                desk.chances[seat] = (1.0 - trust) * thought + trust * desk.chances[seat]
    return noted
