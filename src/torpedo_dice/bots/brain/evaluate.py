"""Evaluate a position at the end of a round: win chances, exact once the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.desk import Desk
from torpedo_dice.bots.brain.features import FEATURES, MEMO, fill_features
from torpedo_dice.bots.brain.network import Network, calibrate, fill_hidden, judge_player
from torpedo_dice.bots.brain.ranks import ADMIRAL
from torpedo_dice.bots.brain.style import QUICK_STYLE, STYLE, Style
from torpedo_dice.bots.opinion import SCORE_WEIGHT
from torpedo_dice.fast.bits import count_bits
from torpedo_dice.fast.codes import FORMATION_COUNT, MODE_SOLO, SEATS, STAGE_OVER
from torpedo_dice.fast.compiled import borrowing
from torpedo_dice.fast.state import ROW, Row
from torpedo_dice.fast.tables import SheetTables

# In solo, the second entry of `chances` is the expected score in hundreds; 0 for a loss.
SCORE = 1
SCORE_UNIT = 100.0
_WEIGHT = SCORE_WEIGHT * SCORE_UNIT
# Caps the exponent, so that `exp` cannot overflow.
_STRONGEST = 20.0
MAX_CANDIDATES = 1024
# The columns of `chances`: one per seat; with four players, the last one stays empty.
COLUMNS = SEATS + 1


# A desk is a single structured record, so that it is passed to compiled code as one pointer:
# compiling for a dozen array arguments takes Numba a second. Type checkers don't know its fields.
Chances: TypeAlias = NDArray[np.float32]


def new_desk(
    network: Network, style: Style = QUICK_STYLE, ranks: Sequence[int] = (ADMIRAL,) * SEATS
) -> Desk:
    """Return a scratch workspace for one thread and one sheet, holding a copy of the network.

    `ranks` are the players' ranks by seat, as far as they matter to the evaluation.
    """
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
            ("rows", ROW, 4),
            # The network's input, its hidden units, and the chances it outputs.
            ("x", "f4", (SEATS, FEATURES)),
            ("hidden", "f4", (SEATS, len(network.hidden_bias))),
            ("others", "f4", len(network.hidden_bias)),
            ("inner_units", "f4", len(network.inner_bias)),
            ("chances", "f4", COLUMNS),
            # The candidates: a modification, the kind of move and its argument; the chances after
            # it, their worth, and whether the next dice were taken into account.
            ("modify", "i1", MAX_CANDIDATES),
            ("kind", "i1", MAX_CANDIDATES),
            ("argument", "i4", MAX_CANDIDATES),
            ("outlook", "f4", (MAX_CANDIDATES, COLUMNS)),
            ("worth", "f4", MAX_CANDIDATES),
            ("is_foreseen", "i1", MAX_CANDIDATES),
            # What looking ahead added to the chances, on average.
            ("gain", "f4", COLUMNS),
            # The outlook of the best candidate whose result is certain.
            ("certain", "f4", COLUMNS),
            # The best shots of a formation: their sort keys and their numbers.
            ("top", "i8", (2, 64)),
            # The ranks of the players, and what the others are expected to do, by seat.
            ("ranks", "i1", SEATS),
            ("plan_modify", "i1", SEATS),
            ("plan_kind", "i1", SEATS),
            ("plan_argument", "i4", SEATS),
            # How the owner thinks.
            ("style", STYLE),
            # The most hits that each formation can still score, by the damage done so far.
            ("memo_is_used", "i1", MEMO),
            ("memo_hits", "u8", MEMO),
            ("memo_best", "i1", (MEMO, FORMATION_COUNT)),
        ],
    )[0]
    for name, weights in network._asdict().items():
        desk["network"][name] = weights
    desk["ranks"][: len(ranks)] = ranks
    desk["style"] = tuple(style)
    return desk


@borrowing
def evaluate(tables: SheetTables, row: Row, desk: Desk) -> None:
    """Write every player's win chance into the desk's `chances`."""
    if row.stage == STAGE_OVER:
        _fill_result(row, desk.chances)
        return
    fill_features(tables, row, desk)
    chances = desk.chances
    for seat in range(row.players):
        fill_hidden(desk.network, desk.x[seat], row.hits[seat], desk.hidden[seat])
    nobody = desk.network.output_bias[2]
    for seat in range(row.players):
        strength, score = judge_player(
            desk.network, desk.hidden, seat, row.players, desk.others, desk.inner_units
        )
        added, added_to_nobody = calibrate(
            desk.network.calibration, desk.inner_units, desk.ranks, seat, row.players
        )
        chances[seat] = strength + added
        nobody += added_to_nobody / row.players
        if row.mode == MODE_SOLO:
            chances[SCORE] = score
    total = np.exp(nobody)
    for seat in range(row.players):
        chances[seat] = np.exp(min(chances[seat], _STRONGEST))
        total += chances[seat]
    for seat in range(row.players):
        chances[seat] /= total


@borrowing
def _fill_result(row: Row, chances: Chances) -> None:
    winners = count_bits(row.winners)
    for seat in range(row.players):
        chances[seat] = 1.0 / winners if row.winners >> seat & 1 else 0.0
    if row.mode == MODE_SOLO:
        chances[SCORE] = row.solo_score / SCORE_UNIT if row.solo_score > 0 else 0.0


@borrowing
def worth_for(row: Row, seat: int, chances: Chances) -> float:
    """Return what a seat maximises: its win chance and, in solo, to a lesser degree the score."""
    if row.mode == MODE_SOLO:
        return chances[0] + _WEIGHT * chances[SCORE]
    return chances[seat]


@borrowing
def copy_chances(target: Chances, chances: Chances) -> None:
    """Copy chances element by element: Numba's slice assignment allocates a temporary array."""
    for place in range(len(target)):
        target[place] = chances[place]


@borrowing
def add_part(mean: Chances, chances: Chances, parts: int) -> None:
    """Add one of `parts` equal shares to a running mean of chances."""
    for place in range(len(mean)):
        mean[place] += chances[place] / parts
