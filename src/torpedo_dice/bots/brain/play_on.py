"""The compiled part of playouts: playing positions on for a few rounds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.ahead import Rolls
from torpedo_dice.bots.brain.desk import Desk
from torpedo_dice.bots.brain.evaluate import copy_chances, evaluate
from torpedo_dice.bots.brain.junior import Weights
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, RANKS
from torpedo_dice.bots.brain.round_memo import MEMO_PLAYERS, RoundMemo, forget
from torpedo_dice.bots.brain.selfplay import GAME, play_rolled
from torpedo_dice.fast.codes import PROPELLER, SEATS, STAGE_OVER, STAGE_ROLL, SYSTEM_SLOTS
from torpedo_dice.fast.compiled import compiled
from torpedo_dice.fast.moves import apply_roll
from torpedo_dice.fast.state import Rows
from torpedo_dice.fast.tables import SheetTables


@compiled
def _play_out(
    tables: SheetTables,
    weights: Weights,
    rows: Rows,
    dice: NDArray[np.int64],
    seeds: NDArray[np.uint64],
    face: int,
    ranks: NDArray[np.int8],
    desks: NDArray[np.void],
    judge: Desk,
    all_rolls: Rolls,
    used: NDArray[np.int64],
    memo: RoundMemo,
    results: NDArray[np.float32],
) -> None:
    """Play the game on for as many rounds as there are dice, and evaluate the last positions."""
    versions = np.zeros(SEATS, np.int8)
    chance = np.zeros(1, np.uint64)
    row = rows[GAME]
    rounds = len(dice)
    unseen = rounds + 1 - len(results)
    for played in range(rounds + 1):
        if played >= unseen:
            evaluate(tables, row, judge)
            copy_chances(results[played - unseen], judge.chances)
        if played == rounds or row.stage == STAGE_OVER:
            continue
        chance[0] = seeds[played]
        versions[:] = min(played, desks.shape[1] - 1)
        if row.stage == STAGE_ROLL:
            apply_roll(row, dice[played])
        # Playouts have the first round in common, except its dice.
        known = memo if played == 0 else memo[:0]
        play_rolled(
            tables, weights, rows, ranks, versions, desks, chance, all_rolls, 0, face, used, known
        )


@compiled
def play_on(
    tables: SheetTables,
    weights: Weights,
    leaves: Rows,
    dice: NDArray[np.int64],
    seeds: NDArray[np.uint64],
    faces: NDArray[np.int64],
    ranks: NDArray[np.int8],
    desks: NDArray[np.void],
    judge: Desk,
    all_rolls: Rolls,
    rows: Rows,
    memo: RoundMemo,
    after: Rows,
    results: NDArray[np.float32],
    turned: NDArray[np.bool_],
) -> None:
    """Play every position on with each row of dice; write where it leads, and what it is worth.

    The seats play as their ranks do; admirals look ahead at `all_rolls`, by round. The first round
    is played with the first version of the desks, any later one with the last.
    The dice and all other chance of a round depend on the number of the playout and of the round,
    and never on what was played before: every position meets the same luck. A position in the
    middle of a round keeps its dice in that round. `turned` is whether a propeller showed the
    playout's face (of `faces`; any if it is 0): those of captains and admirals do. `results` are
    the evaluations after the last rounds, as many as it has room for.
    """
    used = np.zeros((RANKS, SYSTEM_SLOTS), np.int64)
    for number in range(len(leaves)):
        forget(memo[0])
        leaf = leaves[number]
        has_memo = leaf.stage == STAGE_ROLL and leaf.players == MEMO_PLAYERS
        for playout in range(len(dice)):
            rows[GAME] = leaves[number]
            _play_out(
                tables,
                weights,
                rows,
                dice[playout],
                seeds[playout],
                faces[playout],
                ranks,
                desks,
                judge,
                all_rolls,
                used,
                memo if has_memo else memo[:0],
                results[number, playout],
            )
            turned[number, playout] = used[CAPTAIN, PROPELLER] + used[ADMIRAL, PROPELLER] > 0
            used[:] = 0
            after[number, playout] = rows[GAME]
