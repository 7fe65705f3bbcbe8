"""Speed of `fast/`, compared with backgammon in two game libraries: OpenSpiel and pgx.

A decision is whatever the library asks a player for: a whole backgammon turn in OpenSpiel, the move
of one checker in pgx; here a die, a modification, or a shot or activation. Everything runs on one
core, and each peer in the fastest way we found: OpenSpiel's own loop over its random bots (twice as
fast as a loop in Python), and pgx compiled and batched without restarts (twice as fast as with
them), at the best of several batch sizes.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.goals import Figure, show
from benchmarks.peers import peer_python, run_python
from torpedo_dice.fast.chance import new_chance
from torpedo_dice.fast.playouts import play_out_copies
from torpedo_dice.fast.state import ROW, new_games
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.sheets import load_sheet

SECONDS = 5.0
# Small enough for the rows to stay in the CPU cache.
BATCH = 5_000

OPEN_SPIEL = "open_spiel==2.0.2"
PGX = ("pgx==2.6.0", "jax==0.10.2")

_ONE_CORE = """
import os
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
"""

_OPEN_SPIEL_PROGRAM = """
import time
import pyspiel
game = pyspiel.load_game("backgammon")
bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(2)]
spent = games = decisions = 0
while spent < {seconds}:
    begin = time.perf_counter()
    state = game.new_initial_state()
    pyspiel.evaluate_bots(state, bots, games)
    spent += time.perf_counter() - begin
    games += 1
    decisions += sum(step.player >= 0 for step in state.full_history())
print(decisions / spent)
"""

_PGX_PROGRAM = """
import time
import jax, jax.numpy as jnp, pgx
env = pgx.make("backgammon")
init, step = jax.vmap(env.init), jax.vmap(env.step)

def turn(carry, _):
    state, key = carry
    key, choice, dice = jax.random.split(key, 3)
    legal = jnp.log(state.legal_action_mask.astype(jnp.float32))
    action = jax.random.categorical(choice, legal, axis=1)
    going_on = (~state.terminated).sum()
    return (step(state, action, jax.random.split(dice, len(action))), key), going_on

def rate(batch):
    @jax.jit
    def play(key):
        first, key = jax.random.split(key)
        state = init(jax.random.split(first, batch))
        (_, key), going_on = jax.lax.scan(turn, (state, key), None, length=128)
        return key, going_on.sum()

    key, decisions = play(jax.random.PRNGKey(batch))
    decisions.block_until_ready()
    begin, total = time.perf_counter(), 0
    while (spent := time.perf_counter() - begin) < {seconds}:
        key, decisions = play(key)
        total += int(decisions)
    return total / spent

print(max(rate(batch) for batch in (16, 64, 256)))
"""

# Measured in a new process: imports included, up to the end of a first random game.
_FIRST_USE_PROGRAM = """
import time
begin = time.perf_counter()
from torpedo_dice.fast.playouts import random_games
from torpedo_dice.sheets import load_sheet
random_games(1, load_sheet("mission"), "mission", 2, 1)
print(time.perf_counter() - begin)
"""


def run() -> bool:
    """Print decisions per second, the ratios to the peers, and the cost of the first use."""
    decisions, games = _rates("mission", 2)
    open_spiel = _peer_rate(peer_python("open_spiel", OPEN_SPIEL), _OPEN_SPIEL_PROGRAM)
    pgx = _peer_rate(peer_python("pgx", *PGX), _PGX_PROGRAM)
    compiling, loading = _first_uses()
    return show(
        "Speed of fast/, one core, random play",
        [
            Figure("decisions, two-player Mission", decisions, None, None, "a second"),
            Figure("games, two-player Mission", games, None, None, "a second"),
            Figure("games, two-player Training", _rates("training", 2)[1], None, None, "a second"),
            Figure("games, four-player Mission", _rates("mission", 4)[1], None, None, "a second"),
            Figure("games, solo", _rates("solo", 1)[1], None, None, "a second"),
            Figure("decisions, backgammon of OpenSpiel", open_spiel, None, None, "a second"),
            Figure("decisions, backgammon of pgx", pgx, None, None, "a second"),
            Figure("ratio to OpenSpiel", decisions / open_spiel, 200, None, "times"),
            Figure("ratio to pgx", decisions / pgx, 400, None, "times"),
            Figure("first use in a new process, compiling", compiling, None, 10, "s"),
            Figure("first use in a new process, compiled before", loading, None, 1, "s"),
        ],
    )


def _rates(mode: str, players: int) -> tuple[float, float]:
    """Return decisions and games per second."""
    sheet = load_sheet("training" if mode == "training" else "mission")
    tables, chance = fast_sheet(sheet).tables, new_chance(1)
    (new,), rows = new_games(1, sheet, mode, players), np.zeros(BATCH, ROW)
    play_out_copies(tables, new, rows, chance)
    begin, games, decisions = time.perf_counter(), 0, 0
    while (spent := time.perf_counter() - begin) < SECONDS:
        decisions += play_out_copies(tables, new, rows, chance)
        games += BATCH
    return decisions / spent, games / spent


def _peer_rate(python: Path, program: str) -> float:
    (rate,) = peer_figures(python, program.format(seconds=SECONDS))
    return rate


def peer_figures(python: Path, program: str) -> list[float]:
    """Run a peer's program on one core; return the figures it prints."""
    one_thread = {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false"}
    printed = run_python(python, _ONE_CORE + program, os.environ | one_thread)
    return [float(figure) for figure in printed.split()]


def _first_uses() -> tuple[float, float]:
    """Return the seconds of a first use without and with compiled functions on disk."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        compiling = float(run_python(sys.executable, _FIRST_USE_PROGRAM, environment))
        again = [float(run_python(sys.executable, _FIRST_USE_PROGRAM, environment)) for _ in "123"]
    return compiling, min(again)
