"""Dask clusters, through joblib's backend for them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from dask.distributed import Client, KilledWorker
from joblib._dask import DaskDistributedBackend

from torpedo_dice.lab.parallel import DASK, Place, WorkersError
from torpedo_dice.rules import Sentence

# Seconds to connect, and to wait for the first worker.
_PATIENCE = 10
_CLIENTS: dict[str, Client] = {}


def dask_cluster(on: str) -> Place:
    """Connect to a scheduler such as `dask://127.0.0.1:8786`, unless connected already."""
    client = _CLIENTS.get(on)
    if client is None or client.status != "running":
        client = _CLIENTS[on] = _connected(on)
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        raise WorkersError(
            Sentence("{cluster} has no workers: start some with dask worker", cluster=on)
        ) from None
    workers = sum(client.ncores().values())
    return Place(on, workers, lambda: _Backend(client=client), (KilledWorker,))


def _connected(on: str) -> Client:
    address = f"tcp://{on.removeprefix(DASK)}"
    try:
        return Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkersError(
            Sentence("{cluster} can’t be reached: {why}", cluster=on, why=error)
        ) from None


class _Backend(DaskDistributedBackend):
    """joblib's backend, without two of its faults.

    With a single worker it would compute everything in this process, and an error that is not the
    task's own, such as a worker's death, would leave joblib waiting forever.
    """

    def effective_n_jobs(self, n_jobs: int) -> int:
        return max(2, int(super().effective_n_jobs(n_jobs)))

    def submit(self, func: Any, callback: Callable[[Any], object] | None = None) -> Future[Any]:
        future: Future[Any] = super().submit(func, callback)

        def report(done: Future[Any]) -> None:
            error = done.exception()
            if error is not None and callback is not None:
                callback(error)

        future.add_done_callback(report)
        return future
