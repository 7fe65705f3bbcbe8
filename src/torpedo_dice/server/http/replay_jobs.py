"""Replays are prepared in a process of their own: the longest takes seconds.

A thread would compete with the event loop for the interpreter, and all players would wait.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait

from torpedo_dice.rules import Sentence
from torpedo_dice.server.http.replay import encoded_film
from torpedo_dice.server.live.refusal import RequestRefused

# Jobs at once, of all clients: one runs, the others wait for it.
MAX_JOBS = 8
# Then the process is replaced by a new one, without the sheets that it has seen.
_JOBS_PER_PROCESS = 100
_NICENESS = 10


class ReplayJobs:
    """Prepares replays one after another, at most one per client at a time."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        # The clients whose records are being read, or whose jobs run or wait.
        self._clients: set[str] = set()

    async def run(self, client: str, read: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return the replay of a record; RequestRefused if there are too many at once.

        The record is read by `read`, after its client has been given a place: large ones would
        otherwise fill the memory while they are only waiting to be refused.
        """
        if client in self._clients:
            why = Sentence("your last replay is still being prepared: wait a moment")
            raise RequestRefused(429, "replay_running", why)
        if len(self._clients) >= MAX_JOBS:
            why = Sentence("too many replays are being prepared: try again later")
            raise RequestRefused(503, "replays_busy", why)
        self._clients.add(client)
        try:
            data = await read()
        except BaseException:
            self._clients.discard(client)
            raise
        try:
            job = self._started_pool().submit(encoded_film, data)
            loop = asyncio.get_running_loop()
            # Also if the client does not wait for the end.
            job.add_done_callback(
                lambda _: loop.call_soon_threadsafe(self._clients.discard, client)
            )
            return await asyncio.wrap_future(job)
        except BrokenProcessPool:
            self.close()
            self._clients.discard(client)
            why = Sentence("the replay couldn’t be prepared: try again")
            raise RequestRefused(503, "replays_busy", why) from None

    def _started_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=set_up_process,
                max_tasks_per_child=_JOBS_PER_PROCESS,
            )
        return self._pool

    def close(self) -> None:
        """End the process, also in the middle of a job."""
        if self._pool is not None:
            end_pool(self._pool)
            self._pool = None


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool.

    Their end is waited for, so that no semaphores are left when a signal ends the server.
    """
    for process in list((pool._processes or {}).values()):  # noqa: SLF001
        process.terminate()
    pool.shutdown(cancel_futures=True)


def set_up_process() -> None:
    """Let players go first, leave Ctrl+C to the server, and end when the server does."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(0)
