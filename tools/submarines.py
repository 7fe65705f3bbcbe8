"""Search for a submarine that is fair and interesting for every rank: how ours were found.

`python -m tools.submarines MODE [--start FILE.toml] [--seconds N] [--seed N]` changes a submarine
step by step (simulated annealing), and prints each better one with its figures. A submarine is
measured by games on the compiled engine: the first player's share for lieutenants, captains and
admirals, the uses of each system by admirals, the rounds, the endings and, in Mission, solo games.
Admirals don't look ahead here, so the result must be confirmed with `python -m benchmarks balance`.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, LIEUTENANT
from torpedo_dice.bots.brain.style import Style
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.fast.codes import REASON_SUNK
from torpedo_dice.lab.league import REASON, ROUNDS, SOLO_SCORE, WINNERS, League, Played, lineups_of
from torpedo_dice.rules import Field, Mode, Rank, Sheet, SheetError, parse_sheet
from torpedo_dice.rules.outcome import rank_of
from torpedo_dice.sheets import DEFAULT_SHEETS, find_sheet

_STYLE = Style(width=4, draft_width=2, is_modelling=1)
_LEAST_FIELDS, _MOST_FIELDS = 2, 7
# The goals, with a margin: uses per 100 turns, the mean number of rounds, solo wins and scores.
_USES = 2.8
_ROUNDS = {Mode.MISSION: (8.5, 13.5), Mode.TRAINING: (6.3, 11.5)}
_LEAST_SUNK = 0.55
_SOLO_WON, _SOLO_SCORE, _LEAST_RANK = (0.62, 0.84), (30, 40), 0.12
_HOPELESS = -3.0
_WARMTH = 0.5

Grid = list[list[str]]


@dataclass(frozen=True)
class Measured:
    """How good a submarine is (0 is perfect), and the figures behind it."""

    score: float
    figures: dict[str, Any]


def measure(sheet: Sheet, mode: Mode) -> Measured:
    """Play the games of all ranks; those that take longer only if the others are promising."""
    figures: dict[str, Any] = {}
    score = _juniors(sheet, mode, figures)
    if mode is Mode.MISSION:
        score += _solo(sheet, figures)
    if score < _HOPELESS:
        return Measured(2 * score, figures)
    captains = _played(sheet, mode, CAPTAIN, 300)
    score += _fairness(captains, "captains", 0.03, figures)
    admirals = _played(sheet, mode, ADMIRAL, 200)
    score += _fairness(admirals, "admirals", 0.03, figures)
    uses = 100 * admirals.used[ADMIRAL, 1 : len(sheet.systems) + 1] / admirals.used[ADMIRAL, 0]
    figures["uses"] = np.round(uses, 1).tolist()
    score += sum(min(0.0, math.log(max(use, 0.05) / _USES)) for use in uses)
    return Measured(score, figures)


def _played(sheet: Sheet, mode: Mode, rank: int, games: int) -> Played:
    players = 1 if mode is Mode.SOLO else 2
    league = League(sheet, mode, players, load_network(mode), admiral=_STYLE, rolls=0)
    return league.play(lineups_of((rank,) * players, games), seed=5, stream=3)


def _fairness(played: Played, name: str, tolerance: float, figures: dict[str, Any]) -> float:
    share, _ = played.first_player_share
    figures[name] = round(share, 3)
    return -20 * max(0.0, abs(share - 0.5) - tolerance)


def _juniors(sheet: Sheet, mode: Mode, figures: dict[str, Any]) -> float:
    played = _played(sheet, mode, LIEUTENANT, 3000)
    rounds = float(played.results[:, ROUNDS].mean())
    sunk = float((played.results[:, REASON] == REASON_SUNK).mean())
    figures |= {"rounds": round(rounds, 1), "sunk": round(sunk, 2)}
    outside = _outside(rounds, *_ROUNDS[mode]) + 8 * max(0.0, _LEAST_SUNK - sunk)
    return _fairness(played, "lieutenants", 0.02, figures) - outside


def _solo(sheet: Sheet, figures: dict[str, Any]) -> float:
    played = _played(sheet, Mode.SOLO, LIEUTENANT, 1500)
    is_won = played.results[:, WINNERS] > 0
    scores = played.results[is_won, SOLO_SCORE]
    if not len(scores):
        return 2 * _HOPELESS
    won, middle = float(is_won.mean()), float(np.median(scores))
    ranks = [np.mean([rank_of(int(score)) is rank for score in scores]) for rank in Rank]
    figures["solo"] = [round(won, 2), middle, *np.round(ranks, 2).tolist()]
    off = 15 * _outside(won, *_SOLO_WON) + _outside(middle, *_SOLO_SCORE) / 5
    return -(off + 15 * max(0.0, _LEAST_RANK - float(min(ranks))))


def _outside(value: float, least: float, most: float) -> float:
    return max(0.0, least - value, value - most)


# ------------------------------------------------------------------------------------- changes


def changed(data: dict[str, Any], systems: list[int], random: Random) -> dict[str, Any] | None:
    """Return a submarine with a few fields changed; None if that tears a system apart."""
    grid: Grid = [row.split() for row in data["grid"]]
    for _ in range(random.choice([1, 1, 2, 3])):
        if random.random() < 0.1:
            _swap(grid, *random.sample(systems, 2))
        else:
            _reshape(grid, random.choice(systems), random)
    for system in systems:
        fields = _fields(grid, system)
        if not _LEAST_FIELDS <= len(fields) <= _MOST_FIELDS or not _is_connected(fields):
            return None
    return {**data, "grid": [" ".join(row) for row in grid]}


def _swap(grid: Grid, one: int, other: int) -> None:
    names = {str(one): str(other), str(other): str(one)}
    for row in grid:
        row[:] = [names.get(field, field) for field in row]


def _reshape(grid: Grid, system: int, random: Random) -> None:
    """Move a field of a system, remove one, or add one, on the hull as it is."""
    fields = _fields(grid, system)
    kind = random.random()
    if kind < 0.75:
        row, column = random.choice(sorted(fields))
        grid[row][column] = "o"
        fields.discard((row, column))
    if kind > 0.25:
        free = sorted(n for field in fields for n in _neighbours(field) if _is_hull(grid, n))
        if free:
            row, column = random.choice(free)
            grid[row][column] = str(system)


def _fields(grid: Grid, system: int) -> set[Field]:
    return {
        (r, c) for r, row in enumerate(grid) for c, field in enumerate(row) if field == str(system)
    }


def _neighbours(field: Field) -> list[Field]:
    row, column = field
    return [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]


def _is_hull(grid: Grid, field: Field) -> bool:
    row, column = field
    return 0 <= row < len(grid) and 0 <= column < len(grid[0]) and grid[row][column] == "o"


def _is_connected(fields: set[Field]) -> bool:
    reached = set(sorted(fields)[:1])
    while more := {n for field in reached for n in _neighbours(field)} & fields - reached:
        reached |= more
    return reached == fields


# -------------------------------------------------------------------------------------- search


def search(sheet: Sheet, mode: Mode, seconds: float, seed: int) -> Sheet:
    """Return the best submarine found in a time; print each improvement."""
    random = Random(seed)  # noqa: S311
    systems = [int(system) for system in sheet.systems]
    current = best = sheet.to_data()
    measured = measure(sheet, mode)
    least = most = measured.score
    print(f"start: {measured.score:.2f} {measured.figures}")
    begun = time.monotonic()
    while (spent := time.monotonic() - begun) < seconds:
        candidate = changed(current, systems, random)
        if candidate is None:
            continue
        try:
            measured = measure(parse_sheet(candidate), mode)
        except SheetError:
            continue
        warmth = _WARMTH * (1 - spent / seconds) + 1e-3
        if random.random() < math.exp(min(0.0, (measured.score - least) / warmth)):
            current, least = candidate, measured.score
        if measured.score > most:
            best, most = candidate, measured.score
            print(f"{spent:.0f} s: {most:.2f} {measured.figures}", *best["grid"], sep="\n")
    return parse_sheet(best)


def main() -> None:
    """Search from the built-in submarine of a mode, or from another one."""
    parser = argparse.ArgumentParser(prog="python -m tools.submarines", description=__doc__)
    parser.add_argument("mode", choices=[Mode.MISSION, Mode.TRAINING], type=Mode)
    parser.add_argument("--start", metavar="FILE.toml", help="the submarine to begin with")
    parser.add_argument("--seconds", type=float, default=600, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    arguments = parser.parse_args()
    sheet = find_sheet(arguments.start or DEFAULT_SHEETS[arguments.mode])
    search(sheet, arguments.mode, arguments.seconds, arguments.seed)


if __name__ == "__main__":
    main()
