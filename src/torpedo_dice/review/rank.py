"""The playing rank that choices look like: calibrated on games of our own four ranks.

`ranks.json` holds, for each kind of game and each rank, how the cost per choice of a single game is
distributed; `python -m tools.ranks` writes it. Costs are compared by their square roots, whose
distributions are treated as normal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import exp, log, sqrt
from typing import Any

from torpedo_dice.bots import BOTS
from torpedo_dice.review.values import Review
from torpedo_dice.rules import Seat

FILE = "ranks.json"
RANKS = tuple(BOTS)
# The range of ranks includes the true one with at least this probability.
SURE = 0.9
# No rank plays so evenly that single games tell more than this: players differ from our bots.
_LEAST_SPREAD = 0.02


@dataclass(frozen=True, slots=True)
class Spread:
    """How the square root of the cost per choice varies from game to game."""

    mean: float
    deviation: float


# By kind of game and rank.
Calibration = Mapping[str, Mapping[str, Spread]]


@dataclass(frozen=True, slots=True)
class RankEstimate:
    """The most likely rank, the range that almost surely includes it, and each probability."""

    rank: str
    low: str
    high: str
    chances: dict[str, float]


def kind_of(review: Review) -> str:
    """Return which games a review is compared with: mode, number of players and judge."""
    return f"{review.mode} {len(review.players)} {review.judge}"


@cache
def calibration() -> Calibration:
    """Return the calibration that comes with the package."""
    text = resources.files("torpedo_dice.review").joinpath(FILE).read_text(encoding="utf-8")
    return calibration_from(json.loads(text))


def calibration_from(data: dict[str, Any]) -> Calibration:
    """Return a calibration from the data of its file."""
    return {
        kind: {rank: Spread(each["mean"], each["deviation"]) for rank, each in ranks.items()}
        for kind, ranks in data["kinds"].items()
    }


def estimate_rank(review: Review, seat: Seat) -> RankEstimate | None:
    """Return the rank that a seat played like; None for kinds of games without calibration."""
    return estimate_from(cost_of(review, seat))


def cost_of(review: Review, seat: Seat) -> list[tuple[str, float]]:
    """Return a game's kind and its cost per choice, as a list that is empty without choices."""
    mean = review.totals(seat).mean_loss
    return [] if mean is None else [(kind_of(review), mean)]


def estimate_from(
    costs: Iterable[tuple[str, float]], known: Calibration | None = None
) -> RankEstimate | None:
    """Return the rank for the costs per choice of some games, each with its kind of game."""
    known = calibration() if known is None else known
    usable = [(known[kind], cost) for kind, cost in costs if kind in known]
    if not usable:
        return None
    likelihoods = {
        rank: sum(_log_likelihood(sqrt(cost), ranks[rank]) for ranks, cost in usable)
        for rank in RANKS
    }
    highest = max(likelihoods.values())
    weights = {rank: exp(value - highest) for rank, value in likelihoods.items()}
    total = sum(weights.values())
    chances = {rank: weight / total for rank, weight in weights.items()}
    low, high = _range(list(chances.values()))
    best = max(chances, key=chances.__getitem__)
    return RankEstimate(best, RANKS[low], RANKS[high], chances)


def _log_likelihood(root: float, spread: Spread) -> float:
    deviation = max(spread.deviation, _LEAST_SPREAD)
    return -log(deviation) - (root - spread.mean) ** 2 / (2 * deviation**2)


def _range(chances: list[float]) -> tuple[int, int]:
    """Return the shortest range of neighbouring ranks that is sure enough."""
    ranges = [(low, high) for low in range(len(chances)) for high in range(low, len(chances))]
    sure = [(low, high) for low, high in ranges if sum(chances[low : high + 1]) >= SURE - 1e-12]
    return min(sure, key=lambda each: (each[1] - each[0], -sum(chances[each[0] : each[1] + 1])))
