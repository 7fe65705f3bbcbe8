"""Dask clusters, through joblib's backend for them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from distributed import Client, KilledWorker
from distributed.comm import CommClosedError
from joblib._dask import DaskDistributedBackend

from torpedo_dice.lab.parallel import Place, WorkersError
from torpedo_dice.rules import Sentence

# Seconds to connect, and to wait for the first worker.
PATIENCE = 10
CLIENTS: dict[str, Client] = {}


def dask_cluster(on: str) -> Place:
    """Connect to a scheduler such as `dask://127.0.0.1:8786`, unless connected already."""
    client = CLIENTS.get(on)
    if client is None or client.status != "running":
        client = CLIENTS[on] = _connected(on)
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise WorkersError(
            Sentence("{cluster} has no workers: start some with dask worker", cluster=on)
        ) from None
    return Place(
        on,
        sum(client.ncores().values()),
        lambda: _Backend(client=client),
        deaths=(KilledWorker,),
        explain=partial(_explain, on),
    )


def _connected(on: str) -> Client:
    # Its warnings are about workers that died, which is nothing to worry about.
    logging.getLogger("distributed.client").setLevel(logging.ERROR)
    try:
        address = urlsplit(on)
        if address.hostname and address.port:
            return Client(f"tcp://{address.netloc}", timeout=PATIENCE, set_as_default=False)
        why: object = Sentence("the host or the port is missing")
    except (OSError, ValueError) as error:
        why = error
    raise WorkersError(Sentence("{cluster} can’t be reached: {why}", cluster=on, why=why))


def _explain(on: str, error: BaseException) -> Sentence | None:
    if isinstance(error, CancelledError | CommClosedError):
        return Sentence("the connection to {cluster} was lost", cluster=on)
    if isinstance(error, ImportError) or "deserializ" in str(error):
        return Sentence(
            "{cluster} can’t load the program: install it on every machine of the cluster, also on "
            "the scheduler’s",
            cluster=on,
        )
    return None


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
