"""The value of a position before a roll: the mean over all rolls of the values after them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.ahead import Rolls, rate
from torpedo_dice.bots.brain.desk import Desk
from torpedo_dice.fast.bits import lowest_bit
from torpedo_dice.fast.codes import SEATS
from torpedo_dice.fast.compiled import compiled
from torpedo_dice.fast.dice import dice_count, picks_left
from torpedo_dice.fast.moves import apply_roll
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables
from torpedo_dice.fast.turns import next_to_take


@compiled
def chances_after_rolls(
    tables: SheetTables,
    row: Row,
    scratch: Row,
    rolled: Rolls,
    desk: Desk,
    ahead: Desk,
    rolls: Rolls,
    chances: NDArray[np.float32],
) -> None:
    """Write the chances after each of some rolls, if the first to take a die takes the best.

    As in a bot's opinions, looking ahead ranks the dice, and the network sets the level.
    """
    for number in range(len(rolled)):
        # A row is copied field by field, because a view of a row can't be assigned as a whole.
        _restart(row, scratch)
        apply_roll(scratch, rolled[number])
        _best_die(tables, scratch, desk, ahead, rolls, chances[number])


@compiled
def _restart(row: Row, scratch: Row) -> None:
    """Undo a roll, the only change that is made to the scratch row."""
    scratch.round = row.round
    scratch.stage = row.stage
    for index in range(dice_count(row)):
        scratch.dice[index] = 0


@compiled
def _best_die(
    tables: SheetTables,
    row: Row,
    desk: Desk,
    ahead: Desk,
    rolls: Rolls,
    chances: NDArray[np.float32],
) -> None:
    seat = next_to_take(row)
    style = desk.style
    best = -1.0
    gain = np.zeros(SEATS + 1, np.float32)
    dice = 0
    seen = 0
    left = picks_left(row)
    while left:
        pick = lowest_bit(left)
        left &= left - 1
        if seen >> row.dice[pick] & 1:
            continue
        seen |= 1 << row.dice[pick]
        _, worth = rate(
            tables, row, seat, desk, ahead, rolls, pick, style.draft_width, style.draft_foreseen
        )
        dice += 1
        for place in range(len(gain)):
            gain[place] += desk.gain[place]
        if worth > best:
            best = worth
            for place in range(len(gain)):
                chances[place] = desk.chances[place]
    for place in range(len(gain)):
        chances[place] -= gain[place] / dice
