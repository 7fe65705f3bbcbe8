"""Figures that add up on the screen: rounded parts whose sum is the rounded total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from torpedo_dice.review.judge import SCORE, WIN
from torpedo_dice.review.values import Review, SeatTotals
from torpedo_dice.rules import Seat


@dataclass(frozen=True, slots=True)
class Sum:
    """From the start to the result, in tenths: start + luck + own + others + error = end."""

    start: float
    luck: float
    own: float
    others: float
    error: float
    end: float


def rounded_parts(parts: Sequence[float], whole: float, digits: int = 1) -> list[float]:
    """Round parts so that they add up to the whole, also rounded.

    Each part is rounded up or down; those closest to the next step are rounded up.
    """
    scale = 10**digits
    scaled = [part * scale for part in parts]
    steps = [floor(part) for part in scaled]
    missing = round(whole * scale) - sum(steps)
    by_rest = sorted(range(len(parts)), key=lambda index: steps[index] - scaled[index])
    for number in range(missing):
        steps[by_rest[number % len(parts)]] += 1
    for number in range(-missing):
        steps[by_rest[-1 - number % len(parts)]] -= 1
    return [step / scale for step in steps]


def sums(review: Review, seat: Seat) -> list[Sum]:
    """Return a seat's sum in percent of a win; in solo another one for the score follows."""
    totals = review.totals(seat)
    if not review.is_solo:
        return [_sum(review, totals, seat, 0, 100.0)]
    return [_sum(review, totals, WIN, WIN, 100.0), _sum(review, totals, SCORE, SCORE, 1.0)]


def _sum(review: Review, totals: SeatTotals, column: int, place: int, scale: float) -> Sum:
    start, end = (round(scale * outlook[column], 1) for outlook in (review.start, review.end))
    parts = [scale * part[place] for part in (totals.luck, totals.own, totals.others, totals.error)]
    luck, own, others, error = rounded_parts(parts, end - start)
    return Sum(start, luck, own, others, error, end)
