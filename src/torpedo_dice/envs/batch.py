"""Thousands of games at once: the compiled part of the vector environment."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.envs.actions import action_argument, action_kind, write_mask
from torpedo_dice.envs.observation import write_observation
from torpedo_dice.envs.rewards import ILLEGAL_REWARD, reward_of, score_per_target
from torpedo_dice.envs.turns import deciding_seat, roll_for_seat
from torpedo_dice.fast.chance import Chance
from torpedo_dice.fast.codes import REASON_NONE, STAGE_OVER
from torpedo_dice.fast.compiled import borrowing, kernel
from torpedo_dice.fast.legal import is_legal
from torpedo_dice.fast.moves import apply_move
from torpedo_dice.fast.state import NO_SCORE, Row, Rows
from torpedo_dice.fast.tables import SheetTables


class Seen(NamedTuple):
    """The output of a step, one row per game."""

    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    # The seat that decides next and receives the observation.
    seats: NDArray[np.int8]
    # Of the seat that acted, and of every seat.
    rewards: NDArray[np.float64]
    seat_rewards: NDArray[np.float64]
    terminations: NDArray[np.bool_]
    # Whether a game ended in this step, other than by an illegal action; then why, whether the seat
    # that acted won, and the score of a solo win.
    has_result: NDArray[np.bool_]
    reasons: NDArray[np.int8]
    is_won: NDArray[np.bool_]
    solo_scores: NDArray[np.int16]


@borrowing
def begin_all(
    info: NDArray[np.void],
    shots: NDArray[np.uint64],
    new: Rows,
    rows: Rows,
    targets: int,
    chance: Chance,
    seen: Seen,
) -> None:
    """Begin all games.

    The tables of the sheet and the new game come as arrays of one, which are faster to pass.
    """
    tables = SheetTables(info[0], shots)
    for index in range(len(rows)):
        _begin(rows, index, new, chance)
        _write(tables, rows[index], targets, seen, index, deciding_seat(rows[index]))


@borrowing
def step_all(
    info: NDArray[np.void],
    shots: NDArray[np.uint64],
    new: Rows,
    rows: Rows,
    targets: int,
    actions: NDArray[np.int64],
    shaping: float,
    chance: Chance,
    seen: Seen,
) -> None:
    """Make one decision in every game; a finished game begins again instead."""
    tables = SheetTables(info[0], shots)
    for index in range(len(rows)):
        row = rows[index]
        seen.rewards[index] = 0.0
        seen.terminations[index] = False
        seen.has_result[index] = False
        seen.reasons[index] = REASON_NONE
        seen.is_won[index] = False
        seen.solo_scores[index] = NO_SCORE
        for seat in range(row.players):
            seen.seat_rewards[index, seat] = 0.0
        if row.stage == STAGE_OVER:
            _begin(rows, index, new, chance)
            _write(tables, row, targets, seen, index, deciding_seat(row))
            continue
        seat = deciding_seat(row)
        _decide(tables, row, seat, targets, actions[index], shaping, seen, index)
        roll_for_seat(row, seat, chance)
        seen.rewards[index] = seen.seat_rewards[index, seat]
        if row.stage != STAGE_OVER:
            seat = deciding_seat(row)
        _write(tables, row, targets, seen, index, seat)


@kernel
def _begin(rows: Rows, index: int, new: Rows, chance: Chance) -> None:
    rows[index] = new[0]
    roll_for_seat(rows[index], 0, chance)


@kernel
def _decide(
    tables: SheetTables,
    row: Row,
    seat: int,
    targets: int,
    action: int,
    shaping: float,
    seen: Any,
    index: int,
) -> None:
    """Make a seat's decision, and write all rewards if it ended a round or the game."""
    argument = action_argument(tables, row, seat, action) if action >= 0 else -1
    if not is_legal(tables, row, seat, action_kind(action), argument):
        row.stage = STAGE_OVER
        seen.terminations[index] = True
        seen.seat_rewards[index, seat] = ILLEGAL_REWARD
        return
    if shaping:
        for other in range(row.players):
            seen.seat_rewards[index, other] = -shaping * score_per_target(row, other, targets)
    apply_move(tables, row, seat, action_kind(action), argument)
    if shaping:
        for other in range(row.players):
            seen.seat_rewards[index, other] += shaping * score_per_target(row, other, targets)
    if row.stage == STAGE_OVER:
        seen.terminations[index] = True
        seen.has_result[index] = True
        seen.reasons[index] = row.reason
        seen.is_won[index] = row.winners >> seat & 1 == 1
        seen.solo_scores[index] = row.solo_score
        for other in range(row.players):
            seen.seat_rewards[index, other] += reward_of(row, other)


@kernel
def _write(tables: SheetTables, row: Row, targets: int, seen: Any, index: int, seat: int) -> None:
    seen.seats[index] = seat
    write_observation(tables, row, seat, targets, seen.observations, index)
    if row.stage == STAGE_OVER:
        # The next action is ignored, so any will do. A mask of zeros would make a softmax NaN.
        for action in range(seen.masks.shape[1]):
            seen.masks[index, action] = 1
    else:
        write_mask(tables, row, seat, seen.masks, index)
