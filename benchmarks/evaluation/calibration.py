"""Win chances against the share of games that were won, for every pairing of ranks."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.goals import Figure, show
from torpedo_dice.bots import BOTS
from torpedo_dice.bots.brain.forecast import Forecast
from torpedo_dice.bots.brain.ranks import rank_code
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.lab.league import League, lineups_of
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.rules import Mode
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

Values: TypeAlias = NDArray[np.float64]
# A seed that training does not use.
SEED = 777
POSITIONS = 20_000
_BINS = 10
_GOAL = 0.03
# A bin of fewer values says nothing.
_FEWEST = 200
# So many times as many positions without an admiral, because these games take little time: a result
# is known better by more games, not by more positions of each.
_OTHERS = 4
_GAMES_A_TASK = 20
# One in this many positions is measured: forecasts take longer than games, and the positions of a
# game have the same result, so that all of them would tell little more. The same number from each
# game would be wrong: a position that leads to a short game would be measured more often than one
# that promises a long game, and short games are those in which the leader stays ahead.
_POSITIONS_EVERY = 3


def run(games: int | None = None) -> bool:
    """Compare in ten bins; `games` is the number of positions for each pairing with an admiral."""
    reached = [
        _calibration(mode, players, games or POSITIONS)
        for mode in (Mode.MISSION, Mode.TRAINING)
        for players in (2, 3, 4)
    ]
    return all(reached)


@dataclass(frozen=True)
class _Task:
    mode: Mode
    one: str
    many: str
    players: int
    number: int


def _calibration(mode: Mode, players: int, positions: int) -> bool:
    """Compare the values of positions before a roll with how the games ended, in ten bins."""
    figures = []
    for one, many in itertools.combinations_with_replacement(BOTS, 2):
        wanted = positions if "admiral" in (one, many) else _OTHERS * positions
        values, shares, games = _positions(mode, one, many, players, wanted)
        bins = _bins_off(values, shares, games)
        worst, error = max(bins)
        certain = sum(off > _GOAL + 2 * error for off, error in bins)
        base = _brier(np.full_like(shares, shares.mean()), shares)
        name = f"{one} among {many}s: bins off by at most ({len(values) // players:,} positions)"
        figures.append(Figure(name, 100 * worst, None, 100 * _GOAL, "points"))
        figures.append(Figure("  standard error of that", 100 * error, unit="points"))
        figures.append(Figure("  bins off by two standard errors more than the goal", certain))
        figures.append(Figure(f"  Brier score (base rate {base:.3f})", _brier(values, shares)))
    return show(f"{mode}, {players} players: calibration", figures)


def _positions(
    mode: Mode, one: str, many: str, players: int, wanted: int
) -> tuple[Values, Values, NDArray[np.intp]]:
    """Return the values of positions for all seats, the shares of the win, and the games."""
    values: list[Values] = []
    shares: list[Values] = []
    games: list[NDArray[np.intp]] = []
    tasks = [_Task(mode, one, many, players, number) for number in range(wanted)]
    played = ordered_map(_play, tasks)
    for number, (some_values, some_shares, some_games) in enumerate(played):
        values.append(some_values)
        shares.append(some_shares)
        games.append(np.repeat(some_games + number * _GAMES_A_TASK, players))
        if sum(map(len, values)) >= wanted:
            break
    getattr(played, "close", lambda: None)()
    return np.concatenate(values).ravel(), np.concatenate(shares).ravel(), np.concatenate(games)


def _play(task: _Task) -> tuple[Values, Values, NDArray[np.intp]]:
    sheet, players = load_sheet(DEFAULT_SHEETS[task.mode]), task.players
    league = League(sheet, task.mode, players, load_network(task.mode))
    ranks = (rank_code(task.one), *[rank_code(task.many)] * (players - 1))
    lineups = lineups_of(ranks, _GAMES_A_TASK)
    played = league.play(lineups, seed=SEED, stream=task.number)
    random = np.random.default_rng((SEED, task.number))
    measured = random.integers(_POSITIONS_EVERY, size=len(played.rows)) == 0
    game, rows = played.game_of[measured], played.rows[measured]
    values = np.zeros((len(game), players))
    # The line-ups repeat after as many games as there are players.
    for number, lineup in enumerate(lineups[:players]):
        chosen = game % players == number
        chances = Forecast(sheet, task.mode, lineup[:players]).chances(rows[chosen])
        values[chosen] = chances[:, :players]
    return values, played.shares[game][:, :players], game


def _bins_off(values: Values, shares: Values, games: NDArray[np.intp]) -> list[tuple[float, float]]:
    """Return how far each bin is off, and the standard error of that.

    The positions of a game share its result, so only games count as independent.
    """
    bins = np.minimum((values * _BINS).astype(int), _BINS - 1)
    found = [(0.0, 0.0)]
    for number in range(_BINS):
        chosen = bins == number
        if chosen.sum() >= _FEWEST:
            off = values[chosen] - shares[chosen]
            by_game = np.bincount(games[chosen], weights=off - off.mean())
            found.append((abs(off.mean()), float(np.sqrt((by_game**2).sum())) / len(off)))
    return found


def _brier(values: Values, shares: Values) -> float:
    return float(np.mean((values - shares) ** 2))
