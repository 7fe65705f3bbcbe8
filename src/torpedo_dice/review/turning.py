"""The turning points of a game: the rolls and choices that changed most."""

from __future__ import annotations

from dataclasses import dataclass

from torpedo_dice.review.judge import worth
from torpedo_dice.review.values import Decision, Luck, Resignation, Review, Step
from torpedo_dice.rules import Seat

MOST_TURNING_POINTS = 3
# What changes less is no turning point.
_LEAST = 0.02


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A step that changed much, and the seat for which it changed most.

    `change` is that seat's gain or loss of worth: of its share of the win or, in solo, of win
    chance and score together.
    """

    round: int
    step: Step
    seat: Seat
    change: float


def turning_points(review: Review, most: int = MOST_TURNING_POINTS) -> tuple[TurningPoint, ...]:
    """Return the steps that changed most, in the order of the game."""
    found = [_turning_point(review, number, step) for number, step in review.steps()]
    ranked = sorted(range(len(found)), key=lambda index: -abs(found[index].change))
    kept = sorted(index for index in ranked[:most] if abs(found[index].change) >= _LEAST)
    return tuple(found[index] for index in kept)


def _turning_point(review: Review, number: int, step: Step) -> TurningPoint:
    if isinstance(step, Decision):
        # A choice counts by what it costs the player who made it.
        return TurningPoint(number, step, step.seat, -step.loss)
    seats = range(len(review.players))
    changes = [_change(review, step, seat) for seat in seats]
    seat = max(seats, key=lambda each: abs(changes[each]))
    return TurningPoint(number, step, seat, changes[seat])


def _change(review: Review, step: Luck | Resignation, seat: Seat) -> float:
    return worth(step.change, seat, is_solo=review.is_solo)
