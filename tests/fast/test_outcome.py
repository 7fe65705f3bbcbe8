"""How games end, compared with the rules."""

from __future__ import annotations

import numpy as np
import pytest

from tests.fast.played import positions, round_ends
from torpedo_dice.fast.codes import (
    REASON_ALL_SKULLS,
    REASON_AUTOMATON,
    REASON_NONE,
    REASON_SKULL,
    REASON_SUNK,
    REASONS,
)
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.outcome import has_sunk, judge, score_of
from torpedo_dice.fast.state import Row, new_games
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Sheet


def test_scores_and_sinking() -> None:
    """A score is hits plus reserve torpedoes; sinking is all targets hit."""
    for game in positions():
        tables, row = fast_sheet(game.sheet).tables, from_game(game)
        for seat, player in enumerate(game.players):
            assert score_of(row, seat) == player.hits.bit_count() + player.reserve
            assert has_sunk(tables, row, seat) == (game.free_targets(seat) == 0)


def test_played_games_end_as_in_the_rules() -> None:
    """After every round the reason, the winners and the solo score are the same."""
    for _, _, _, game in round_ends():
        row = from_game(game)
        reason, winners, score = row["reason"], row["winners"], row["solo_score"]
        row["winners"], row["reason"] = 0, REASON_NONE
        outcome = game.outcome
        assert REASONS[judge(fast_sheet(game.sheet).tables, row)] == (
            outcome.reason if outcome else None
        )
        assert (row["reason"], row["winners"], row["solo_score"]) == (reason, winners, score)


@pytest.fixture
def row(mission: Sheet) -> Row:
    """Three players at the start of a game, each with 12 torpedoes in reserve."""
    return new_games(1, mission, "mission", 3)[0]


@pytest.mark.parametrize(
    ("skulls", "hits", "reserve", "reason", "winners"),
    [
        ((0, 0, 0), (5, 5, 5), (3, 3, 3), REASON_NONE, 0),
        ((1, 1, 1), (5, 5, 5), (0, 0, 0), REASON_ALL_SKULLS, 0),
        # The skull's own seat cannot win; the others compare scores, then reserves.
        ((1, 0, 0), (9, 4, 5), (0, 3, 3), REASON_SKULL, 0b100),
        ((1, 0, 0), (9, 4, 5), (0, 4, 3), REASON_SKULL, 0b010),
        ((1, 0, 0), (9, 5, 5), (0, 3, 3), REASON_SKULL, 0b110),
    ],
)
def test_skulls(
    mission: Sheet,
    row: Row,
    skulls: tuple[int, ...],
    hits: tuple[int, ...],
    reserve: tuple[int, ...],
    reason: int,
    winners: int,
) -> None:
    """Skulls end a game, with tie-breaks."""
    row["skull"][:3], row["reserve"][:3] = skulls, reserve
    row["hits"][:3] = [(1 << count) - 1 for count in hits]
    assert judge(fast_sheet(mission).tables, row) == reason
    assert row["winners"] == winners


def test_sinking_beats_a_skull_of_another_player(mission: Sheet, row: Row) -> None:
    """Of several who sink in one round the larger reserve wins."""
    tables = fast_sheet(mission).tables
    row["hits"][:2] = tables.info["all_targets"]
    row["skull"][2] = 1
    row["reserve"][:2] = 4, 5
    assert judge(tables, row) == REASON_SUNK
    assert row["winners"] == 0b010


def test_solo_ends(mission: Sheet) -> None:
    """The skull loses even with the enemy sunk; sinking goes before the last own system."""
    tables = fast_sheet(mission).tables
    rows = new_games(3, mission, "solo", 1)
    rows["destroyed"][:, 0] = tables.info["systems"]
    rows["hits"][:2, 0] = np.uint64(tables.info["all_targets"])
    rows["skull"][0, 0] = 1
    reasons = [judge(tables, row) for row in rows]
    assert reasons == [REASON_SKULL, REASON_SUNK, REASON_AUTOMATON]
    assert rows["winners"].tolist() == [0, 1, 0]
