"""The JSON of a review."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from torpedo_dice.review import Review
from torpedo_dice.review.data import review_data
from torpedo_dice.rules import parse_move


@pytest.mark.parametrize("fixture", ["versus", "alone"])
def test_the_figures_are_complete(fixture: str, request: pytest.FixtureRequest) -> None:
    """It is JSON, adds up without rounding, and moves can be parsed."""
    review: Review = request.getfixturevalue(fixture)
    data = json.loads(json.dumps(review_data(review)))
    steps = [step for each in data["rounds"] for step in each["steps"]]
    assert len(steps) == len(list(review.steps()))
    assert all(0 <= index < len(steps) for index in data["turning_points"])
    for seat, player in enumerate(data["players"]):
        parts = [player[name] for name in ("luck", "own", "others", "error")]
        if review.is_solo:
            change = data["end"]["win"] - data["start"]["win"]
            parts = [part["win"] for part in parts]
        else:
            change = data["end"][seat] - data["start"][seat]
        assert change == pytest.approx(sum(parts), abs=1e-9)
    for step in steps:
        if "move" in step:
            assert str(parse_move(step["move"])) == step["move"]
        if step["type"] == "decision":
            moves = [option["move"] for option in step["candidates"]]
            assert step["move"] in moves
            assert step["best"] in moves


def test_every_key_is_documented(versus: Review, alone: Review) -> None:
    """docs/review.md names every key."""
    text = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")
    found: set[str] = set()
    for review in (versus, alone):
        found |= set(re.findall(r'"(\w+)":', json.dumps(review_data(review))))
    assert {key for key in found if f"`{key}`" not in text} == set()
