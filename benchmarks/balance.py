"""Game balance for every rank: length, fairness of starting first, use of systems, solo ranks."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import partial
from statistics import mean, median

from benchmarks.goals import Figure, show
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.lab.simulate import Simulation
from torpedo_dice.lab.tally import Tally
from torpedo_dice.record import RecordData
from torpedo_dice.rules import Mode, Rank
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

GAMES = 10_000
FEWER_GAMES = 4_000
SEED = 2026
# The mean number of rounds that a game should take.
_ROUNDS = {Mode.MISSION: (8, 14), Mode.TRAINING: (6, 12)}
# Uses of each system per 100 turns of admirals.
_LEAST_USES = 2


def run(games: int | None = None) -> bool:
    """Print the balance of both submarines for lieutenants, captains and admirals, and in solo."""
    reached = [
        _versus(mode, bot, games or (GAMES if bot == "lieutenant" else FEWER_GAMES))
        for mode in (Mode.MISSION, Mode.TRAINING)
        for bot in ("lieutenant", "captain", "admiral")
    ]
    return all([*reached, _solo(games or GAMES)])


def _records(mode: Mode, seats: list[str], games: int) -> tuple[Tally, Counter[str]]:
    """Play games; return their statistics, the number of turns and the uses of each system."""
    simulation = Simulation(load_sheet(DEFAULT_SHEETS[mode]), mode, seats, games, SEED)
    tally, uses = Tally(), Counter[str]()
    for record in ordered_map(partial(_record, simulation), range(games)):
        tally.add(record)
        for turn in (turn for rounds in record["rounds"] for turn in rounds["turns"]):
            uses["turns"] += 1
            if turn["modify"] is not None:
                uses[turn["modify"]["system"]] += 1
    return tally, uses


def _record(simulation: Simulation, number: int) -> RecordData:
    return simulation.record(number)


def _versus(mode: Mode, bot: str, games: int) -> bool:
    tally, uses = _records(mode, [bot] * 2, games)
    share = tally.first_player_share
    half = 100 * (share.interval[1] - share.interval[0]) / 2
    least, most = _ROUNDS[mode]
    figures = [
        Figure("rounds, mean", mean(tally.rounds), least, most),
        Figure(f"first player's share of wins (± {half:.1f})", 100 * share.value, 47, 53, "%"),
    ]
    figures += [
        Figure(f"ended by {reason}", 100 * count / tally.games, unit="%")
        for reason, count in tally.reasons.most_common()
    ]
    goal = _LEAST_USES if bot == "admiral" else None
    figures += [
        Figure(f"uses of {system.id} per 100 turns", 100 * uses[system.id] / uses["turns"], goal)
        for system in load_sheet(DEFAULT_SHEETS[mode]).systems
    ]
    return show(f"{mode}, two {bot}s, {games} games", figures)


def _solo(games: int) -> bool:
    tally, _ = _records(Mode.SOLO, ["lieutenant"], games)
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
    return show(f"solo, a lieutenant, {games} games", list(itertools.chain(figures, ranks)))
