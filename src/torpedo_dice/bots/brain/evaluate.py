"""What a position at the end of a round is worth: the chances, exact if the game is over."""

from __future__ import annotations

from typing import Any, TypeAlias

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


# A desk is one record of numbers, so that it goes into a compiled function as one pointer: Numba
# takes a second to compile for a dozen arrays. Its fields are attributes there; checkers do not
# know them.
Desk: TypeAlias = Any
Chances: TypeAlias = NDArray[np.float32]


def new_desk(network: Network) -> Desk:
    """Return room to think in, for one thread, with the network laid on it."""
    units = len(network.hidden_bias)
    desk = np.zeros(
        1,
        [
            (
                "network",
                [
                    (name, weights.dtype, weights.shape)
                    for name, weights in network._asdict().items()
                ],
            ),
            ("rows", ROW, 3),
            # The network's input, its hidden units, and the chances that it gives.
            ("x", "f4", (SEATS, FEATURES)),
            ("hidden", "f4", units),
            ("chances", "f4", SEATS + 1),
            # The candidates: a modification, the kind of move and its argument; the chances after
            # it, what they are worth, and whether the next dice were looked at too.
            ("modify", "i1", MAX_CANDIDATES),
            ("kind", "i1", MAX_CANDIDATES),
            ("argument", "i4", MAX_CANDIDATES),
            ("outlook", "f4", (MAX_CANDIDATES, SEATS + 1)),
            ("worth", "f4", MAX_CANDIDATES),
            ("is_foreseen", "i1", MAX_CANDIDATES),
            # The best shots of a formation: what speaks for them, and their numbers.
            ("top", "i8", (2, 64)),
        ],
    )[0]
    for name, weights in network._asdict().items():
        desk["network"][name] = weights
    return desk


@borrowing
def evaluate(tables: SheetTables, row: Row, desk: Desk) -> None:
    """Write every player's chance to win into the desk's `chances`."""
    if row.stage == STAGE_OVER:
        _fill_result(row, desk.chances)
        return
    fill_features(tables, row, desk.x)
    total = np.exp(desk.network.output_bias[2])
    for seat in range(row.players):
        strength, score = judge_player(desk.network, desk.x[seat], desk.hidden)
        desk.chances[seat] = np.exp(strength if strength < _STRONGEST else _STRONGEST)
        total += desk.chances[seat]
        if row.mode == MODE_SOLO:
            desk.chances[SCORE] = score
    for seat in range(row.players):
        desk.chances[seat] /= total


@borrowing
def _fill_result(row: Row, chances: Chances) -> None:
    winners = count_bits(row.winners)
    for seat in range(row.players):
        chances[seat] = 1.0 / winners if row.winners >> seat & 1 else 0.0
    if row.mode == MODE_SOLO:
        chances[SCORE] = row.solo_score / _SCORE_UNIT if row.solo_score > 0 else 0.0


@borrowing
def worth_for(row: Row, seat: int, chances: Chances) -> float:
    """Return what a seat wants: to win; in solo also, but less, a high score."""
    if row.mode == MODE_SOLO:
        return chances[0] + SCORE_WEIGHT * chances[SCORE]
    return chances[seat]


@borrowing
def copy_chances(target: Chances, chances: Chances) -> None:
    """Write down chances elsewhere; Numba's own way to copy an array makes one first."""
    for place in range(len(target)):
        target[place] = chances[place]


@borrowing
def add_part(mean: Chances, chances: Chances, parts: int) -> None:
    """Add one of several equal parts to a mean of chances."""
    for place in range(len(mean)):
        mean[place] += chances[place] / parts
