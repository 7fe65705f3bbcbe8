"""The vector environment against opponents: only the agent decides, and all it gets is its own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from torpedo_dice.envs.observation import write_observation
from torpedo_dice.envs.turns import deciding_seat
from torpedo_dice.envs.versus_vector import VersusVectorEnv, play_randomly
from torpedo_dice.fast.convert import from_game, to_game
from torpedo_dice.fast.tables import fast_sheet

SETTINGS: list[dict[str, Any]] = [
    {"seat": 0},
    {"seat": 1},
    {"mode": "training", "players": 3, "seat": 1},
    {"players": 4, "seat": 3},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_every_step_is_the_agents(settings: dict[str, Any]) -> None:
    """Its seat decides in every game that goes on, and it sees what the rules show it."""
    env = VersusVectorEnv(play_randomly(1), 16, **settings)
    agent, tables = play_randomly(2), fast_sheet(env.sheet).tables
    observations, info = env.reset(seed=3)
    rewards, over = np.zeros(16), np.zeros(16, bool)
    ended = won = 0
    for _ in range(60):
        for index, row in enumerate(env.rows):
            game = to_game(row, env.sheet)
            assert game.is_over == over[index]
            assert game.is_over or deciding_seat(row) == env.seat
            expected = np.zeros((1, observations.shape[1]), np.int8)
            view = from_game(game.view(env.seat))
            write_observation(tables, view, env.seat, len(env.sheet.targets), expected, 0)
            np.testing.assert_array_equal(observations[index], expected[0])
            if game.outcome is None:
                assert rewards[index] == 0
                continue
            assert info["reason"][index] == str(game.outcome.reason)
            assert info["is_won"][index] == (env.seat in game.outcome.winners)
            assert (rewards[index] > 0) <= info["is_won"][index]
            assert rewards[index] == info["seat_rewards"][index, env.seat]
            ended += 1
            won += bool(info["is_won"][index])
        assert (info["seat"] == env.seat).all()
        actions = agent(observations, info["action_mask"])
        observations, rewards, over, _, info = env.step(actions)
        if not over.any():
            assert "reason" not in info
    assert ended > 16
    assert 0 < won < ended


def test_a_seed_repeats() -> None:
    """The same seed and opponent give the same games."""
    runs = []
    for _ in range(2):
        env, agent = VersusVectorEnv(play_randomly(1), 8), play_randomly(2)
        observations, info = env.reset(seed=5)
        for _ in range(20):
            observations, *_, info = env.step(agent(observations, info["action_mask"]))
        runs.append(env.rows.copy())
    assert np.array_equal(*runs)


def test_mistakes_are_named() -> None:
    """An opponent that plays an illegal action, and a seat that doesn't exist."""
    env = VersusVectorEnv(lambda _, masks: np.full(len(masks), 20), 8)
    with pytest.raises(ValueError, match="the opponent chose an illegal action"):
        env.reset(seed=1)
    with pytest.raises(ValueError, match="seat 2 is not one of 0 to 1"):
        VersusVectorEnv(play_randomly(1), seat=2)
    env = VersusVectorEnv(play_randomly(1), 4)
    env.reset(seed=1)
    _, rewards, over, _, info = env.step(np.full(4, -1))
    assert over.all()
    assert (rewards == -1).all()
    assert "reason" not in info
