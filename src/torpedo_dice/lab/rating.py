"""Ratings: one number per bot, fitted to the results.

The model is Bradley and Terry's: the probability that a bot wins is its strength divided by the
sum of all strengths at the table. The fit is by maximum likelihood. A rating is the logarithm of a
strength on the scale of chess: a difference of 400 points means ten times the strength.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.lab.tally import Z95

_Vector: TypeAlias = NDArray[np.float64]
_Matrix: TypeAlias = NDArray[np.float64]

POINTS = 400 / math.log(10)
_STEPS = 200
_LONGEST_STEP = 1.0
_CLOSE = 1e-10


@dataclass(frozen=True, slots=True)
class Duel:
    """Games on the same dice in which one bot could win, or the other.

    `edge` is the logarithm of the odds between bots of equal strength: −log 2 for a bot alone
    against two of another.
    """

    dice: int
    one: str
    other: str
    wins: float
    games: float
    edge: float = 0.0


@dataclass(frozen=True, slots=True)
class Rating:
    """Points above the weakest bot, with the 95 % confidence interval of that difference."""

    points: float
    low: float
    high: float


def rate(bots: Sequence[str], duels: Iterable[Duel]) -> dict[str, Rating]:
    """Fit ratings; the weakest bot has 0. The strongest comes first.

    One win and one loss are added to every pairing, which matters only for an undefeated bot:
    without them its rating would be infinite. The intervals treat sets of dice, not single games,
    as independent (a sandwich estimate, clustered by dice).
    """
    pairs = list(itertools.combinations(bots, 2))
    # Each of the added games counts as a separate set of dice.
    added = [
        Duel(-1 - number, one, other, number % 2, 1)
        for number, (one, other) in enumerate(pair for pair in pairs for _ in range(2))
    ]
    fit = _Fit(bots, [*duels, *added])
    strengths, covariance = fit.solve()
    weakest = int(np.argmin(strengths))
    ratings = {}
    for number in np.argsort(-strengths, kind="stable"):
        contrast = np.eye(len(bots))[number] - np.eye(len(bots))[weakest]
        points = float(contrast @ strengths) * POINTS
        half = Z95 * math.sqrt(max(0.0, float(contrast @ covariance @ contrast))) * POINTS
        ratings[bots[number]] = Rating(points, points - half, points + half)
    return ratings


class _Fit:
    """A logistic regression whose variables are the bots: +1 for the one, −1 for the other."""

    def __init__(self, bots: Sequence[str], duels: Sequence[Duel]) -> None:
        place = {bot: number for number, bot in enumerate(bots)}
        rows = np.arange(len(duels))
        self.signs = np.zeros((len(duels), len(bots)))
        self.signs[rows, [place[duel.one] for duel in duels]] = 1
        self.signs[rows, [place[duel.other] for duel in duels]] = -1
        self.wins = np.array([duel.wins for duel in duels])
        self.games = np.array([duel.games for duel in duels])
        self.edge = np.array([duel.edge for duel in duels])
        self.dice = np.unique([duel.dice for duel in duels], return_inverse=True)[1]

    def solve(self) -> tuple[_Vector, _Matrix]:
        """Return the strengths (their mean is 0) and their covariance."""
        strengths = np.zeros(self.signs.shape[1])
        for _ in range(_STEPS):
            surplus, information = self._at(strengths)
            step = np.linalg.pinv(information) @ surplus.sum(axis=0)
            # A long step could leave the region where Newton's method converges.
            strengths += step * min(1.0, _LONGEST_STEP / max(_CLOSE, float(np.abs(step).max())))
            if float(np.abs(step).max()) < _CLOSE:
                break
        surplus, information = self._at(strengths)
        inverse = np.linalg.pinv(information)
        return strengths, inverse @ self._spread(surplus) @ inverse

    def _at(self, strengths: _Vector) -> tuple[_Matrix, _Matrix]:
        """Return by how much each duel was won beyond expectation, and the information."""
        chances = 1 / (1 + np.exp(-(self.signs @ strengths + self.edge)))
        surplus = self.signs * (self.wins - self.games * chances)[:, None]
        weights = self.games * chances * (1 - chances)
        return surplus, self.signs.T @ (self.signs * weights[:, None])

    def _spread(self, surplus: _Matrix) -> _Matrix:
        """Return the variance of the surplus, summed over the games on the same dice first."""
        count = int(self.dice.max()) + 1
        by_dice = np.zeros((count, surplus.shape[1]))
        np.add.at(by_dice, self.dice, surplus)
        return by_dice.T @ by_dice * (count / max(1, count - 1))
