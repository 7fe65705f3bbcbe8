"""Game balance for every rank: length, fairness of starting first, use of systems, solo ranks.

The games are those of a league on the compiled engine, a hundred at a time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.goals import Figure, show
from torpedo_dice.bots.brain.ranks import rank_code
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.fast.codes import (
    REASON_ALL_SKULLS,
    REASON_AUTOMATON,
    REASON_SKULL,
    REASON_SUNK,
)
from torpedo_dice.lab.league import (
    FIRST,
    REASON,
    ROUNDS,
    SOLO_SCORE,
    WINNERS,
    League,
    lineups_of,
)
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.rules import Mode, Rank
from torpedo_dice.rules.outcome import rank_of
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

GAMES = 10_000
FEWER_GAMES = 4_000
SEED = 2026
_GAMES_A_TASK = 100
# The mean number of rounds that a game should take.
_ROUNDS = {Mode.MISSION: (8, 14), Mode.TRAINING: (6, 12)}
# Uses of each system per 100 turns of admirals.
_LEAST_USES = 2
_REASONS = {
    REASON_SUNK: "sinking",
    REASON_SKULL: "a skull",
    REASON_ALL_SKULLS: "all skulls",
    REASON_AUTOMATON: "the automaton",
}


def run(games: int | None = None) -> bool:
    """Print the balance of both submarines for lieutenants, captains and admirals, and in solo."""
    reached = [
        _versus(mode, bot, games or (GAMES if bot == "lieutenant" else FEWER_GAMES))
        for mode in (Mode.MISSION, Mode.TRAINING)
        for bot in ("lieutenant", "captain", "admiral")
    ]
    return all([*reached, _solo(games or GAMES)])


@dataclass(frozen=True)
class _Task:
    mode: Mode
    bot: str
    games: int
    number: int


@dataclass(frozen=True)
class _Games:
    """Finished games: the results, each first player's share, and the uses after the turns."""

    results: NDArray[np.int32]
    first_shares: NDArray[np.float64]
    used: NDArray[np.int64]


def _play(task: _Task) -> _Games:
    players = 1 if task.mode is Mode.SOLO else 2
    league = League(
        load_sheet(DEFAULT_SHEETS[task.mode]), task.mode, players, load_network(task.mode)
    )
    rank = rank_code(task.bot)
    played = league.play(lineups_of((rank,) * players, task.games), seed=SEED, stream=task.number)
    first = played.shares[np.arange(task.games), played.results[:, FIRST]]
    return _Games(played.results, first, played.used[rank])


def _all(mode: Mode, bot: str, games: int) -> _Games:
    tasks = [
        _Task(mode, bot, min(_GAMES_A_TASK, games - begin), begin)
        for begin in range(0, games, _GAMES_A_TASK)
    ]
    parts = list(ordered_map(_play, tasks))
    return _Games(
        np.concatenate([part.results for part in parts]),
        np.concatenate([part.first_shares for part in parts]),
        sum(part.used for part in parts),
    )


def _versus(mode: Mode, bot: str, games: int) -> bool:
    played = _all(mode, bot, games)
    decided = played.results[:, WINNERS] > 0
    share = 100 * played.first_shares[decided].mean()
    half = 100 * 1.96 * played.first_shares[decided].std() / math.sqrt(decided.sum())
    least, most = _ROUNDS[mode]
    figures = [
        Figure("rounds, mean", played.results[:, ROUNDS].mean(), least, most),
        Figure(f"first player's share of wins (± {half:.1f})", share, 47, 53, "%"),
        *_endings(played),
    ]
    goal = _LEAST_USES if bot == "admiral" else None
    figures += [
        Figure(
            f"uses of {system.id} per 100 turns",
            100 * played.used[system.value] / played.used[0],
            goal,
        )
        for system in load_sheet(DEFAULT_SHEETS[mode]).systems
    ]
    return show(f"{mode}, two {bot}s, {games} games", figures)


def _endings(played: _Games) -> list[Figure]:
    reasons = played.results[:, REASON]
    return [
        Figure(f"ended by {name}", 100 * (reasons == reason).mean(), unit="%")
        for reason, name in _REASONS.items()
        if (reasons == reason).any()
    ]


def _solo(games: int) -> bool:
    played = _all(Mode.SOLO, "lieutenant", games)
    is_won = played.results[:, WINNERS] > 0
    scores = played.results[is_won, SOLO_SCORE]
    ranks = [rank_of(int(score)) for score in scores]
    figures = [
        Figure("won", 100 * is_won.mean(), 60, 85, "%"),
        Figure("winning score, median", float(np.median(scores)), 30, 40),
        Figure("rounds, mean", played.results[:, ROUNDS].mean()),
        *_endings(played),
    ]
    figures += [
        Figure(f"rank {rank}, of the wins", 100 * ranks.count(rank) / len(ranks), 10, None, "%")
        for rank in Rank
    ]
    return show(f"solo, a lieutenant, {games} games", figures)
