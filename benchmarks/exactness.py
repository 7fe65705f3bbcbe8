"""Exactness of the records: 20,000 games of all kinds, each verified twice.

Once by `torpedo verify`, and once by the tests' referee, which reads records and shares no code
with this package.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Figure, show
from tests.referee.referee import objections
from torpedo_dice.lab.simulate import Simulation
from torpedo_dice.record import record_line
from torpedo_dice.rules import Mode, SoloEnd
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

GAMES = 20_000
SEED = 20_000


@dataclass(frozen=True)
class Table:
    """One kind of game."""

    mode: Mode
    seats: tuple[str, ...]
    solo_end: SoloEnd = SoloEnd.END_OF_ROUND


def tables() -> list[Table]:
    """List every mode, player count, mix of bots and way to end a solo game."""
    bots = ("ensign", "lieutenant")
    solo = [Table(Mode.SOLO, (bot,), end) for bot in bots for end in SoloEnd]
    versus = [
        Table(mode, seats)
        for mode in (Mode.TRAINING, Mode.MISSION)
        for count in (2, 3, 4)
        for seats in itertools.product(bots, repeat=count)
    ]
    return solo + versus


def run(total: int = GAMES) -> bool:
    """Play and verify the games; print the number of findings and objections."""
    kinds = tables()
    games = -(-total // len(kinds))
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor() as pool:
        files = [Path(folder) / f"{number}.ndjson" for number in range(len(kinds))]
        complaints = sum(pool.map(_play_and_referee, kinds, files, [games] * len(kinds)))
        verify = [sys.executable, "-m", "torpedo_dice.cli", "verify"]
        halves = [files[::2], files[1::2]]
        results = list(pool.map(subprocess.run, [[*verify, *half] for half in halves]))
    return show(
        f"Exactness, {games * len(kinds)} games in {len(kinds)} kinds",
        [
            Figure("objections of the independent referee", complaints, 0, 0),
            Figure("runs of torpedo verify that failed", sum(r.returncode for r in results), 0, 0),
        ],
    )


def _play_and_referee(kind: Table, file: Path, games: int) -> int:
    sheet = load_sheet(DEFAULT_SHEETS[kind.mode])
    simulation = Simulation(sheet, kind.mode, kind.seats, games, SEED, kind.solo_end)
    complaints = 0
    with file.open("w", encoding="utf-8") as out:
        for record in simulation.records():
            out.write(record_line(record))
            for objection in objections(record):
                print(f"{kind}: {objection}")
                complaints += 1
    return complaints
