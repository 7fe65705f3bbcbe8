"""Counting games: every figure is taken from the records, and checked here by hand."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from torpedo_dice.lab.tally import Share, Tally
from torpedo_dice.record import RecordData


def test_the_interval_is_wilsons() -> None:
    """Known values: 8 of 10 is 49.0 to 94.3 %, 0 of 10 is 0 to 27.8 %."""
    low, high = Share(Fraction(8), 10).interval
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    low, high = Share(Fraction(0), 10).interval
    assert low == 0
    assert round(high, 3) == 0.278
    assert math.isnan(Share(Fraction(0), 0).value)


def game(winners: list[int], first: int = 0) -> RecordData:
    """Return the parts of a record that are counted, with one round."""
    turns = [
        {"seat": 0, "modify": {"system": "tower", "step": 1}, "fire": [], "hits": 3, "misses": 2},
        {"seat": 1, "modify": None, "activate": "fins"},
    ]
    return {
        "players": [
            {"name": "Ann", "kind": "bot", "bot": "ensign"},
            {"name": "Bob", "kind": "human"},
        ],
        "first": first,
        "rounds": [{"turns": turns}],
        "result": {"reason": "sunk", "winners": winners, "solo": None},
    }


def test_wins_are_counted_by_player_and_seat() -> None:
    """A shared win counts half for each; a bot counts under its rank, a person by name."""
    tally = Tally()
    for winners in ([0], [0], [1], [0, 1], []):
        tally.add(game(winners))
    assert tally.wins_by_player == {"ensign": Fraction(5, 2), "Bob": Fraction(3, 2)}
    assert tally.wins_by_seat == {0: Fraction(5, 2), 1: Fraction(3, 2)}
    assert (tally.games, tally.decided) == (5, 4)
    assert tally.first_player_share == Share(Fraction(5, 2), 4)


def test_turns_are_counted() -> None:
    """Hits, misses, uses and activations add up."""
    tally = Tally()
    tally.add(game([0]))
    tally.add(game([0]))
    assert (tally.turns, tally.hits, tally.misses) == (4, 6, 4)
    assert tally.uses == {"tower": 2}
    assert tally.activations == {"fins": 2}
    assert tally.rounds == [1, 1]


@pytest.mark.parametrize("fixture", ["mission_record", "training_record", "solo_record"])
def test_a_real_record_counts(fixture: str, request: pytest.FixtureRequest) -> None:
    """The sums of a real game are those of its turns."""
    record = request.getfixturevalue(fixture)
    tally = Tally()
    tally.add(record)
    turns = [turn for played in record["rounds"] for turn in played["turns"]]
    assert tally.hits == sum(turn.get("hits", 0) for turn in turns)
    assert tally.reasons == {record["result"]["reason"]: 1}
    if record["result"]["solo"]:
        assert tally.solo_scores == [record["result"]["solo"]["score"]]
        assert tally.ranks == {record["result"]["solo"]["rank"]: 1}
