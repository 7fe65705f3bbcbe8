"""Our environments compared with others: steps per second, and the strength of our bot.

A step is one decision of a player, chosen uniformly among the legal ones; choosing it counts
towards the time for every environment. Everything runs on one core and is measured in CPU time, so
that other load on the machine matters little. The peers: pgx, compiled, with automatic restarts as
in training; PettingZoo's connect_four with its own agent loop; OpenSpiel's backgammon, called from
Python.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.fast import OPEN_SPIEL, PGX, peer_figures
from benchmarks.goals import Figure, show
from benchmarks.peers import peer_python
from torpedo_dice.envs.vector import TorpedoVectorEnv
from torpedo_dice.fast.chance import Chance, draw_below, new_chance
from torpedo_dice.fast.compiled import borrowing

SECONDS = 5.0
BATCHES = (256, 4096)
PETTINGZOO = ("pettingzoo==1.27.0", "pygame-ce==2.5.7")

GAMES = 200
PROCESSES = 2
_ROOT = Path(__file__).parents[1]
_KEPT = _ROOT / ".venv" / "admiral-against-mcts.ndjson"
# Sources that determine a game's result: changing them invalidates the cached games.
_DECIDES = ("examples/admiral_vs_mcts.py", "src/torpedo_dice/bots", "src/torpedo_dice/rules")

_PGX_PROGRAM = """
import time
import jax, jax.numpy as jnp, pgx
from pgx.experimental import auto_reset
env = pgx.make("backgammon")
init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

def turn(carry, _):
    state, key = carry
    key, choice, dice = jax.random.split(key, 3)
    legal = jnp.log(state.legal_action_mask.astype(jnp.float32))
    action = jax.random.categorical(choice, legal, axis=1)
    return (step(state, action, jax.random.split(dice, len(action))), key), None

def rate(batch):
    @jax.jit
    def play(state, key):
        return jax.lax.scan(turn, (state, key), None, length=32)[0]

    state, key = init(jax.random.split(jax.random.PRNGKey(1), batch)), jax.random.PRNGKey(2)
    state, key = play(state, key)
    jax.block_until_ready(state)
    begin, steps = time.process_time(), 0
    while (spent := time.process_time() - begin) < {seconds}:
        state, key = play(state, key)
        jax.block_until_ready(state)
        steps += 32 * batch
    return steps / spent

print(*(rate(batch) for batch in {batches}))
"""

_PETTINGZOO_PROGRAM = """
import time
from pettingzoo.classic import connect_four_v3
env = connect_four_v3.env()
begin, steps = time.process_time(), 0
while (spent := time.process_time() - begin) < {seconds}:
    env.reset()
    for agent in env.agent_iter():
        observation, reward, is_over, is_cut, info = env.last()
        if is_over or is_cut:
            env.step(None)
            continue
        env.step(env.action_space(agent).sample(observation["action_mask"]))
        steps += 1
print(steps / spent)
"""

_OPEN_SPIEL_PROGRAM = """
import random, time
import pyspiel
game = pyspiel.load_game("backgammon")
begin, steps = time.process_time(), 0
while (spent := time.process_time() - begin) < {seconds}:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
print(steps / spent)
"""


def run(games: int = GAMES) -> bool:
    """Print the steps per second, the ratios to the peers, and the match against the search."""
    return all([_speed(), _strength(games)])


def _speed() -> bool:
    pgx = _peer("pgx", PGX, _PGX_PROGRAM)
    (connect_four,) = _peer("pettingzoo", PETTINGZOO, _PETTINGZOO_PROGRAM)
    (backgammon,) = _peer("open_spiel", (OPEN_SPIEL,), _OPEN_SPIEL_PROGRAM)
    ours = {batch: steps_a_second("mission", 2, batch) for batch in BATCHES}
    best = max(*pgx, connect_four, backgammon)
    return show(
        "Steps of environments, one core, random legal actions",
        [
            *(
                Figure(f"vector environment, two-player Mission, {batch} games", rate, unit="a s")
                for batch, rate in ours.items()
            ),
            Figure(
                "vector environment, solo, 4096 games", steps_a_second("solo", 1, 4096), unit="a s"
            ),
            *(
                Figure(f"pgx backgammon, {batch} games", rate, unit="a s")
                for batch, rate in zip(BATCHES, pgx, strict=True)
            ),
            Figure("PettingZoo connect_four", connect_four, unit="a s"),
            Figure("OpenSpiel backgammon, from Python", backgammon, unit="a s"),
            Figure("ratio to the best of them", max(ours.values()) / best, 50, None, "times"),
        ],
    )


def _peer(name: str, packages: tuple[str, ...], program: str) -> list[float]:
    program = program.replace("{seconds}", str(SECONDS)).replace("{batches}", str(BATCHES))
    return peer_figures(peer_python(name, *packages), program)


def steps_a_second(mode: str, players: int, batch: int) -> float:
    """Return the decisions per second of the vector environment, not counting restarts."""
    env = TorpedoVectorEnv(batch, mode, players)
    chance, actions = new_chance(1), np.zeros(batch, np.int64)
    _, info = env.reset(seed=1)
    for _ in range(50):
        _choose(info["action_mask"], actions, chance)
        *_, info = env.step(actions)
    begin, steps, restarts = time.process_time(), 0, 0
    while (spent := time.process_time() - begin) < SECONDS:
        _choose(info["action_mask"], actions, chance)
        _, _, over, _, info = env.step(actions)
        steps += batch
        restarts += int(over.sum())
    return (steps - restarts) / spent


@borrowing
def _choose(masks: Any, actions: Any, chance: Chance) -> None:
    """Choose a legal action uniformly for every game; 0 if there is none."""
    for index in range(masks.shape[0]):
        legal = 0
        for action in range(masks.shape[1]):
            legal += masks[index, action]
        left = draw_below(chance, legal)
        actions[index] = 0
        for action in range(masks.shape[1]):
            left -= masks[index, action]
            if left < 0:
                actions[index] = action
                break


# ---------------------------------------------------------------------- strength


def _strength(count: int) -> bool:
    games = list(_games(count))
    shares = [game["share"] for game in games]
    admiral = sum(g["admiral_seconds"] for g in games) / sum(g["admiral_decisions"] for g in games)
    mcts = sum(g["mcts_seconds"] for g in games) / sum(g["mcts_decisions"] for g in games)
    return show(
        f"The admiral against OpenSpiel's MCTSBot, two-player Mission, {len(games)} games",
        [
            Figure("the admiral's share", 100 * float(np.mean(shares)), 80, None, "%"),
            Figure("a decision of the admiral", 1000 * admiral, None, 1000 * mcts, "ms"),
            Figure("a decision of MCTS, 1,000 simulations", 1000 * mcts, unit="ms"),
        ],
    )


def _games(count: int) -> Iterator[dict[str, Any]]:
    """Yield the games, including those cached by an interrupted run; cache each new one."""
    stamp = _stamp()
    kept = [json.loads(line) for line in _KEPT.read_text().splitlines()] if _KEPT.exists() else []
    done = {game["number"]: game for game in kept if game["stamp"] == stamp}
    yield from (done[number] for number in range(count) if number in done)
    todo = [number for number in range(count) if number not in done]
    with ProcessPoolExecutor(PROCESSES) as pool, _KEPT.open("a") as file:
        for future in as_completed([pool.submit(play_one, number) for number in todo]):
            game = future.result() | {"stamp": stamp}
            file.write(json.dumps(game) + "\n")
            file.flush()
            yield game


def play_one(number: int) -> dict[str, Any]:
    """Play one game of the match and verify its record, which isn't cached."""
    # Imported here, because measuring the peers doesn't need OpenSpiel in this process.
    from examples.admiral_vs_mcts import play
    from torpedo_dice.record import verify

    played = vars(play(number)).copy()
    assert verify(played.pop("record")) is None
    return {"number": number, **played}


def _stamp() -> str:
    digest = hashlib.sha256()
    for name in _DECIDES:
        path = _ROOT / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
