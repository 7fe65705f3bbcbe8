"""Rewards at the end of a game."""

from __future__ import annotations

import pytest

from torpedo_dice.envs.rewards import reward_of, score_per_target
from torpedo_dice.fast.codes import STAGE_OVER
from torpedo_dice.fast.state import new_games
from torpedo_dice.rules import Sheet


@pytest.mark.parametrize(
    ("players", "winners", "rewards"),
    [
        (2, 0b01, [1, -1]),
        (2, 0b11, [0, 0]),
        (2, 0, [0, 0]),
        (3, 0b100, [-1 / 2, -1 / 2, 1]),
        (4, 0b0001, [1, -1 / 3, -1 / 3, -1 / 3]),
        (4, 0b0011, [1 / 3, 1 / 3, -1 / 3, -1 / 3]),
    ],
)
def test_the_rewards_of_players_add_up_to_zero(
    mission: Sheet, players: int, winners: int, rewards: list[float]
) -> None:
    """Winners share, and the others pay in equal parts."""
    row = new_games(1, mission, "mission", players)[0]
    assert [reward_of(row, seat) for seat in range(players)] == [0] * players
    row["stage"], row["winners"] = STAGE_OVER, winners
    found = [reward_of(row, seat) for seat in range(players)]
    assert found == pytest.approx(rewards)
    assert sum(found) == pytest.approx(0)


@pytest.mark.parametrize(("winners", "reward"), [(1, 1), (0, -1)])
def test_solo_is_won_or_lost(mission: Sheet, winners: int, reward: int) -> None:
    """A win is 1 and a loss -1."""
    row = new_games(1, mission, "solo", 1)[0]
    row["stage"], row["winners"] = STAGE_OVER, winners
    assert reward_of(row, 0) == reward


def test_a_score_is_a_fraction_of_the_targets(mission: Sheet) -> None:
    """Hits plus reserve torpedoes, divided by the targets."""
    row = new_games(1, mission, "mission", 2)[0]
    row["hits"][1], row["reserve"][1] = 0b111, 9
    assert score_per_target(row, 1, 24) == 0.5
