"""The turning points are the largest changes of a game."""

from __future__ import annotations

from random import Random

from tests.review.games import MadeUpJudge, random_record
from tests.rules.random_games import Setup
from torpedo_dice.review import Decision, review
from torpedo_dice.review.turning import turning_points


def test_the_largest_changes_in_the_order_of_the_game() -> None:
    """Three of all steps, none of them smaller than any other step."""
    reviewed = review(random_record(Setup("mission", 2, 12), Random(4)), MadeUpJudge())  # noqa: S311
    points = turning_points(reviewed)
    steps = [step for _, step in reviewed.steps()]
    places = [steps.index(point.step) for point in points]
    assert len(points) == 3
    assert places == sorted(places)
    least = min(abs(point.change) for point in points)
    others = [step for step in steps if all(step is not point.step for point in points)]
    for step in others:
        size = step.loss if isinstance(step, Decision) else max(map(abs, step.change))
        assert size <= least


def test_a_choice_counts_by_what_it_costs_its_own_seat() -> None:
    """The change of a bad choice is its loss, and belongs to the player who made it."""
    reviewed = review(random_record(Setup("solo", 1, 12), Random(4)), MadeUpJudge())  # noqa: S311
    points = turning_points(reviewed, most=1000)
    decisions = [point for point in points if isinstance(point.step, Decision)]
    assert decisions
    for point in decisions:
        assert isinstance(point.step, Decision)
        assert point.change == -point.step.loss
        assert point.seat == point.step.seat
    assert all(abs(point.change) >= 0.02 for point in points)
