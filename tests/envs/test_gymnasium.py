"""Gymnasium: its own checker, and games that agree with the rules move by move."""

from __future__ import annotations

from importlib.metadata import entry_points
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import torpedo_dice.envs.gymnasium as adapter
from tests.envs.driver import check_mask, check_record, good_action
from torpedo_dice.bots import UnknownBotError
from torpedo_dice.envs.registration import SOLO, VERSUS

ENVIRONMENTS: list[tuple[str, dict[str, Any]]] = [
    (SOLO, {}),
    (SOLO, {"solo_end": "after_fire", "shaping": 0.5}),
    (VERSUS, {}),
    (VERSUS, {"opponents": ("ensign", "lieutenant", "ensign"), "mode": "training"}),
    (VERSUS, {"opponents": ("ensign",), "seat": 1, "shaping": 0.5}),
]


@pytest.mark.parametrize(("name", "settings"), ENVIRONMENTS, ids=str)
def test_check_env(name: str, settings: dict[str, Any]) -> None:
    """`gymnasium.utils.env_checker.check_env`, with all render modes."""
    check_env(gymnasium.make(name, **settings).unwrapped)


@pytest.mark.parametrize(("name", "settings"), ENVIRONMENTS, ids=str)
def test_games_agree_with_the_rules(name: str, settings: dict[str, Any]) -> None:
    """At every decision the mask agrees with the rules; the game ends as its record says."""
    play_checked(name, settings, seeds=range(4))


def play_checked(name: str, settings: dict[str, Any], seeds: range) -> None:
    """Play games, and compare each with the rules."""
    chance = Random(f"{settings} {seeds}")
    env: Any = gymnasium.make(name, **settings).unwrapped
    for seed in seeds:
        observation, info = env.reset(seed=seed)
        is_over, total = False, 0.0
        while not is_over:
            assert observation in env.observation_space
            check_mask(env.env_game.game, env.seat, info["action_mask"])
            np.testing.assert_array_equal(env.action_masks(), info["action_mask"].astype(bool))
            action = good_action(env.env_game.game, env.seat, info["action_mask"], chance)
            observation, reward, is_over, is_truncated, info = env.step(np.int64(action))
            total += reward
            assert not is_truncated
        check_record(env.record())
        assert info["reason"] == env.record()["result"]["reason"]
        assert info["action_mask"].all()
        if "shaping" not in settings:
            _check_reward(env, info, total)


def _check_reward(env: Any, info: dict[str, Any], total: float) -> None:
    winners = env.record()["result"]["winners"]
    assert info["is_won"] == (env.seat in winners)
    if len(winners) == 1:
        assert total == pytest.approx(1 if info["is_won"] else -1 / len(env.opponents))
    if env.env_game.game.is_solo:
        assert total == (1 if info["is_won"] else -1)
        assert ("solo_score" in info) == info["is_won"]


def test_an_illegal_action_loses() -> None:
    """The info gives the reason."""
    env: Any = gymnasium.make(SOLO).unwrapped
    env.reset(seed=1)
    _, reward, is_over, is_truncated, info = env.step(20)
    assert (reward, is_over, is_truncated) == (-1, True, False)
    assert info["illegal_action"].startswith('action 20, "0 activate propeller": ')


def test_the_agent_sits_where_it_is_told() -> None:
    """At the same seat in every game, or at a random one."""
    env: Any = gymnasium.make(VERSUS, opponents=("ensign", "ensign"), seat=2).unwrapped
    assert {env.reset(seed=n) and env.seat for n in range(10)} == {2}
    drawn: Any = gymnasium.make(VERSUS, opponents=("ensign", "ensign")).unwrapped
    seats = set()
    for number in range(20):
        drawn.reset(seed=number)
        seats.add(drawn.seat)
        assert [p.name for p in drawn.env_game.players].index("agent") == drawn.seat
    assert seats == {0, 1, 2}


def test_moves_and_words() -> None:
    """An action can be read, and a move of the rules made."""
    env: Any = gymnasium.make(SOLO).unwrapped
    env.reset(seed=1)
    assert env.words(1) == "0 take 1"
    assert env.move_to_action(env.action_to_move(1)) == 1


def test_settings_that_do_not_fit_are_named() -> None:
    """An unknown bot, seat or render mode, and a sheet without a solo panel."""
    with pytest.raises(UnknownBotError, match="'stowaway'"):
        adapter.VersusEnv(opponents=("stowaway",))
    with pytest.raises(ValueError, match="no seat 2: seats are numbered 0 to 1"):
        adapter.VersusEnv(seat=2)
    with pytest.raises(ValueError, match="render_mode 'opera' is not known"):
        adapter.SoloEnv(render_mode="opera")
    with pytest.raises(ValueError, match="it’s for Training only"):
        adapter.SoloEnv(sheet="training")


def test_the_entry_point_registers() -> None:
    """The entry point in the package's metadata is the same function."""
    (entry,) = [e for e in entry_points(group="gymnasium.envs") if "torpedo" in e.value]
    entry.load()()
    assert {SOLO, VERSUS} <= set(gymnasium.registry)


def test_it_is_made_by_its_module_and_name() -> None:
    """Without importing the package first."""
    assert isinstance(
        gymnasium.make(f"torpedo_dice.envs.gymnasium:{SOLO}").unwrapped, adapter.SoloEnv
    )
