"""What a position at the end of a round is worth: the chances, exact if the game is over."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.features import FEATURES, fill_features
from torpedo_dice.bots.brain.network import Network, judge_player
from torpedo_dice.fast.bits import count_bits
from torpedo_dice.fast.codes import MODE_SOLO, SEATS, STAGE_OVER
from torpedo_dice.fast.compiled import borrowing
from torpedo_dice.fast.state import ROW, Row
from torpedo_dice.fast.tables import SheetTables

# In solo the second of the chances is no chance but the score to expect, in hundreds; 0 if lost.
SCORE = 1
_SCORE_UNIT = 100.0
# What the score counts beside winning: winning comes first.
SCORE_WEIGHT = 0.5
# Beyond this a power is as good as infinite.
_STRONGEST = 20.0
MAX_CANDIDATES = 512


class Desk(NamedTuple):
    """Room to think in, for one thread."""

    rows: Any
    x: NDArray[np.float32]
    hidden: NDArray[np.float32]
    chances: NDArray[np.float32]
    modify: NDArray[np.int8]
    kind: NDArray[np.int8]
    argument: NDArray[np.int32]
    worth: NDArray[np.float32]
    top: NDArray[np.int64]


def new_desk(units: int) -> Desk:
    """Return room for a network with so many hidden units."""
    return Desk(
        np.zeros(8, ROW),
        np.zeros((SEATS, FEATURES), np.float32),
        np.zeros(units, np.float32),
        np.zeros(SEATS + 1, np.float32),
        np.zeros(MAX_CANDIDATES, np.int8),
        np.zeros(MAX_CANDIDATES, np.int8),
        np.zeros(MAX_CANDIDATES, np.int32),
        np.zeros(MAX_CANDIDATES, np.float32),
        np.zeros((2, 64), np.int64),
    )


@borrowing
def evaluate(tables: SheetTables, network: Network, row: Row, desk: Desk) -> None:
    """Write every player's chance to win into the desk's `chances`."""
    if row.stage == STAGE_OVER:
        _fill_result(row, desk.chances)
        return
    fill_features(tables, row, desk.x)
    total = np.exp(network.output_bias[2])
    for seat in range(row.players):
        strength, score = judge_player(network, desk.x[seat], desk.hidden)
        desk.chances[seat] = np.exp(strength if strength < _STRONGEST else _STRONGEST)
        total += desk.chances[seat]
        if row.mode == MODE_SOLO:
            desk.chances[SCORE] = score
    for seat in range(row.players):
        desk.chances[seat] /= total


@borrowing
def _fill_result(row: Row, chances: NDArray[np.float32]) -> None:
    winners = count_bits(row.winners)
    for seat in range(row.players):
        chances[seat] = 1.0 / winners if row.winners >> seat & 1 else 0.0
    if row.mode == MODE_SOLO:
        chances[SCORE] = row.solo_score / _SCORE_UNIT if row.solo_score > 0 else 0.0


@borrowing
def worth_for(row: Row, seat: int, chances: NDArray[np.float32]) -> float:
    """Return what a seat wants: to win; in solo also, but less, a high score."""
    if row.mode == MODE_SOLO:
        return chances[0] + SCORE_WEIGHT * chances[SCORE]
    return chances[seat]
