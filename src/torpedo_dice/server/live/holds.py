"""Commands that wait: while a table is being read again, or its database can't be reached."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

# Commands that may wait at a table.
_MOST = 256


class Holds:
    """The reasons why a table's commands wait, and the commands."""

    __slots__ = ("_calls", "_futures", "_reasons")

    def __init__(self) -> None:
        self._reasons: set[str] = set()
        self._calls: list[Callable[[], None]] = []
        self._futures: list[asyncio.Future[None]] = []

    def __bool__(self) -> bool:
        return bool(self._reasons)

    def __contains__(self, reason: str) -> bool:
        return reason in self._reasons

    def add(self, reason: str) -> None:
        """Let commands wait for one more reason."""
        self._reasons.add(reason)

    def remove(self, reason: str) -> bool:
        """Remove a reason; if it was the last, make the waiting calls and return True."""
        if reason not in self._reasons:
            return False
        self._reasons.discard(reason)
        if self._reasons:
            return False
        self._wake()
        calls, self._calls = self._calls, []
        while calls and not self._reasons:
            calls.pop(0)()
        # One of them may have been the reason for a new hold.
        self._calls = calls + self._calls
        return True

    def wait(self, call: Callable[[], None]) -> bool:
        """Make a call later; False if too many are waiting."""
        if len(self._calls) >= _MOST:
            return False
        self._calls.append(call)
        return True

    def put_first(self, calls: Iterable[Callable[[], None]]) -> None:
        """Make calls again, before those that are waiting."""
        self._calls[:0] = calls

    async def until_free(self) -> None:
        """Wait until there is no reason to wait."""
        while self._reasons:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._futures.append(future)
            await future

    def close(self) -> None:
        """Drop everything that waits, and wait for nothing any more."""
        self._reasons.clear()
        self._calls.clear()
        self._wake()

    def _wake(self) -> None:
        futures, self._futures = self._futures, []
        for future in futures:
            if not future.done():
                future.set_result(None)
