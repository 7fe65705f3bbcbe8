"""Calibrate the estimated playing rank of reviews: `python -m tools.ranks [--games N] [--jobs N]`.

Bots of all four ranks play each other in every kind of game, and quick reviews tell what their
choices cost. How the costs of single games are distributed goes to `review/ranks.json`, with where
it comes from. Run it again when the network, the submarines or the quick judge change: it takes
about seven minutes of processor time.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import torpedo_dice
from torpedo_dice import __version__
from torpedo_dice.bots.brain.weights import VERSION
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.lab.play import play_game
from torpedo_dice.review import review
from torpedo_dice.review.quick import QuickJudge
from torpedo_dice.review.rank import FILE, RANKS, kind_of
from torpedo_dice.rules import Mode
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

PATH = Path(torpedo_dice.__file__).parent / "review" / FILE
SEED = 1
# Mode, players, and the share of the games: those with many players take longest to review, and
# each of them has more seats.
KINDS = [
    *((Mode.MISSION, 2, 1.0), (Mode.MISSION, 3, 0.3), (Mode.MISSION, 4, 0.1)),
    *((Mode.TRAINING, 2, 1.0), (Mode.TRAINING, 3, 0.3), (Mode.TRAINING, 4, 0.1)),
    (Mode.SOLO, 1, 1.0),
]
GAMES = 400


@dataclass(frozen=True)
class Task:
    """A game to play and review."""

    mode: Mode
    players: int
    number: int
    seed: int

    @property
    def bots(self) -> list[str]:
        """The bots by seat: every rank sits at every seat equally often, against any others."""
        random = Random(f"ranks {self.seed} {self.mode} {self.players} {self.number}")  # noqa: S311
        others = [random.choice(RANKS) for _ in range(self.players - 1)]
        own = self.number // self.players % len(RANKS)
        others.insert(self.number % self.players, RANKS[own])
        return others


def costs_of(task: Task) -> list[tuple[str, str, float]]:
    """Play and review a game; return its kind, and every seat's rank and cost per choice."""
    sheet = load_sheet(DEFAULT_SHEETS[task.mode])
    name = f"ranks {task.seed} {task.number}"
    record = play_game(sheet, task.mode, task.bots, name).record()
    reviewed = review(record, QuickJudge())
    return [
        (kind_of(reviewed), bot, totals.mean_loss)
        for seat, bot in enumerate(task.bots)
        if (totals := reviewed.totals(seat)).mean_loss is not None
    ]


def tasks(games: int, seed: int = SEED) -> list[Task]:
    """Return the games of every kind."""
    return [
        Task(mode, players, number, seed)
        for mode, players, share in KINDS
        for number in range(max(2 * len(RANKS), round(games * share)))
    ]


def calibrate(games: int, jobs: int | None) -> dict[str, Any]:
    """Return the data of the calibration."""
    roots: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for costs in ordered_map(costs_of, tasks(games), jobs=jobs):
        for kind, bot, cost in costs:
            roots[kind][bot].append(sqrt(cost))
    return {
        "written_by": f"python -m tools.ranks --games {games}",
        "version": __version__,
        "networks": VERSION,
        "sheets": {mode: load_sheet(DEFAULT_SHEETS[mode]).mark for mode in Mode},
        "kinds": {
            kind: {
                rank: {
                    "mean": round(mean(ranks[rank]), 5),
                    "deviation": round(stdev(ranks[rank]), 5),
                    "games": len(ranks[rank]),
                }
                for rank in RANKS
            }
            for kind, ranks in roots.items()
        },
    }


def main() -> None:
    """Calibrate, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m tools.ranks", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games of each two-player kind")
    parser.add_argument("--jobs", type=int, help="processes (default: one per core)")
    arguments = parser.parse_args()
    data = calibrate(arguments.games, arguments.jobs)
    PATH.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    for kind, ranks in data["kinds"].items():
        costs = ", ".join(f"{rank} {100 * each['mean'] ** 2:.2f}" for rank, each in ranks.items())
        print(f"{kind}: typical cost per choice in points: {costs}")


if __name__ == "__main__":
    main()
