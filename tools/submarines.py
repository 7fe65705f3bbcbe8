"""Search for a submarine that is fair and interesting for every rank: how ours were found.

`python -m tools.submarines MODE [--start FILE.toml] [--network FILE.npz] [--games N] [--seconds N]
[--seed N]`
changes a submarine step by step (simulated annealing), and prints each better one with its figures.
A submarine is measured by games on the compiled engine: the first player's share for all ranks,
how often admirals use each system, the rounds, the endings and, in Mission, solo games.
These games are few, so the result must be confirmed with `python -m benchmarks balance`.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, LIEUTENANT
from torpedo_dice.bots.brain.weights import load_network, read_network
from torpedo_dice.fast.codes import REASON_SUNK
from torpedo_dice.lab.league import REASON, ROUNDS, SOLO_SCORE, WINNERS, League, Played, lineups_of
from torpedo_dice.lab.variant import changed
from torpedo_dice.rules import Mode, Rank, Sheet
from torpedo_dice.rules.outcome import rank_of
from torpedo_dice.sheets import DEFAULT_SHEETS, find_sheet

# The goals, with a margin: uses per 100 turns, the mean number of rounds, solo wins and scores.
_USES = 2.5
_ROUNDS = {Mode.MISSION: (8.5, 13.5), Mode.TRAINING: (6.5, 11.5)}
_LEAST_SUNK = 0.5
_SOLO_WON, _SOLO_SCORE, _LEAST_RANK = (0.62, 0.84), (30, 40), 0.12
_HOPELESS = -3.0
_WARMTH = 0.3


@dataclass(frozen=True)
class Measured:
    """How good a submarine is (0 is perfect), and the figures behind it."""

    score: float
    figures: dict[str, Any]


@dataclass(frozen=True)
class Judge:
    """Measures submarines for a mode; captains and admirals play with the network."""

    mode: Mode
    network: Network
    # Of admirals; other ranks, whose games take less time, play more.
    games: int = 80

    def measure(self, sheet: Sheet) -> Measured:
        """Play the games of all ranks; those that take longer only if the others are promising."""
        figures: dict[str, Any] = {}
        score = self._juniors(sheet, figures)
        if self.mode is Mode.MISSION:
            score += self._solo(sheet, figures)
        for rank, name, games, tolerance in self._seniors():
            if score < _HOPELESS:
                return Measured(2 * score, figures)
            played = self._played(sheet, self.mode, rank, games)
            score += _fairness(played, name, tolerance, figures)
        uses = 100 * played.used[ADMIRAL, 1 : len(sheet.systems) + 1] / played.used[ADMIRAL, 0]
        figures["uses"] = np.round(uses, 1).tolist()
        score += sum(min(0.0, math.log(max(use, 0.05) / _USES)) for use in uses)
        return Measured(score, figures)

    def _seniors(self) -> Iterator[tuple[int, str, int, float]]:
        """Yield the higher ranks with their games, and how unfair so few may look by chance."""
        for rank, name, games in (
            (CAPTAIN, "captains", 5 * self.games),
            (ADMIRAL, "admirals", self.games),
        ):
            yield rank, name, games, 0.5 / math.sqrt(games)

    def _played(self, sheet: Sheet, mode: Mode, rank: int, games: int) -> Played:
        players = 1 if mode is Mode.SOLO else 2
        league = League(sheet, mode, players, self.network)
        return league.play(lineups_of((rank,) * players, games), seed=5, stream=3)

    def _juniors(self, sheet: Sheet, figures: dict[str, Any]) -> float:
        played = self._played(sheet, self.mode, LIEUTENANT, 3000)
        rounds = float(played.results[:, ROUNDS].mean())
        sunk = float((played.results[:, REASON] == REASON_SUNK).mean())
        figures |= {"rounds": round(rounds, 1), "sunk": round(sunk, 2)}
        outside = _outside(rounds, *_ROUNDS[self.mode]) + 8 * max(0.0, _LEAST_SUNK - sunk)
        return _fairness(played, "lieutenants", 0.015, figures) - outside

    def _solo(self, sheet: Sheet, figures: dict[str, Any]) -> float:
        played = self._played(sheet, Mode.SOLO, LIEUTENANT, 1500)
        is_won = played.results[:, WINNERS] > 0
        scores = played.results[is_won, SOLO_SCORE]
        if not len(scores):
            return 2 * _HOPELESS
        won, middle = float(is_won.mean()), float(np.median(scores))
        ranks = [np.mean([rank_of(int(score)) is rank for score in scores]) for rank in Rank]
        figures["solo"] = [round(won, 2), middle, *np.round(ranks, 2).tolist()]
        off = 15 * _outside(won, *_SOLO_WON) + _outside(middle, *_SOLO_SCORE) / 5
        return -(off + 15 * max(0.0, _LEAST_RANK - float(min(ranks))))


def _fairness(played: Played, name: str, tolerance: float, figures: dict[str, Any]) -> float:
    share, _ = played.first_player_share
    figures[name] = round(share, 3)
    return -20 * max(0.0, abs(share - 0.5) - tolerance)


def _outside(value: float, least: float, most: float) -> float:
    return max(0.0, least - value, value - most)


# -------------------------------------------------------------------------------------- search


def search(sheet: Sheet, judge: Judge, seconds: float, seed: int) -> Sheet:
    """Return the best submarine found in a time; print each improvement."""
    random = Random(seed)  # noqa: S311
    current = best = sheet
    measured = judge.measure(sheet)
    least = most = measured.score
    print(f"start: {measured.score:.2f} {measured.figures}", flush=True)
    begun = time.monotonic()
    while (spent := time.monotonic() - begun) < seconds:
        candidate = changed(current, random)
        if candidate is None:
            continue
        measured = judge.measure(candidate)
        warmth = _WARMTH * (1 - spent / seconds) + 1e-3
        if random.random() < math.exp(min(0.0, (measured.score - least) / warmth)):
            current, least = candidate, measured.score
        if measured.score > most:
            best, most = candidate, measured.score
            print(f"{spent:.0f} s: {most:.2f} {measured.figures}, reserve {best.reserve}")
            print(*best.to_data()["grid"], sep="\n", flush=True)
    return best


def main() -> None:
    """Search from the built-in submarine of a mode, or from another one."""
    parser = argparse.ArgumentParser(prog="python -m tools.submarines", description=__doc__)
    parser.add_argument("mode", choices=[Mode.MISSION, Mode.TRAINING], type=Mode)
    parser.add_argument("--start", metavar="FILE.toml", help="the submarine to begin with")
    parser.add_argument("--network", metavar="FILE.npz", type=Path, help="the network to play with")
    parser.add_argument("--games", type=int, default=Judge.games, metavar="N", help="of admirals")
    parser.add_argument("--seconds", type=float, default=600, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    arguments = parser.parse_args()
    mode: Mode = arguments.mode
    network = read_network(arguments.network)[0] if arguments.network else load_network(mode)
    sheet = find_sheet(arguments.start or DEFAULT_SHEETS[mode])
    search(sheet, Judge(mode, network, arguments.games), arguments.seconds, arguments.seed)


if __name__ == "__main__":
    main()
