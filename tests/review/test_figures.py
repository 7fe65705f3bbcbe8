"""What is shown adds up to the last digit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from torpedo_dice.review import Review
from torpedo_dice.review.figures import rounded_parts, sums

parts = st.lists(st.floats(-300, 300), min_size=1, max_size=6)


@given(parts, st.floats(-0.2, 0.2))
def test_rounded_parts_add_up_to_the_rounded_whole(values: list[float], slack: float) -> None:
    """Also if the whole was rounded before; no part is off by more than a step or two."""
    whole = sum(values) + slack
    shown = rounded_parts(values, whole)
    assert round(10 * sum(shown)) == round(10 * whole)
    assert all(abs(a - b) < 0.35 for a, b in zip(shown, values, strict=True)) or len(values) < 3


def test_exact_parts_stay_as_they_are() -> None:
    """Nothing is moved without need."""
    assert rounded_parts([1.5, -2.3, 0.8], 0.0) == [1.5, -2.3, 0.8]


@pytest.mark.parametrize("fixture", ["versus", "four", "alone"])
def test_the_figures_of_every_player_add_up(fixture: str, request: pytest.FixtureRequest) -> None:
    """From the start to the result, in tenths; in solo there is a second row for the score."""
    review: Review = request.getfixturevalue(fixture)
    for seat in range(len(review.players)):
        rows = sums(review, seat)
        assert len(rows) == 1 + review.is_solo
        for row in rows:
            tenths = [round(10 * part) for part in (row.start, row.luck, row.own)]
            tenths += [round(10 * part) for part in (row.others, row.error)]
            assert sum(tenths) == round(10 * row.end)
