"""The vector environment: each of its games agrees with the rules, move by move."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import torpedo_dice.envs.gymnasium
from tests.envs.driver import check_mask, good_action
from torpedo_dice.envs.actions import FIRST_FIRE, action_to_move
from torpedo_dice.envs.observation import write_observation
from torpedo_dice.envs.registration import SOLO
from torpedo_dice.envs.turns import seat_to_decide
from torpedo_dice.envs.vector import TorpedoVectorEnv
from torpedo_dice.fast.convert import from_game, to_game
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Chance, Game, Reroll, Roll, Start

SETTINGS: list[dict[str, Any]] = [
    {"mode": "solo", "players": 1},
    *({"mode": mode, "players": n} for mode in ("mission", "training") for n in (2, 3, 4)),
]


def random_actions(masks: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """Choose a legal action in every game, and any in those that begin again."""
    return np.array([chance.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_games_agree_with_the_rules(settings: dict[str, Any]) -> None:
    """Each game, its observation, mask, seat and rewards, from one decision to the next."""
    assert play_checked(settings, seed=3, steps=100, count=2) > 1


def play_checked(settings: dict[str, Any], seed: int, steps: int, count: int = 8) -> int:
    """Step some games at once, compare each with the rules, and return how many ended."""
    chance = Random(f"{settings} {seed}")
    env = TorpedoVectorEnv(count, **settings)
    observations, info = env.reset(seed=seed)
    games = [to_game(row, env.sheet) for row in env.rows]
    ended = 0
    for _ in range(steps):
        actions = np.zeros(count, np.int64)
        for index, game in enumerate(games):
            _check_seen(env, game, observations[index], info, index)
            if not game.is_over:
                mask = info["action_mask"][index]
                actions[index] = good_action(game, info["seat"][index], mask, chance)
        seats = info["seat"].copy()
        observations, rewards, over, truncated, info = env.step(actions)
        assert not truncated.any()
        for index, game in enumerate(games):
            if game.is_over:
                games[index] = to_game(env.rows[index], env.sheet)
                assert games[index].round == 1
                assert not info["seat_rewards"][index].any()
                continue
            seat = int(seats[index])
            game.apply(action_to_move(game, seat, int(actions[index])))
            _roll_as(game, env.rows[index])
            assert bool(over[index]) == game.is_over
            assert rewards[index] == info["seat_rewards"][index, seat]
            _check_rewards(game, info["seat_rewards"][index])
            _check_ending(game, seat, info, index)
            ended += game.is_over
    return ended


def _check_seen(
    env: TorpedoVectorEnv, game: Game, observation: np.ndarray, info: dict[str, Any], index: int
) -> None:
    seat = int(info["seat"][index])
    # A pending shot comes back from a row as its representative placement.
    assert np.array_equal(from_game(game), env.rows[index])
    assert game.is_over or seat == seat_to_decide(game)
    if game.is_over:
        assert info["action_mask"][index].all()
    else:
        check_mask(game, seat, info["action_mask"][index])
    expected = np.zeros((1, len(observation)), np.int8)
    view = from_game(game.view(seat))
    targets = len(env.sheet.targets)
    write_observation(fast_sheet(env.sheet).tables, view, seat, targets, expected, 0)
    np.testing.assert_array_equal(observation, expected[0])


def _roll_as(game: Game, row: Any) -> None:
    """Roll in the rules' game what was rolled in the row."""
    while chances := game.chances():
        game.apply(_answer(chances[0], game, row))


def _answer(chance: Chance, game: Game, row: Any) -> Start | Roll | Reroll:
    if chance.move is Start:
        return Start(int(row["start"]))
    if chance.move is Roll:
        return Roll(tuple(int(die) for die in row["dice"][: chance.count]))
    assert chance.seat is not None
    return Reroll(chance.seat, int(row["rolled"][chance.seat]))


def _check_rewards(game: Game, rewards: np.ndarray) -> None:
    if game.outcome is None:
        assert not rewards.any()
    elif game.is_solo:
        assert rewards[0] == (1 if game.outcome.winners else -1)
    else:
        assert rewards.sum() == pytest.approx(0)
        if len(game.outcome.winners) == 1:
            assert rewards[game.outcome.winners[0]] == 1


def _check_ending(game: Game, seat: int, info: dict[str, Any], index: int) -> None:
    """Compare the result in `info` with the rules; it is there only if the game has just ended."""
    expected: dict[str, Any] = {}
    if game.outcome is not None:
        expected = {"reason": str(game.outcome.reason), "is_won": seat in game.outcome.winners}
        if game.outcome.solo is not None and game.outcome.solo.score is not None:
            expected["solo_score"] = game.outcome.solo.score
    given = {
        key: info[key][index]
        for key in ("reason", "is_won", "solo_score")
        if key in info and info[f"_{key}"][index]
    }
    assert given == expected


def test_a_solo_win_has_its_score() -> None:
    """Wins are rare in random play, so one is set up: all targets are hit but those of one shot."""
    env = TorpedoVectorEnv(3, mode="solo", players=1)
    _, info = env.reset(seed=1)
    _, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
    shots = [np.flatnonzero(mask) for mask in info["action_mask"]]
    action = next(int(a) for a in shots[1] if a >= FIRST_FIRE)
    game = to_game(env.rows[1], env.sheet)
    targets = env.sheet.mask_of(action_to_move(game, 0, action).fields)  # type: ignore[union-attr]
    env.rows["hits"][1, 0] = env.sheet.all_targets & ~targets
    actions = np.array([shots[0][0], action, shots[2][0]])
    _, rewards, over, _, info = env.step(actions)
    assert over.tolist() == [False, True, False]
    assert rewards[1] == 1
    assert info["reason"].tolist() == [None, "sunk", None]
    assert info["is_won"].tolist() == info["_is_won"].tolist() == over.tolist()
    assert info["_solo_score"].tolist() == over.tolist()
    assert info["solo_score"][1] == to_game(env.rows[1], env.sheet).outcome.solo.score  # type: ignore[union-attr]
    assert not any("solo_score" in key for key in env.step(actions)[-1])


def test_infos_convert_to_lists() -> None:
    """Gymnasium's wrapper gives each game its own `info`, with a result only at its end."""
    env = DictInfoToList(TorpedoVectorEnv(2))
    _, infos = env.reset(seed=1)
    chance, ended = np.random.default_rng(1), 0
    for _ in range(60):
        masks = np.array([info["action_mask"] for info in infos])
        _, _, over, _, infos = env.step(random_actions(masks, chance))
        for info, is_over in zip(infos, over, strict=True):
            assert ("reason" in info) == ("is_won" in info) == is_over
            ended += is_over
    assert ended > 1


def test_a_seed_repeats_and_arrays_are_new() -> None:
    """Same seed, same actions: the same games; returned arrays are never modified."""
    runs = []
    for _ in range(2):
        env = TorpedoVectorEnv(4)
        chance = np.random.default_rng(1)
        observations, info = env.reset(seed=7)
        run = [observations]
        for _ in range(60):
            observations, rewards, *_, info = env.step(random_actions(info["action_mask"], chance))
            run += [observations, rewards]
        runs.append(run)
    for one, other in zip(*runs, strict=True):
        np.testing.assert_array_equal(one, other)
    assert not np.array_equal(runs[0][0], runs[0][1])
    first = runs[0][0].copy()
    np.testing.assert_array_equal(first, TorpedoVectorEnv(4).reset(seed=7)[0])
    assert not np.array_equal(first, TorpedoVectorEnv(4).reset(seed=8)[0])


@pytest.mark.parametrize("action", [-1, 20, 261, 262, 10**6])
def test_an_illegal_action_loses_its_game_alone(action: int) -> None:
    """Also an action out of range; the next step begins a new game."""
    env = TorpedoVectorEnv(2)
    _, info = env.reset(seed=1)
    seats = info["seat"].copy()
    actions = np.array([action, np.flatnonzero(info["action_mask"][1])[0]])
    _, rewards, over, _, info = env.step(actions)
    assert over.tolist() == [True, False]
    assert rewards.tolist() == [-1, 0]
    assert info["seat_rewards"][0, 1 - seats[0]] == 0
    assert info["action_mask"][0].all()
    assert "reason" not in info
    _, rewards, over, _, info = env.step(
        random_actions(info["action_mask"], np.random.default_rng(1))
    )
    assert not over.any()
    assert not info["action_mask"][0].all()


def test_shaping_pays_the_change_of_the_score() -> None:
    """The sum over a game is the change of the score."""
    env = TorpedoVectorEnv(12, shaping=1.0)
    chance = np.random.default_rng(2)
    _, info = env.reset(seed=2)
    totals = np.zeros((12, 2))
    is_first = np.ones(12, bool)
    while is_first.any():
        _, _, over, _, info = env.step(random_actions(info["action_mask"], chance))
        totals[is_first] += info["seat_rewards"][is_first]
        for index in np.flatnonzero(over & is_first):
            game = to_game(env.rows[index], env.sheet)
            lost, most = env.sheet.reserve, len(env.sheet.targets)
            scores = [(p.hits.bit_count() + p.reserve - lost) / most for p in game.players]
            assert (totals[index] - scores).sum() == pytest.approx(0)
            assert set(np.round(totals[index] - scores, 6)) in ({1.0, -1.0}, {0.0})
        is_first &= ~over


def test_gymnasium_makes_it() -> None:
    """By the name of the solo game, also with Gymnasium's wrappers for vectors."""
    assert torpedo_dice.envs.gymnasium.SoloEnv
    env = gymnasium.make_vec(SOLO, num_envs=4, vectorization_mode="vector_entry_point")
    assert isinstance(env.unwrapped, TorpedoVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    counted = RecordEpisodeStatistics(env)
    observations, info = counted.reset(seed=1)
    chance = np.random.default_rng(1)
    episodes = 0
    for _ in range(80):
        assert observations in env.observation_space
        observations, _, over, _, info = counted.step(random_actions(info["action_mask"], chance))
        if over.any():
            episodes += int(over.sum())
            assert set(info["episode"]["r"][over]) <= {1.0, -1.0}
    assert episodes > 4


def test_settings_that_do_not_fit_are_named() -> None:
    """No games, and too few actions."""
    with pytest.raises(ValueError, match="at least one game, not 0"):
        TorpedoVectorEnv(0)
    env = TorpedoVectorEnv(3)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"3 games need as many actions, not \(2,\)"):
        env.step(np.zeros(2, np.int64))
