"""Where bots choose their moves: threads that serve all tables in turn.

There are three lanes, so that a bot never waits for one that takes longer: for our quick bots, for
those that search, and for bots of other packages. In a lane, a table has at most one thread at a
time, and addresses take turns: the tables of one client delay another client's by one move at most.
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
    """A number of threads, which serve addresses and tables in turn."""

    def __init__(self, name: str, threads: int) -> None:
        # The compiled bots release the interpreter while they think.
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = threads
        self._waiting: list[_Job] = []
        # By table.
        self._thinking: dict[str, _Job] = {}
        # When the addresses and tables that wait or think were last served, as a count.
        self._served: dict[tuple[str, str], int] = {}
        self._count = 0

    async def run(self, table: str, address: str, choose: Callable[[], T]) -> T:
        """Choose a move in a thread, when it is the turn of the table and the address."""
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Job(table, address, choose, result))
        self._start()
        return await result

    def close(self) -> None:
        """Stop, without waiting for moves under way."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> None:
        """Give free threads to those that were served longest ago."""
        self._waiting = [job for job in self._waiting if not job.result.cancelled()]
        while self._free:
            ready = [job for job in self._waiting if job.table not in self._thinking]
            if not ready:
                return
            # Of equals, the first to come is the first.
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
            # The loop may be closed when the last moves are chosen.
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
        # One core is left for the players.
        self._searching = Lane("searching-bot", max(1, (os.cpu_count() or 1) - 1))
        # These threads only wait for processes.
        self._guests = Lane("guest-bot", 4)

    def lane(self, bot: str) -> Lane:
        """Return the lane of a bot."""
        if bot in QUICK:
            return self._quick
        return self._searching if is_ours(bot) else self._guests

    def close(self) -> None:
        """Stop all lanes."""
        for lane in (self._quick, self._searching, self._guests):
            lane.close()
