"""The estimated rank: calibrated, with a range that shrinks with the number of games."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import resources
from random import Random

import pytest

from torpedo_dice.review import Review
from torpedo_dice.review.labels import rank_label
from torpedo_dice.review.rank import (
    FILE,
    RANKS,
    SURE,
    Spread,
    calibration,
    calibration_from,
    cost_of,
    estimate_from,
    estimate_rank,
    kind_of,
)
from torpedo_dice.rules import Mode
from torpedo_dice.sheets import DEFAULT_SHEETS

# Square roots of the costs per choice: the better, the less.
KNOWN = {"a": {rank: Spread(0.20 - 0.05 * n, 0.03) for n, rank in enumerate(RANKS)}}


@pytest.mark.parametrize(
    ("cost", "rank"), [(0.05, "ensign"), (0.0225, "lieutenant"), (0.01, "captain"), (0, "admiral")]
)
def test_the_rank_with_the_closest_cost_is_the_most_likely(cost: float, rank: str) -> None:
    """The probabilities of all ranks sum to 1, and the range includes the most likely."""
    estimate = estimate_from([("a", cost)], KNOWN)
    assert estimate is not None
    assert estimate.rank == rank
    assert sum(estimate.chances.values()) == pytest.approx(1)
    low, high = RANKS.index(estimate.low), RANKS.index(estimate.high)
    assert low <= RANKS.index(rank) <= high
    assert sum(estimate.chances[r] for r in RANKS[low : high + 1]) >= SURE


def test_more_games_narrow_the_range() -> None:
    """One game between two ranks leaves both open; ten games decide."""
    chance = Random(1)  # noqa: S311
    costs = [("a", chance.gauss(0.10, 0.03) ** 2) for _ in range(10)]
    one, ten = estimate_from(costs[:1], KNOWN), estimate_from(costs, KNOWN)
    assert one is not None
    assert ten is not None
    assert max(one.chances.values()) < max(ten.chances.values())
    assert (ten.low, ten.rank, ten.high) == ("captain", "captain", "captain")
    assert rank_label(ten) == "Captain"
    assert " (" in rank_label(replace(ten, low="lieutenant"))


def test_without_calibration_there_is_no_rank(versus: Review) -> None:
    """A made-up judge isn't calibrated, and a game without choices says nothing."""
    assert kind_of(versus) == "mission 2 made up"
    assert cost_of(versus, 0)
    assert estimate_rank(versus, 0) is None
    assert estimate_from([], KNOWN) is None
    assert rank_label(None) == "-"


def test_our_calibration_is_complete_and_ordered() -> None:
    """Every kind of game is calibrated, ensigns' choices cost most, and its origin is known."""
    known = calibration()
    kinds = {f"{mode} {n} quick" for mode in (Mode.TRAINING, Mode.MISSION) for n in (2, 3, 4)}
    assert set(known) == kinds | {"solo 1 quick"}
    for ranks in known.values():
        assert set(ranks) == set(RANKS)
        assert ranks["ensign"].mean > ranks["admiral"].mean
    text = resources.files("torpedo_dice.review").joinpath(FILE).read_text(encoding="utf-8")
    data = json.loads(text)
    assert data["written_by"].startswith("python -m tools.ranks")
    assert set(data["sheets"]) == set(DEFAULT_SHEETS)
    assert calibration_from(data) == known
