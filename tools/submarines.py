"""Search for a submarine that is fair and interesting for every rank: how ours were found.

`python -m tools.submarines MODE [--start FILE.toml] [--network FILE.npz] [--games N] [--seconds N]
[--seed N]`
changes submarines step by step. New ones are changes of the most promising, and those play more
games, so that luck doesn't decide which they are; each best one is printed with its figures.
A submarine is measured by games on the compiled engine: the first player's share for all ranks,
how often admirals use each system, the rounds, the endings and, in Mission, solo games.
The best of many was also lucky, so confirm the result with `python -m benchmarks balance`.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, LIEUTENANT, RANKS
from torpedo_dice.bots.brain.weights import load_network, read_network
from torpedo_dice.fast.codes import REASON_SUNK, SYSTEM_SLOTS
from torpedo_dice.lab.league import REASON, ROUNDS, SOLO_SCORE, WINNERS, League, Played, lineups_of
from torpedo_dice.lab.variant import changed
from torpedo_dice.rules import Mode, Rank, Sheet
from torpedo_dice.rules.outcome import rank_of
from torpedo_dice.sheets import DEFAULT_SHEETS, find_sheet

# The goals, with a margin: points of the first player's share, uses per 100 turns, the mean number
# of rounds, solo wins and scores.
_FAIR = 0.02
_USES = 2.2
_ROUNDS = {Mode.MISSION: (8.2, 13.8), Mode.TRAINING: (6.2, 11.8)}
_LEAST_SUNK = 0.35
_SOLO_WON, _SOLO_SCORE, _LEAST_RANK = (0.61, 0.84), (30, 40), 0.11
# Games of lieutenants, with others and alone; captains play so many times as many as admirals.
_JUNIORS, _SOLO, _CAPTAINS = 4000, 3000, 8
# A submarine that is worse after the games of the lower ranks isn't worth those of the others.
_HOPELESS = -3.0
# Submarines that may be changed next, those that may play more games, and how many at most.
_PARENTS, _UNSURE, _MOST = 25, 12, 4000
_KEPT = 100
_SEED = 5


@dataclass
class Candidate:
    """A submarine, and what the games so far say about it."""

    sheet: Sheet
    # What lieutenants and solo games fall short of, 0 for nothing.
    shortfall: float = 0.0
    # By rank: the decided games, and the first player's share of their wins.
    decided: NDArray[np.int64] = field(default_factory=lambda: np.zeros(RANKS, np.int64))
    shares: NDArray[np.float64] = field(default_factory=lambda: np.full(RANKS, 0.5))
    # The turns of admirals, then their uses of each system.
    used: NDArray[np.int64] = field(default_factory=lambda: np.zeros(SYSTEM_SLOTS, np.int64))
    figures: dict[str, Any] = field(default_factory=dict)

    @property
    def score(self) -> float:
        """How good it is: 0 if all goals are met."""
        unfair = np.maximum(0.0, np.abs(self.shares - 0.5) - _FAIR).sum()
        return -self.shortfall - 100 * float(unfair) - self._unused

    @property
    def _unused(self) -> float:
        if not self.used[0]:
            return 0.0
        uses = 100 * (self.used[1 : len(self.sheet.systems) + 1] + 1) / self.used[0]
        return float(np.maximum(0.0, 3 * np.log(_USES / uses)).sum())

    @property
    def promise(self) -> float:
        """How good it may be: its score, and what luck may hide in so few games of admirals."""
        return self.score + 50 / math.sqrt(max(1, self.decided[ADMIRAL]))

    def add(self, rank: int, played: Played) -> None:
        """Add games of a rank."""
        share, decided = played.first_player_share
        total = self.decided[rank] + decided
        self.shares[rank] += (share - self.shares[rank]) * decided / max(1, total)
        self.decided[rank] = total
        if rank == ADMIRAL:
            self.used += played.used[ADMIRAL]

    def __str__(self) -> str:
        """Return the figures in one line."""
        shares = dict(zip(("lieutenants", "captains", "admirals"), self.shares[1:], strict=True))
        uses = 100 * self.used[1 : len(self.sheet.systems) + 1] / max(1, self.used[0])
        told = {name: round(float(share), 3) for name, share in shares.items()}
        told |= {"uses": np.round(uses, 1).tolist(), "games": int(self.decided[ADMIRAL])}
        return f"{self.score:.2f} {self.figures | told}, reserve {self.sheet.reserve}"


@dataclass(frozen=True)
class Judge:
    """Measures submarines for a mode; captains and admirals play with the network."""

    mode: Mode
    network: Network
    # Of admirals, each time.
    games: int = 120

    def look(self, sheet: Sheet) -> Candidate:
        """Play the games of all ranks; those that take longer only if the others are promising."""
        candidate = Candidate(sheet)
        steps: list[Callable[[Candidate], None]] = [self._juniors]
        if self.mode is Mode.MISSION:
            steps.append(self._solo)
        for step in [*steps, self._captains, self._admirals]:
            step(candidate)
            if candidate.score < _HOPELESS:
                break
        return candidate

    def look_again(self, candidate: Candidate) -> None:
        """Play more games of the higher ranks, on other dice."""
        self._captains(candidate)
        self._admirals(candidate)

    def _played(
        self, sheet: Sheet, mode: Mode, rank: int, games: int, candidate: Candidate
    ) -> Played:
        players = 1 if mode is Mode.SOLO else 2
        league = League(sheet, mode, players, self.network)
        lineups = lineups_of((rank,) * players, games)
        return league.play(lineups, seed=_SEED, stream=int(candidate.decided[rank]))

    def _captains(self, candidate: Candidate) -> None:
        games = _CAPTAINS * self.games
        candidate.add(CAPTAIN, self._played(candidate.sheet, self.mode, CAPTAIN, games, candidate))

    def _admirals(self, candidate: Candidate) -> None:
        games = self.games
        candidate.add(ADMIRAL, self._played(candidate.sheet, self.mode, ADMIRAL, games, candidate))

    def _juniors(self, candidate: Candidate) -> None:
        played = self._played(candidate.sheet, self.mode, LIEUTENANT, _JUNIORS, candidate)
        candidate.add(LIEUTENANT, played)
        rounds = float(played.results[:, ROUNDS].mean())
        sunk = float((played.results[:, REASON] == REASON_SUNK).mean())
        candidate.figures |= {"rounds": round(rounds, 1), "sunk": round(sunk, 2)}
        outside = _outside(rounds, *_ROUNDS[self.mode]) + 8 * max(0.0, _LEAST_SUNK - sunk)
        candidate.shortfall += outside

    def _solo(self, candidate: Candidate) -> None:
        played = self._played(candidate.sheet, Mode.SOLO, LIEUTENANT, _SOLO, candidate)
        is_won = played.results[:, WINNERS] > 0
        scores = played.results[is_won, SOLO_SCORE]
        if not len(scores):
            candidate.shortfall -= 2 * _HOPELESS
            return
        won, middle = float(is_won.mean()), float(np.median(scores))
        ranks = [np.mean([rank_of(int(score)) is rank for score in scores]) for rank in Rank]
        candidate.figures["solo"] = [round(won, 2), middle, *np.round(ranks, 2).tolist()]
        off = 30 * _outside(won, *_SOLO_WON) + _outside(middle, *_SOLO_SCORE) / 3
        candidate.shortfall += off + 30 * max(0.0, _LEAST_RANK - float(min(ranks)))


def _outside(value: float, least: float, most: float) -> float:
    return max(0.0, least - value, value - most)


# -------------------------------------------------------------------------------------- search


def search(sheet: Sheet, judge: Judge, seconds: float, seed: int) -> Sheet:
    """Return the best submarine found in a time; print whenever another one is the best."""
    random = Random(seed)  # noqa: S311
    pool = [judge.look(sheet)]
    known = {_fields(sheet)}
    best = pool[0]
    print(f"start: {best}", flush=True)
    begun = time.monotonic()
    while (spent := time.monotonic() - begun) < seconds:
        unsure = [each for each in pool[:_UNSURE] if each.decided[ADMIRAL] < _MOST]
        if random.random() < 0.5 and unsure:
            judge.look_again(unsure[0])
        else:
            child = changed(random.choice(pool[:_PARENTS]).sheet, random)
            if child is None or _fields(child) in known:
                continue
            known.add(_fields(child))
            pool.append(judge.look(child))
        pool = sorted(pool, key=_order, reverse=True)[:_KEPT]
        now = max(pool, key=lambda each: (bool(each.decided[ADMIRAL]), each.score))
        if now is not best:
            best = now
            print(f"{spent:.0f} s: {best}", *best.sheet.to_data()["grid"], sep="\n", flush=True)
    return best.sheet


def _order(candidate: Candidate) -> tuple[bool, float]:
    """Return what the pool is sorted by: what wasn't worth any games of admirals comes last."""
    return bool(candidate.decided[ADMIRAL]), candidate.promise


def _fields(sheet: Sheet) -> str:
    """Return what matters of a submarine: its targets and its reserve."""
    return f"{sheet.reserve} {sheet.to_data()['grid']}".replace("o", ".")


def main() -> None:
    """Search from the built-in submarine of a mode, or from another one."""
    parser = argparse.ArgumentParser(prog="python -m tools.submarines", description=__doc__)
    parser.add_argument("mode", choices=[Mode.MISSION, Mode.TRAINING], type=Mode)
    parser.add_argument("--start", metavar="FILE.toml", help="the submarine to begin with")
    parser.add_argument("--network", metavar="FILE.npz", type=Path, help="the network to play with")
    parser.add_argument(
        "--games", type=int, default=Judge.games, metavar="N", help="of admirals, each time"
    )
    parser.add_argument("--seconds", type=float, default=600, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    arguments = parser.parse_args()
    mode: Mode = arguments.mode
    network = read_network(arguments.network)[0] if arguments.network else load_network(mode)
    sheet = find_sheet(arguments.start or DEFAULT_SHEETS[mode])
    search(sheet, Judge(mode, network, arguments.games), arguments.seconds, arguments.seed)


if __name__ == "__main__":
    main()
