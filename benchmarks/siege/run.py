"""Run the siege: the server, the players and the attacker, each in a separate process."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Figure, show
from benchmarks.server.processes import Ours
from benchmarks.siege.attacks import ATTACKS

SECONDS = 6.0
QUIET_SECONDS = 8.0
TABLES = 50
GOAL_P99 = 250.0
GOAL_MEMORY = 64.0

# With its default limits, unlike the server of the other benchmarks.
_SERVE = """
import sys
try:
    from torpedo_dice.server.run import serve
except ModuleNotFoundError:  # an older source tree
    from torpedo_dice.server.command import serve
serve(port=int(sys.argv[1]), data=sys.argv[2])
"""


@dataclass(frozen=True)
class Phase:
    """A phase of the siege: what happened, from when to when, and the peak memory."""

    name: str
    began: float
    ended: float
    memory: float
    # What the attacker did; empty if there was none.
    done: str = ""


class Memory:
    """The peak of a process's resident memory, in MB, since it was last asked for."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._peak = 0.0
        threading.Thread(target=self._watch, daemon=True).start()

    def peak(self) -> float:
        """Return the peak and reset it."""
        peak, self._peak = max(self._peak, self._now()), 0.0
        return peak

    def _watch(self) -> None:
        while True:
            self._peak = max(self._peak, self._now())
            time.sleep(0.05)

    def _now(self) -> float:
        try:
            status = Path(f"/proc/{self._pid}/status").read_text()
        except OSError:
            return 0.0
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found is not None else 0.0


def run(tree: Path | None = None, names: list[str] | None = None) -> bool:
    """Attack a server, print the figures, and return whether the goals were met."""
    with tempfile.TemporaryDirectory() as folder:
        server = Ours(Path(folder), tree, program=_SERVE)
        try:
            phases, players = _besiege(server, names or list(ATTACKS))
        finally:
            server.kill()
        return _report(phases, players)


def _besiege(server: Ours, names: list[str]) -> tuple[list[Phase], dict[str, list[list[float]]]]:
    memory = Memory(server.pid)
    players = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.siege.players", str(server.port), str(TABLES)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert players.stdout is not None
    players.stdout.readline()
    # Bots are loaded and all tables are playing: from here on, memory growth is due to the
    # attacker.
    time.sleep(QUIET_SECONDS)
    memory.peak()
    phases = [_phase("before", memory, lambda: time.sleep(QUIET_SECONDS))]
    for name in names:
        phases.append(_phase(name, memory, lambda name=name: _attack(name, server.port)))
        print(f"  {name}: {phases[-1].done}", file=sys.stderr)
    phases.append(_phase("after", memory, lambda: time.sleep(QUIET_SECONDS)))
    text, _ = players.communicate("stop\n", timeout=60)
    return phases, json.loads(text)


def _phase(name: str, memory: Memory, do: object) -> Phase:
    began = time.time()
    done = do()  # type: ignore[operator]
    return Phase(name, began, time.time(), memory.peak(), done or "")


def _attack(name: str, port: int) -> str:
    # The attacker must not take CPU time from the players' programs.
    finished = subprocess.run(
        [sys.executable, "-m", "benchmarks.siege.attacks", name, str(port), str(SECONDS)],
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS + 60,
        preexec_fn=lambda: os.nice(5),
    )
    lines = (finished.stdout or finished.stderr).strip().splitlines()
    return lines[-1] if lines else "nothing"


def _report(phases: list[Phase], players: dict[str, list[list[float]]]) -> bool:
    """`players` holds [time, milliseconds] of each answer, and the times of lost connections."""
    before = phases[0].memory
    figures = []
    for phase in phases:
        waits = sorted(ms for at, ms in players["answers"] if phase.began <= at < phase.ended)
        lost = sum(phase.began <= at < phase.ended for (at,) in players["lost"])
        goal = GOAL_P99 if phase.name != "before" else None
        p99 = waits[int(len(waits) * 0.99)] if waits else float("inf")
        figures += [
            Figure(f"{phase.name}: p99 of {len(waits)} answers", p99, None, goal, "ms"),
            Figure(f"{phase.name}: memory", phase.memory - before, None, GOAL_MEMORY, "MB more"),
            Figure(f"{phase.name}: players dropped", lost, None, 0, ""),
        ]
    return show(f"Siege, {TABLES} tables, {SECONDS:.0f} s for each attack", figures)
