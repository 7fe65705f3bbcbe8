"""Rewards at the end of the game, which add up to 0 among players.

The winner gets 1. Several winners share it equally, and the others pay for it in equal parts: with
two players a loss is -1, with four -1/3. If nobody wins, or everybody does, it is 0 for all. In
solo a win is 1 and a loss -1.

An illegal action loses the game: -1 for its seat, 0 for the others.
"""

from __future__ import annotations

import numpy as np

from torpedo_dice.fast.bits import count_bits
from torpedo_dice.fast.codes import MODE_SOLO, STAGE_OVER
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.outcome import score_of
from torpedo_dice.fast.state import Row

ILLEGAL_REWARD = -1.0


@kernel
def reward_of(row: Row, seat: int) -> float:
    """Return the reward of a seat: 0 until the game is over."""
    if row.stage != STAGE_OVER:
        return 0.0
    has_won = row.winners >> seat & 1
    if row.mode == MODE_SOLO:
        return 1.0 if has_won else -1.0
    if row.winners == 0:
        return 0.0
    share = has_won / count_bits(row.winners)
    return (share * row.players - 1.0) / (row.players - 1.0)


@kernel
def score_per_target(row: Row, seat: int, targets: int) -> float:
    """Return a seat's score (hits and reserve torpedoes) per target, for reward shaping."""
    return np.float64(score_of(row, seat)) / targets
