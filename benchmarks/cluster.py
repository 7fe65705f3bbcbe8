"""Clusters: the same records from Dask and Ray as from one core, with a worker killed midway.

Both clusters run on this machine: Dask with two workers, Ray with one per core. The games are
played by the `torpedo` command, once with `--jobs 1` and once on each cluster. As soon as the first
records are written, one worker is killed.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import distributed  # noqa: F401  # the section is skipped early if one of them is missing
import psutil
import ray  # noqa: F401

from benchmarks.goals import Figure, show

GAMES = 200
WORKERS = 2
_SCRIPTS = Path(sys.executable).parent
_ENVIRONMENT = {
    **{name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    "RAY_USAGE_STATS_ENABLED": "0",
}

# Returns a worker's process, given that of the command; None if there is none yet.
FindWorker = Callable[[psutil.Process], psutil.Process | None]


def run(games: int = GAMES) -> bool:
    """Play the games three times and compare the records."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        expected, alone, _ = _play(folder / "alone", games, "--jobs", "1")
        figures = [Figure("one core", alone, unit="s")]
        for cluster in (_dask, _ray):
            with cluster(folder) as (address, find_worker):
                records, seconds, killed = _play(
                    folder / "cluster", games, "--on", address, find_worker=find_worker
                )
            same = records == expected
            figures += [
                Figure(f"{address}: records identical", same, 1, 1),
                Figure("  workers killed midway", killed, 1, 1),
                Figure("  time, with starting the workers", seconds, unit="s"),
            ]
    return show(f"Clusters, {games} games", figures)


def _play(
    file: Path, games: int, *where: str, find_worker: FindWorker | None = None
) -> tuple[bytes, float, int]:
    """Return the records, the seconds it took, and the number of workers killed."""
    command = [sys.executable, "-m", "torpedo_dice.cli", "match", "lieutenant", "ensign"]
    command += ["--games", str(games), "--records", str(file), *where]
    begun, killed = time.monotonic(), 0
    with psutil.Popen(command, stdout=subprocess.DEVNULL, env=_ENVIRONMENT) as process:
        while process.poll() is None:
            is_begun = file.exists() and file.stat().st_size > 0
            worker = find_worker(process) if find_worker and is_begun and not killed else None
            if worker is not None:
                worker.kill()
                killed += 1
            time.sleep(0.01)
    assert process.returncode == 0, f"torpedo match failed with exit code {process.returncode}"
    return file.read_bytes(), time.monotonic() - begun, killed


@contextmanager
def _dask(folder: Path) -> Iterator[tuple[str, FindWorker]]:
    port = _free_port()
    address = f"127.0.0.1:{port}"
    scheduler = [_SCRIPTS / "dask", "scheduler", "--no-dashboard"]
    scheduler += ["--host", "127.0.0.1", "--port", str(port)]
    worker = [_SCRIPTS / "dask", "worker", f"tcp://{address}", "--no-dashboard", "--no-nanny"]
    worker += ["--nthreads", "1", "--local-directory", folder]
    commands = [scheduler, *[worker] * WORKERS]
    with _running(*commands, folder=folder) as processes:
        yield f"dask://{address}", lambda _command: processes[-1]


@contextmanager
def _ray(_folder: Path) -> Iterator[tuple[str, FindWorker]]:
    """Leave it to the command to start this cluster, with a worker for each core."""

    def find_worker(command: psutil.Process) -> psutil.Process | None:
        children = command.children(recursive=True)
        return next((c for c in children if "PoolActor" in " ".join(c.cmdline())), None)

    yield "ray", find_worker


@contextmanager
def _running(*commands: list[object], folder: Path) -> Iterator[list[psutil.Process]]:
    """Run the commands, and end them with all processes that they started."""
    with (folder / "log").open("ab") as log:
        started = [
            psutil.Popen(
                list(map(str, command)), stdout=log, stderr=subprocess.STDOUT, env=_ENVIRONMENT
            )
            for command in commands
        ]
    try:
        yield started
    finally:
        family = [process for parent in started for process in _with_children(parent)]
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGTERM)
        _, left = psutil.wait_procs(family, timeout=10)
        for process in left:
            with suppress(psutil.NoSuchProcess):
                process.kill()


def _with_children(process: psutil.Process) -> list[psutil.Process]:
    try:
        return [*process.children(recursive=True), process]
    except psutil.NoSuchProcess:
        return []


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
