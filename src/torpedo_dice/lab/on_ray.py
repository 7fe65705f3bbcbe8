"""Ray clusters, through Ray's backend for joblib."""

from __future__ import annotations

import logging
import os
from functools import cache
from typing import Any

import ray
from ray.exceptions import RayActorError, WorkerCrashedError
from ray.util.joblib.ray_backend import RayBackend

from torpedo_dice.lab.parallel import RAY, Place, WorkersError
from torpedo_dice.rules import Sentence

_RESTARTS = 3


def ray_cluster(on: str) -> Place:
    """Connect to `ray://HOST:PORT`, unless connected already.

    `ray` alone is the cluster that RAY_ADDRESS names, or the one on this machine; if there is none,
    it is started, and ends with this process.
    """
    if not ray.is_initialized():
        _connect(on)
    workers = int(ray.cluster_resources().get("CPU", 0))
    if workers < 2:
        # joblib would compute everything in this process.
        raise WorkersError(Sentence("{cluster} needs at least two CPUs", cluster=on))
    deaths = (RayActorError, WorkerCrashedError)
    return Place(on, workers, lambda: _backend(on), deaths, can_stream=False)


def _connect(on: str) -> None:
    # A cluster that is started here reports nothing to anybody.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    address = None if on == RAY else on
    try:
        ray.init(address, logging_level=logging.ERROR, log_to_driver=False)
    except (OSError, RuntimeError, ValueError) as error:
        raise WorkersError(
            Sentence("{cluster} can’t be reached: {why}", cluster=on, why=error)
        ) from None


@cache
def _backend(_on: str) -> Any:
    # Ray itself restarts a worker that died and repeats its tasks.
    patient = {
        "max_restarts": _RESTARTS,
        "max_task_retries": _RESTARTS,
        "scheduling_strategy": "SPREAD",
    }
    return _Backend(ray_remote_args=patient)


class _Backend(RayBackend):
    """Ray's backend, except that its workers stay for the next call: they take seconds to start."""

    def effective_n_jobs(self, n_jobs: int) -> int:
        return n_jobs

    def configure(self, n_jobs: int = 1, parallel: Any = None, **settings: Any) -> int:
        if self._pool is None:
            return int(super().configure(n_jobs, parallel, **settings))
        self.parallel = parallel
        return n_jobs

    def terminate(self) -> None:
        self.reset_batch_stats()

    def abort_everything(self, ensure_ready: bool = True) -> None:  # noqa: ARG002, FBT001, FBT002
        super().terminate()
