"""The scheduler for bots' moves: a pool of threads that serves the tables in turn.

There are three lanes, so that no bot waits for a slower kind: quick bots, bots that search, and
third-party bots. Within a lane, a table has at most one thread at a time, and client addresses take
turns: one client's tables delay another's by at most one move.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from torpedo_dice.bots import QUICK, is_ours

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class _Job:
    """A move to choose."""

    table: str
    address: str
    choose: Callable[[], Any]
    result: asyncio.Future[Any]


class Lane:
    """A pool of threads that serves addresses and tables in turn."""

    def __init__(self, name: str, threads: int) -> None:
        # The compiled bots release the GIL while they think.
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = threads
        self._waiting: list[_Job] = []
        # By table.
        self._thinking: dict[str, _Job] = {}
        # When each waiting or running address and table was last served, as a counter.
        self._served: dict[tuple[str, str], int] = {}
        self._count = 0

    async def run(self, table: str, address: str, choose: Callable[[], T]) -> T:
        """Choose a move in a thread when the table and its address have their turn."""
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Job(table, address, choose, result))
        self._start()
        return await result

    def close(self) -> None:
        """Stop without waiting for running jobs."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> None:
        """Assign free threads to the least recently served addresses and tables."""
        self._waiting = [job for job in self._waiting if not job.result.cancelled()]
        while self._free:
            ready = [job for job in self._waiting if job.table not in self._thinking]
            if not ready:
                return
            # Ties are resolved in order of arrival.
            job = min(ready, key=lambda job: [self._served.get(key, 0) for key in _keys(job)])
            self._waiting.remove(job)
            self._thinking[job.table] = job
            self._count += 1
            here = {key for one in (*self._waiting, *self._thinking.values()) for key in _keys(one)}
            served = self._served | dict.fromkeys(_keys(job), self._count)
            self._served = {key: count for key, count in served.items() if key in here}
            self._begin(job)

    def _begin(self, job: _Job) -> None:
        self._free -= 1
        loop = asyncio.get_running_loop()

        def done(future: Future[Any]) -> None:
            # The event loop may already be closed when the last jobs finish.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._end, job, future)

        self._threads.submit(job.choose).add_done_callback(done)

    def _end(self, job: _Job, future: Future[Any]) -> None:
        self._free += 1
        del self._thinking[job.table]
        if not job.result.done():
            error = future.exception()
            if error is None:
                job.result.set_result(future.result())
            else:
                job.result.set_exception(error)
        self._start()


def _keys(job: _Job) -> list[tuple[str, str]]:
    return [("address", job.address), ("table", job.table)]


class Thinking:
    """All lanes."""

    def __init__(self) -> None:
        self._quick = Lane("quick-bot", 1)
        # One core is reserved for the players.
        self._searching = Lane("searching-bot", max(1, (os.cpu_count() or 1) - 1))
        # These threads only wait for processes.
        self._guests = Lane("guest-bot", 4)

    def lane(self, bot: str) -> Lane:
        """Return the lane of a bot."""
        if bot in QUICK:
            return self._quick
        return self._searching if is_ours(bot) else self._guests

    @property
    def searching(self) -> Lane:
        """The lane of bots that search, which the coach uses, too."""
        return self._searching

    def close(self) -> None:
        """Stop all lanes."""
        for lane in (self._quick, self._searching, self._guests):
            lane.close()
