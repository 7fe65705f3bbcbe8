"""What a review asks of a judge: the outlook after every roll, every face and every option.

An *outlook* holds each seat's expected share of the win. In solo it holds the chance to win and the
expected score, which is 0 for a loss. A judge never computes the value of a chance node: that is by
definition the weighted mean of the outlooks after all outcomes, which `reviewer.py` computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.opinion import SCORE_WEIGHT
from torpedo_dice.fast.rolls import roll_weights, sorted_rolls
from torpedo_dice.rules import Fire, Game, Move, Outcome, Seat, Take

Outlook: TypeAlias = tuple[float, ...]
# One outlook per row.
Outlooks: TypeAlias = NDArray[np.float64]

# The columns of a solo outlook.
WIN, SCORE = 0, 1
# In solo, a choice is worth its win chance and, to a lesser degree, its score: the objective of the
# bots, by which two points of the score count as much as one point of win chance.
SCORE_POINTS = 100.0
_WORTH_OF_SCORE = SCORE_WEIGHT


@dataclass(frozen=True, slots=True)
class Option:
    """One of a seat's options, with the outlook after it.

    `error` is the standard error of its distance from the best option, in the deciding seat's
    share; 0 if the judge doesn't sample.
    """

    move: Move
    outlook: Outlook
    error: float = 0.0


class Judge(Protocol):
    """Values positions; all values that are compared come from the same depth.

    It receives games as the deciding seat sees them (`Game.view`), so that a choice is judged by
    what its seat could know; the others are assumed to play as the judge would.
    """

    @property
    def name(self) -> str:
        """How a report calls the judge."""

    def after_rolls(self, game: Game) -> Outlooks:
        """Return the outlook after each roll of `sorted_rolls`, for a game that awaits its dice."""

    def after_faces(self, view: Game, seat: Seat) -> Outlooks:
        """Return the outlook after each face, for a seat whose propeller is about to roll."""

    def options(self, view: Game, seat: Seat, taken: Move | None = None) -> Sequence[Option]:
        """Return the seat's distinct options, with the one taken among them.

        Options with the same `option_key` are one. The value of a modification is that of the best
        shot that can follow, since switching a system on needs none; that of the propeller is the
        mean over its faces, after which a system may be switched on as well.
        """


@runtime_checkable
class SamplingJudge(Protocol):
    """What a judge that samples knows besides: how sure it is of the luck of a roll."""

    def roll_errors(self, game: Game) -> NDArray[np.float64]:
        """Return the standard error of the luck of each roll of `sorted_rolls`.

        It is the largest of all seats, in shares of the win.
        """


class CannotJudgeError(ValueError):
    """Raised when a judge cannot value a position, such as an exact judge far from the end."""


# --------------------------------------------------------------------- dice


@cache
def roll_index(dice: tuple[int, ...]) -> int:
    """Return the index of a roll, in any order, in `sorted_rolls`."""
    return sorted_rolls(len(dice)).index(tuple(sorted(dice)))


def mean_after_rolls(outlooks: Outlooks, count: int) -> Outlook:
    """Return the value of a roll that is due: the exact mean over all outcomes."""
    return as_outlook(roll_weights(count) @ outlooks)


# --------------------------------------------------------------------- outlooks


def as_outlook(row: NDArray[np.float64]) -> Outlook:
    """Return a row as an outlook."""
    return tuple(float(part) for part in row)


def within_bounds(outlooks: Outlooks, *, is_solo: bool) -> Outlooks:
    """Return the nearest outlooks that are possible, for estimates that were corrected.

    Shares are at least 0 and add up to at most 1; in solo, so is the win chance, and the score is
    at least 0.
    """
    positive = np.maximum(outlooks, 0.0)
    if is_solo:
        positive[..., WIN] = np.minimum(positive[..., WIN], 1.0)
        return positive
    return np.asarray(positive / np.maximum(positive.sum(axis=-1, keepdims=True), 1.0))


def result_outlook(outcome: Outcome) -> Outlook:
    """Return the outlook of a game that is over: its result."""
    if outcome.solo is not None:
        return float(outcome.solo.won), float(outcome.solo.score or 0)
    share = 1 / max(1, len(outcome.winners))
    return tuple(
        share if seat in outcome.winners else 0.0 for seat in range(len(outcome.standings))
    )


def worths(outlooks: Outlooks, seat: Seat, *, is_solo: bool) -> NDArray[np.float64]:
    """Return what each outlook is worth to a seat; `outlooks` may have any number of axes."""
    if is_solo:
        return np.asarray(outlooks[..., WIN] + _WORTH_OF_SCORE * outlooks[..., SCORE])
    return np.asarray(outlooks[..., seat])


def worth(outlook: Outlook, seat: Seat, *, is_solo: bool) -> float:
    """Return what an outlook is worth to a seat."""
    return float(worths(np.array(outlook), seat, is_solo=is_solo))


# --------------------------------------------------------------------- options


def option_key(view: Game, move: Move) -> object:
    """Return a key that is equal for moves with the same effect.

    Dice with the same face are the same, and so are shots that hit the same targets.
    """
    if isinstance(move, Take):
        return Take, view.dice[move.pick]
    if isinstance(move, Fire):
        return Fire, view.sheet.mask_of(move.fields) & view.free_targets(move.seat)
    return move
