"""A Dask cluster of two workers: the same records, also after one of them was killed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from distributed import Client

from torpedo_dice.lab import on_dask
from torpedo_dice.lab.match import Match, play_match
from torpedo_dice.lab.parallel import WorkersError, ordered_map
from torpedo_dice.lab.simulate import Simulation
from torpedo_dice.rules import Mode, Sheet

ROOT = Path(__file__).parents[2]


def process_of(_item: int) -> int:
    """Return the process that computes it."""
    return os.getpid()


def slowly(number: int) -> int:
    """Take so long that the scheduler can be killed meanwhile."""
    time.sleep(0.2)
    return number


class Cluster:
    """A scheduler and its workers, as separate processes."""

    def __init__(self, folder: Path, ending: ExitStack) -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{listener.getsockname()[1]}"
        self._folder, self._ending = folder, ending
        self.scheduler = self._start("scheduler", "--host", self.address.partition(":")[0],
                                     "--port", self.address.partition(":")[2])  # fmt: skip

    @property
    def on(self) -> str:
        """Its name for users."""
        return f"dask://{self.address}"

    def start_worker(self) -> subprocess.Popen[bytes]:
        """Start a worker, which nobody restarts when it dies."""
        return self._start("worker", f"tcp://{self.address}", "--no-nanny", "--nthreads", "1",
                           "--local-directory", str(self._folder))  # fmt: skip

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
        log = self._ending.enter_context((self._folder / f"{words[0]}.log").open("ab"))
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=ROOT)
        self._ending.callback(process.wait)
        self._ending.callback(process.kill)
        return process


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """A scheduler without workers yet; on a busy machine it may take a while to start."""
    monkeypatch.setattr(on_dask, "PATIENCE", 60)
    with ExitStack() as ending:
        cluster = Cluster(tmp_path, ending)
        yield cluster
        if client := on_dask.CLIENTS.pop(cluster.on, None):
            client.close(timeout=1)


def test_a_cluster_must_be_named_in_full() -> None:
    """One sentence, before anything is connected."""
    with pytest.raises(WorkersError, match="the host or the port is missing"):
        ordered_map(slowly, range(9), on="dask://somewhere")


def test_records_are_the_same_whatever_dies(
    cluster: Cluster, mission: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a worker, with two, one of which is killed midway, and without the scheduler.

    A single test, because to start the processes of a cluster takes most of the time.
    """
    # The scheduler takes a while to start, but there will be no worker, however long one waits.
    on_dask.CLIENTS[cluster.on] = Client(f"tcp://{cluster.address}", set_as_default=False)
    with monkeypatch.context() as impatient:
        impatient.setattr(on_dask, "PATIENCE", 1)
        with pytest.raises(WorkersError, match="has no workers: start some with dask worker"):
            ordered_map(slowly, range(9), on=cluster.on)
    on_dask.CLIENTS.pop(cluster.on).close()
    # Match and simulation; and with the one worker that is left, nothing is computed here.
    killed = cluster.start_worker()
    cluster.start_worker()
    match = Match(mission, Mode.MISSION, ["lieutenant", "ensign"], games=40, seed=5)
    played = play_match(match, jobs=None, on=cluster.on, has_records=True)
    games = [next(played)]
    killed.kill()
    games += played
    assert games == list(play_match(match, jobs=1, has_records=True))
    assert os.getpid() not in set(ordered_map(process_of, range(4), on=cluster.on))
    simulation = Simulation(mission, Mode.MISSION, ["ensign", "ensign"], games=4, seed=1)
    assert list(simulation.records(on=cluster.on, jobs=None)) == list(simulation.records())
    # The scheduler goes away.
    numbers = ordered_map(slowly, range(1000), on=cluster.on)
    assert next(numbers) == 0
    cluster.scheduler.kill()
    with pytest.raises(WorkersError, match=f"the connection to {cluster.on} was lost"):
        list(numbers)
    monkeypatch.setattr(on_dask, "PATIENCE", 1)
    with pytest.raises(WorkersError, match=f"{cluster.on} can’t be reached"):
        ordered_map(slowly, range(9), on=cluster.on)
