"""Grades, and the arithmetic of outlooks."""

from __future__ import annotations

from random import Random

import pytest

from tests.review.games import MadeUpJudge, random_record
from tests.rules.random_games import Setup
from torpedo_dice.review import Grade, review
from torpedo_dice.review.values import grade_of, minus, total


@pytest.mark.parametrize(
    ("points", "grade"),
    [(0, "best"), (2, "best"), (2.1, "fine"), (5, "fine"), (10, "inaccurate"), (10.1, "bad")],
)
def test_grades(points: float, grade: str) -> None:
    """The limits are 2, 5 and 10 points."""
    assert grade_of(points / 100) is Grade(grade)


def test_outlooks_are_added_column_by_column() -> None:
    """The sum of no outlooks has as many columns."""
    assert minus((0.5, 0.25), (0.25, 0.5)) == (0.25, -0.25)
    assert total([(0.5, 0.25), (0.25, 0.5)], 2) == (0.75, 0.75)
    assert total([], 3) == (0, 0, 0)


def test_the_rounds_follow_each_other() -> None:
    """Each round begins with the value with which the one before ended."""
    reviewed = review(random_record(Setup("mission", 3, 12), Random(1)), MadeUpJudge())  # noqa: S311
    assert [each.number for each in reviewed.rounds] == list(range(len(reviewed.rounds)))
    for one, other in zip(reviewed.rounds, reviewed.rounds[1:], strict=False):
        assert one.after == other.before
    for each in reviewed.rounds:
        change = total([each.luck, each.play, each.error], 3)
        assert minus(each.after, each.before) == pytest.approx(change)


def test_totals_count_every_seat_once() -> None:
    """What a seat's own choices do to it, the others' totals count as the effect of others."""
    reviewed = review(random_record(Setup("mission", 2, 12), Random(2), rounds=40), MadeUpJudge())  # noqa: S311
    own = sum(decision.change[0] for _, decision in reviewed.decisions(0))
    others = sum(decision.change[0] for _, decision in reviewed.decisions(1))
    totals = reviewed.totals(0)
    assert totals.own == pytest.approx((own,))
    assert totals.others == pytest.approx((others,))
    assert totals.loss == pytest.approx(-own)
    assert totals.mean_loss == pytest.approx(totals.loss / totals.decisions)
