"""PettingZoo: its own conformance suite, and games that agree with the rules move by move."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from tests.envs.driver import SETTINGS, check_mask, check_record, good_action
from torpedo_dice.envs import pettingzoo
from torpedo_dice.envs.env_game import IllegalActionError
from torpedo_dice.rules import Sheet, Stage

# PettingZoo's suite has a list of environments with dictionary observations, and warns about all
# others; and after the end no action is legal.
DICTIONARIES = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
)


@DICTIONARIES
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_api(settings: dict[str, Any]) -> None:
    """`pettingzoo.test.api_test`."""
    api_test(pettingzoo.env(**settings), num_cycles=300)
    api_test(pettingzoo.raw_env(**settings), num_cycles=100)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_seed(settings: dict[str, Any]) -> None:
    """`pettingzoo.test.seed_test`."""
    seed_test(lambda: pettingzoo.env(**settings), num_cycles=100)


def test_render() -> None:
    """`pettingzoo.test.render_test`, with all three render modes."""
    render_test(pettingzoo.env)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_parallel(settings: dict[str, Any]) -> None:
    """`pettingzoo.test.parallel_api_test` and `parallel_seed_test`."""
    parallel_api_test(pettingzoo.parallel_env(**settings), num_cycles=300)
    parallel_seed_test(lambda: pettingzoo.parallel_env(**settings), num_cycles=100)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_games_agree_with_the_rules(settings: dict[str, Any]) -> None:
    """At every decision the mask agrees with the rules; the game ends as its record says."""
    play_checked(settings, seeds=range(4))


def play_checked(settings: dict[str, Any], seeds: range) -> None:
    """Play games sequentially, and compare each with the rules."""
    chance = Random(f"{settings} {seeds}")
    env = pettingzoo.env(**settings)
    for seed in seeds:
        env.reset(seed=seed)
        rewards = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, is_over, _, _ = env.last()
            rewards[agent] += reward
            if is_over:
                env.step(None)
                continue
            game, seat = env.unwrapped.env_game.game, env.possible_agents.index(agent)
            check_mask(game, seat, observation["action_mask"])
            env.step(good_action(game, seat, observation["action_mask"], chance))
        check_record(env.unwrapped.record())
        _check_rewards(rewards, env.unwrapped.env_game.game.outcome.winners)


def _check_rewards(rewards: dict[str, float], winners: tuple[int, ...]) -> None:
    assert sum(rewards.values()) == pytest.approx(0)
    for seat, reward in enumerate(rewards.values()):
        if not winners or len(winners) == len(rewards):
            assert reward == 0
        elif seat in winners:
            share = 1 / len(winners)
            assert reward == pytest.approx((share * len(rewards) - 1) / (len(rewards) - 1))
        else:
            assert reward == pytest.approx(-1 / (len(rewards) - 1))


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_parallel_games_agree_with_the_rules(settings: dict[str, Any]) -> None:
    """All choose at the same time; agents with nothing to decide can only wait."""
    play_parallel_checked(settings, seeds=range(2))


def play_parallel_checked(settings: dict[str, Any], seeds: range) -> None:
    """Play games in parallel, and compare each with the rules."""
    chance = Random(f"{settings} {seeds}")
    env = pettingzoo.parallel_env(**settings)
    for seed in seeds:
        observations, _ = env.reset(seed=seed)
        rewards: dict[str, float] = {}
        while env.agents:
            actions = {
                agent: _parallel_action(env, agent, observations[agent]["action_mask"], chance)
                for agent in env.agents
            }
            observations, rewards, _, _, _ = env.step(actions)
        check_record(env.record())
        assert sum(rewards.values()) == pytest.approx(0)


def _parallel_action(env: Any, agent: str, mask: Any, chance: Random) -> int:
    game, seat = env.env_game.game, env.possible_agents.index(agent)
    if seat in game.seats_to_move():
        check_mask(game, seat, mask[:-1])
        assert mask[env.wait] == 0
        return good_action(game, seat, mask, chance)
    assert np.flatnonzero(mask).tolist() == [env.wait]
    assert env.words(agent, env.wait) == "wait"
    return int(env.wait)


def test_a_seed_is_a_game() -> None:
    """The same seed gives the same dice, another seed others, and no seed continues the stream."""
    env = pettingzoo.raw_env()
    dice = []
    for seed in (1, None, 1, None, 2):
        env.reset(seed=seed)
        dice.append(env.env_game.record()["dice"]["commitment"])
    assert dice[:2] == dice[2:4]
    assert len(set(dice)) == 3


def test_an_illegal_action_loses() -> None:
    """In all three: the wrapped environment, the bare one, and the parallel one."""
    env = pettingzoo.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(20)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards[agent] == -1
    raw = pettingzoo.raw_env()
    raw.reset(seed=1)
    with pytest.raises(IllegalActionError, match="activate propeller"):
        raw.step(20)
    with pytest.raises(IllegalActionError, match="has to decide"):
        raw.step(None)
    parallel = pettingzoo.parallel_env()
    parallel.reset(seed=1)
    _, rewards, over, _, infos = parallel.step({"player_0": 20, "player_1": 20})
    assert over == {"player_0": True, "player_1": True}
    assert set(rewards.values()) == {-1.0}
    assert "activate propeller" in infos["player_0"]["illegal_action"]


def test_only_the_selected_agent_has_a_mask() -> None:
    """Also in phases 2 and 3, in which the rules let all move at once."""
    env = pettingzoo.raw_env(players=3)
    env.reset(seed=4)
    while env.env_game.game.stage is not Stage.ACT:
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    masks = {agent: env.observe(agent)["action_mask"].any() for agent in env.agents}
    assert [agent for agent, any_legal in masks.items() if any_legal] == [env.agent_selection]


def test_moves_and_words(mission: Sheet) -> None:
    """An agent's action can be read, and a move of the rules made."""
    env = pettingzoo.raw_env(sheet=mission)
    env.reset(seed=1)
    agent = env.agent_selection
    move = env.action_to_move(agent, 1)
    assert env.move_to_action(move) == 1
    assert env.words(agent, 1) == str(move) == f"{agent[-1]} take 1"


def test_settings_that_do_not_fit_are_named() -> None:
    """Solo, an unknown render mode, too many players."""
    with pytest.raises(ValueError, match=r"torpedo_dice\.envs\.gymnasium"):
        pettingzoo.raw_env(mode="solo", players=1)
    with pytest.raises(ValueError, match="render_mode 'opera' is not known"):
        pettingzoo.raw_env(render_mode="opera")
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        pettingzoo.raw_env(players=5)


def test_it_can_be_pickled() -> None:
    """As libraries with worker processes do."""
    env = pickle.loads(pickle.dumps(pettingzoo.raw_env(players=3)))  # noqa: S301
    assert env.possible_agents == ["player_0", "player_1", "player_2"]


def test_human_rendering_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """After every step, without hidden choices."""
    env = pettingzoo.raw_env(render_mode="human")
    env.reset(seed=1)
    env.step(0)
    assert "Round 1" in capsys.readouterr().out
