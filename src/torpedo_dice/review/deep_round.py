"""The compiled part of the deep judge: playing positions on for a few rounds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.ahead import Rolls
from torpedo_dice.bots.brain.desk import Desk
from torpedo_dice.bots.brain.evaluate import evaluate
from torpedo_dice.bots.brain.junior import Weights
from torpedo_dice.bots.brain.ranks import ADMIRAL
from torpedo_dice.bots.brain.selfplay import GAME, play_rolled
from torpedo_dice.fast.codes import SEATS, STAGE_OVER, SYSTEM_SLOTS
from torpedo_dice.fast.compiled import compiled
from torpedo_dice.fast.moves import apply_roll
from torpedo_dice.fast.state import Rows
from torpedo_dice.fast.tables import SheetTables


@compiled
def play_on(
    tables: SheetTables,
    weights: Weights,
    leaves: Rows,
    dice: NDArray[np.int64],
    seeds: NDArray[np.uint64],
    ranks: NDArray[np.int8],
    desks: NDArray[np.void],
    judge: Desk,
    rolls: Rolls,
    rows: Rows,
    after: Rows,
    results: NDArray[np.float32],
) -> None:
    """Play every position on with each row of dice; write where it leads, and what it is worth.

    The seats play as their ranks do; admirals look ahead at as many rolls as `rolls` has room for.
    The dice and all other chance of a round depend on the number of the playout and of the round,
    and never on what was played before: every position meets the same luck.
    """
    versions = np.zeros(SEATS, np.int8)
    used = np.zeros((ADMIRAL + 1, SYSTEM_SLOTS), np.int64)
    chance = np.zeros(1, np.uint64)
    for number in range(len(leaves)):
        for playout in range(len(dice)):
            rows[GAME] = leaves[number]
            row = rows[GAME]
            for ahead in range(dice.shape[1]):
                if row.stage == STAGE_OVER:
                    break
                chance[0] = seeds[playout, ahead]
                apply_roll(row, dice[playout, ahead])
                play_rolled(tables, weights, rows, ranks, versions, desks, chance, rolls, 0, used)
            after[number, playout] = rows[GAME]
            evaluate(tables, row, judge)
            for column in range(results.shape[2]):
                results[number, playout, column] = judge.chances[column]
