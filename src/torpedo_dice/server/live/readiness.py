"""Readiness: checks that the server can store data by storing some."""

from __future__ import annotations

import asyncio
import time

from torpedo_dice.server.store.schema import CHECKED
from torpedo_dice.server.store.storage import Storage
from torpedo_dice.server.store.writes import SetNumber, StorageError

# Seconds for which a result is cached, so that requests can't keep the disk busy.
_VALID_SECONDS = 1.0
# Seconds to wait for the database; SQLite's own limit is shorter.
_PATIENCE_SECONDS = 8.0


class Readiness:
    """Checks a storage; concurrent requests share one check."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._check: asyncio.Task[int] | None = None
        self._checked_at = 0.0

    async def count_tables(self) -> int:
        """Return how many tables are stored; StorageError if nothing can be stored now."""
        now = time.monotonic()
        if self._check is None or (self._check.done() and now - self._checked_at >= _VALID_SECONDS):
            self._checked_at = now
            self._check = asyncio.create_task(self._write_and_count())
        return await asyncio.shield(self._check)

    async def _write_and_count(self) -> int:
        self._storage.check_reachable()
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await self._storage.written([SetNumber(CHECKED, int(time.time()))])
                return await asyncio.to_thread(self._storage.count)
        except TimeoutError:
            raise StorageError("the database doesn’t answer") from None
