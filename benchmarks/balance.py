"""Game balance: length, fairness of starting first, and the ranks in solo games."""

from __future__ import annotations

import itertools
from concurrent.futures import ProcessPoolExecutor
from statistics import mean, median

from benchmarks.goals import Figure, show
from torpedo_dice.lab.simulate import Simulation
from torpedo_dice.lab.tally import Tally
from torpedo_dice.rules import Mode, Rank
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

GAMES = 10_000
SEED = 2026
_CHUNK = 250


def run(games: int = GAMES) -> bool:
    """Print the balance table."""
    with ProcessPoolExecutor() as pool:
        mission = _play(pool, Mode.MISSION, ["lieutenant"] * 2, games)
        training = _play(pool, Mode.TRAINING, ["lieutenant"] * 2, games)
        solo = _play(pool, Mode.SOLO, ["lieutenant"], games)
    reached = [
        show(f"Mission, two lieutenants, {games} games", _versus(mission, 8, 14)),
        show(f"Training, two lieutenants, {games} games", _versus(training, 6, 12)),
        show(f"Solo, a lieutenant, {games} games", _solo(solo)),
    ]
    return all(reached)


def _play(pool: ProcessPoolExecutor, mode: Mode, seats: list[str], games: int) -> Tally:
    simulation = Simulation(load_sheet(DEFAULT_SHEETS[mode]), mode, seats, games, SEED)
    tally = Tally()
    for record in pool.map(simulation.record, range(games), chunksize=_CHUNK):
        tally.add(record)
    return tally


def _versus(tally: Tally, least_rounds: int, most_rounds: int) -> list[Figure]:
    share = tally.first_player_share
    half = 100 * (share.interval[1] - share.interval[0]) / 2
    figures = [
        Figure("rounds, mean", mean(tally.rounds), least_rounds, most_rounds),
        Figure(f"first player's share of wins (± {half:.1f})", 100 * share.value, 47, 53, "%"),
    ]
    reasons = [
        Figure(f"ended by {reason}", 100 * count / tally.games, unit="%")
        for reason, count in tally.reasons.most_common()
    ]
    return figures + reasons


def _solo(tally: Tally) -> list[Figure]:
    wins = len(tally.solo_scores)
    figures = [
        Figure("won", 100 * wins / tally.games, 60, 85, "%"),
        Figure("winning score, median", median(tally.solo_scores), 30, 40),
        Figure("rounds, mean", mean(tally.rounds)),
    ]
    ranks = [
        Figure(f"rank {rank}, of the wins", 100 * tally.ranks[rank] / wins, 10, None, "%")
        for rank in Rank
    ]
    return list(itertools.chain(figures, ranks))
