"""Ray clusters, through Ray's backend for joblib."""

from __future__ import annotations

import logging
import os
from functools import cache, partial
from typing import Any

import ray
from ray.exceptions import RayActorError, RayError, WorkerCrashedError
from ray.util.joblib.ray_backend import RayBackend

from torpedo_dice.lab.parallel import RAY, Place, WorkersError
from torpedo_dice.rules import Sentence

# Ray doesn't repeat the tasks of a worker that died: we do.
_MOST_DEATHS = 3


def ray_cluster(on: str) -> Place:
    """Connect to `ray://HOST:PORT`, unless connected already.

    `ray` alone is the cluster that RAY_ADDRESS names, or the one on this machine; if there is none,
    it is started, and ends with this process.
    """
    if not ray.is_initialized():
        _connect(on)
    return Place(
        on,
        _cpus(on),
        lambda: _backend(on),
        deaths=(RayActorError, WorkerCrashedError),
        most_deaths=_MOST_DEATHS,
        can_stream=False,
        explain=partial(_explain, on),
    )


def _connect(on: str) -> None:
    # A cluster that is started here reports nothing to anybody.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    quietly: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    try:
        try:
            ray.init("auto" if on == RAY else on, **quietly)
        except ConnectionError:
            if on != RAY:
                raise
            ray.init("local", include_dashboard=False, **quietly)
    except Exception as error:  # noqa: BLE001  # Ray raises exceptions of every class
        raise WorkersError(
            Sentence("{cluster} can’t be reached: {why}", cluster=on, why=_first_line(error))
        ) from None


def _cpus(on: str) -> int:
    cpus = int(ray.cluster_resources().get("CPU", 0))
    if cpus < 2:
        # joblib would compute everything in this process.
        raise WorkersError(Sentence("{cluster} needs at least two CPUs", cluster=on))
    return cpus


def _explain(on: str, error: BaseException) -> Sentence | None:
    if isinstance(error, ConnectionError):
        return Sentence("the connection to {cluster} was lost", cluster=on)
    if isinstance(error, RayError):
        return Sentence("{cluster} failed: {why}", cluster=on, why=_first_line(error))
    return None


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


@cache
def _backend(on: str) -> _Backend:
    return _Backend(on)


class _Backend(RayBackend):
    """Ray's backend, except that its workers stay for the next call: they take seconds to start."""

    def __init__(self, on: str) -> None:
        # By default Ray may put all workers on one machine.
        super().__init__(ray_remote_args={"scheduling_strategy": "SPREAD"})
        self._on = on

    def effective_n_jobs(self, n_jobs: int) -> int:
        return n_jobs

    def configure(self, n_jobs: int = 1, parallel: Any = None, **settings: Any) -> int:
        if self._pool is None:
            # A machine that is gone took its CPUs with it.
            return int(super().configure(min(n_jobs, _cpus(self._on)), parallel, **settings))
        self.parallel = parallel
        return n_jobs

    def terminate(self) -> None:
        self.reset_batch_stats()

    def abort_everything(self, ensure_ready: bool = True) -> None:  # noqa: ARG002, FBT001, FBT002
        super().terminate()
