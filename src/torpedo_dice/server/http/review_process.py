"""The process in which one judge reviews games, one after the other.

A thread would compete with the event loop for the interpreter, and all players would wait. The
compiled judges need much memory, so the process ends when nobody has used it for a while.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from torpedo_dice.server.http.replay_jobs import end_pool, set_up_process

if TYPE_CHECKING:
    from ctypes import Array, c_int

    SharedNumbers = Array[c_int]

T = TypeVar("T")
P = ParamSpec("P")

_IDLE_SECONDS = 600.0
# What server and process share: the rounds reviewed, all rounds, and whether to stop.
_DONE, _ROUNDS, _STOP = range(3)
_SHARED = 3


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a review is worded: in which language, and whose seat is "you"."""

    language: str
    you: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision of a game: the index of its move, and its own among that move's decisions."""

    played: int
    part: int


class BadTryError(ValueError):
    """Raised for a move that can't be made at a decision; unlike MoveError it can be pickled."""


class ReviewStoppedError(Exception):
    """Raised when a review took too long or is no longer wanted; needs no compiled code."""


class JudgeProcess:
    """A process for one call at a time; the others wait in order."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._shared: SharedNumbers | None = None
        self._turn = asyncio.Lock()
        self._end: asyncio.TimerHandle | None = None

    async def call(
        self, began: Callable[[], None], work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a function in the process; `began` is called when it is its turn.

        If the caller is cancelled, so is the review that runs, at its next round.
        """
        async with self._turn:
            if self._end is not None:
                self._end.cancel()
            began()
            pool, shared = self._started()
            shared[:] = [0] * _SHARED
            job = asyncio.wrap_future(pool.submit(work, *args, **kwargs))
            try:
                return await asyncio.shield(job)
            except asyncio.CancelledError:
                shared[_STOP] = 1
                await asyncio.wait([job])
                raise
            finally:
                loop = asyncio.get_running_loop()
                self._end = loop.call_later(_IDLE_SECONDS, self.close)

    def progress(self) -> tuple[int, int]:
        """Return how many rounds of the current review are done, and how many there are."""
        return (0, 0) if self._shared is None else (self._shared[_DONE], self._shared[_ROUNDS])

    def _started(self) -> tuple[ProcessPoolExecutor, SharedNumbers]:
        if self._pool is None or self._shared is None:
            context = multiprocessing.get_context("spawn")
            self._shared = context.RawArray("i", _SHARED)
            self._pool = ProcessPoolExecutor(
                1, mp_context=context, initializer=_set_up, initargs=(self._shared,)
            )
        return self._pool, self._shared

    def close(self) -> None:
        """End the process, also in the middle of a review."""
        if self._end is not None:
            self._end.cancel()
        if self._pool is not None:
            end_pool(self._pool)
            self._pool = None


# --------------------------------------------------------------------- inside the process

_signals: list[Any] = []


def _set_up(shared: SharedNumbers) -> None:
    set_up_process()
    _signals[:] = [shared]


def goes_on(done: int, rounds: int) -> bool:
    """Tell the server how far the review is; return whether it is still wanted."""
    for shared in _signals:
        shared[_DONE], shared[_ROUNDS] = done, rounds
        return not shared[_STOP]
    return True
