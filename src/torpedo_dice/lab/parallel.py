"""Apply a function to many items: in this process, in several processes, or on a cluster.

The results come in the order of the items, whatever the place, so a run gives the same results on
one core and on a hundred. When a worker dies, its items are computed again. The place is always an
argument: an active `joblib.parallel_config` has no effect.
"""

from __future__ import annotations

import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any, TypeVar

from torpedo_dice import __version__
from torpedo_dice.rules import Sentence

Item = TypeVar("Item")
Result = TypeVar("Result")

DASK, RAY = "dask://", "ray"
_INSTALL = "pip install '.[cluster]'"
# How often in a row the processes on this machine may die without completing a single item.
_MOST_DEATHS = 3
# Items are handed out in chunks, so that results don't pile up when the consumer is slow. All
# workers wait for the last item of a chunk, so chunks grow until they take this many seconds.
_CHUNK_SECONDS = 10.0
_FIRST_ITEMS_PER_WORKER = 8
_MOST_ITEMS = 2048


class WorkersError(ValueError):
    """The workers can't be used: the message says why, and what to do about it."""


def ordered_map(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    jobs: int | None = None,
    on: str | None = None,
) -> Iterator[Result]:
    """Apply `function` to all items in parallel, and yield the results in the order of the items.

    `jobs` is the number of processes on this machine: None is one per core, 1 is this process.
    `on` names a cluster instead: `dask://HOST:PORT`, `ray` or `ray://HOST:PORT`.

    `function` and the items are pickled, so the function must belong to a module, or be a `partial`
    of one that does. It must depend on nothing but its item, because an item is computed again if
    its worker dies. What it raises is raised here. WorkersError if the cluster can't be used, at
    once and not with the first result, or if workers keep dying.

    Workers stay ready for the next call. Close the iterator to stop early.
    """
    place = _processes(jobs, len(items)) if on is None else _cluster(on, jobs)
    return map(function, items) if place is None else _mapped(place, function, items)


@dataclass(frozen=True, slots=True)
class Place:
    """Workers that joblib can use."""

    # The user's name for a cluster; None for processes on this machine.
    name: str | None
    workers: int
    # Creates joblib's backend, or returns its name.
    backend: Callable[[], Any]
    # The exceptions that mean that a worker died, and not that the function failed.
    deaths: tuple[type[BaseException], ...]
    # How many of them in a row are too many. Clusters compute lost items again themselves, so their
    # first one is final.
    most_deaths: int = 1
    # Whether the backend can yield the first results before it has all of them.
    can_stream: bool = True
    # Explains what the cluster itself raises; None for the function's own exceptions.
    explain: Callable[[BaseException], Sentence | None] = lambda _error: None

    def run(self, tasks: Sequence[_Task], *, starts_processes: bool) -> Iterator[Any]:
        """Compute all tasks, and yield their results in order."""
        from joblib import Parallel, delayed

        parallel = Parallel(
            n_jobs=self.workers,
            backend=self.backend(),
            return_as="generator" if self.can_stream else "list",
            # Compiled functions take arrays, not read-only files that joblib maps to memory.
            max_nbytes=None,
        )
        is_here = self.name is None
        with _new_processes_ignore_interrupts() if is_here and starts_processes else nullcontext():
            results = parallel(delayed(_run)(task) for task in tasks)
        try:
            # `yield from` would also close the results, outside the filter for warnings below.
            for result in results:  # noqa: UP028
                yield result
        finally:
            if self.can_stream:
                with warnings.catch_warnings():
                    # joblib warns of results that are not used.
                    warnings.simplefilter("ignore")
                    results.close()


def _processes(jobs: int | None, items: int) -> Place | None:
    """Return processes on this machine; None if this process is enough."""
    if jobs == 1 or items <= 1:
        return None
    # It loads NumPy, which the light commands do without.
    from joblib import cpu_count

    workers = min(jobs or cpu_count(), items)
    if workers == 1:
        return None
    return Place(None, workers, lambda: "loky", (BrokenExecutor,), _MOST_DEATHS)


def _cluster(on: str, jobs: int | None) -> Place:
    if jobs is not None:
        raise WorkersError(
            Sentence("{cluster} has its own number of workers: leave out --jobs", cluster=on)
        )
    try:
        if on.startswith(DASK):
            from torpedo_dice.lab.on_dask import dask_cluster

            return dask_cluster(on)
        if on == RAY or on.startswith(f"{RAY}://"):
            from torpedo_dice.lab.on_ray import ray_cluster

            return ray_cluster(on)
    except ModuleNotFoundError as error:
        raise WorkersError(
            Sentence(
                "{module} isn’t installed: run {command} in the folder with the source code",
                module=error.name,
                command=_INSTALL,
            )
        ) from None
    raise WorkersError(
        Sentence(
            "{cluster!r} isn’t a cluster: use dask://HOST:PORT, ray or ray://HOST:PORT", cluster=on
        )
    )


@dataclass(frozen=True, slots=True)
class _Task:
    """One call, as a single small object: of large ones, Dask would keep only a single copy."""

    version: str
    function: Callable[[Any], Any]
    item: Any


def _run(task: _Task) -> Any:
    """Compute a task, on a worker."""
    if task.version != __version__:
        raise WorkersError(
            Sentence(
                "a worker has version {theirs} of torpedo-dice, but this is {ours}: install the "
                "same one on every machine",
                theirs=__version__,
                ours=task.version,
            )
        )
    return task.function(task.item)


def _mapped(
    place: Place, function: Callable[[Item], Result], items: Sequence[Item]
) -> Iterator[Result]:
    done = deaths = 0
    # An interrupt is lost while processes start. Those of the first chunk stay for the others,
    # unless one dies.
    starts_processes = True
    size = _FIRST_ITEMS_PER_WORKER * place.workers
    while done < len(items):
        begun, before = time.monotonic(), done
        tasks = [_Task(__version__, function, item) for item in items[done : done + size]]
        try:
            for result in place.run(tasks, starts_processes=starts_processes):
                done += 1
                yield result
        except place.deaths as error:
            starts_processes = True
            deaths = 1 if done > before else deaths + 1
            if deaths >= place.most_deaths:
                raise _keep_dying(place) from error
        except Exception as error:
            why = place.explain(error)
            if why is None:
                raise
            raise WorkersError(why) from error
        else:
            starts_processes = False
            if time.monotonic() - begun < _CHUNK_SECONDS:
                size = min(2 * size, _MOST_ITEMS)


def _keep_dying(place: Place) -> WorkersError:
    if place.name is not None:
        return WorkersError(
            Sentence("the workers of {cluster} keep dying: see their logs", cluster=place.name)
        )
    return WorkersError(
        Sentence("the worker processes keep dying: a bot ends them, or they run out of memory")
    )


@contextmanager
def _new_processes_ignore_interrupts() -> Iterator[None]:
    """Have only this process handle Ctrl-C: it terminates its workers, which print nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
