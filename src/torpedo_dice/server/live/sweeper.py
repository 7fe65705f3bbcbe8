"""Deletes old unfinished tables, but never because a clock jumped.

A table that looks too old is first marked. It is deleted once servers have run on this database for
a further period, by their monotonic clocks, and it still looks too old. So players have time to
come back even if the system clock is two months ahead or the server was off for that long.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Container, Sequence

from torpedo_dice.server.config import Config
from torpedo_dice.server.logs import logger
from torpedo_dice.server.store.schema import RUNNING
from torpedo_dice.server.store.storage import Storage
from torpedo_dice.server.store.writes import DeleteTable, SetMark, SetNumber, Write


class Sweeper:
    """Marks and deletes the old tables of a storage."""

    def __init__(self, config: Config, storage: Storage) -> None:
        self._storage = storage
        self._keep = config.keep
        self._notice = max(0.0, min(config.notice, config.keep))
        # Total running time of servers on this database in seconds, and when it was last updated.
        self._running: int | None = None
        self._counted_until = time.monotonic()

    def skip(self) -> None:
        """Leave it to another process, which also counts the running time."""
        self._running = None
        self._counted_until = time.monotonic()

    async def sweep(self, used: Container[str], more: Sequence[Write] = ()) -> list[str]:
        """Mark tables that look too old, and delete those marked long ago; return the deleted ones.

        Tables in use are left alone. `more` is written in the same transaction.
        """
        running = await self._count_running()
        before = time.time() - self._keep
        found = await asyncio.to_thread(self._storage.stale, before, running - self._notice)
        deleted = [table for table in found.due if table not in used]
        writes: list[Write] = [SetNumber(RUNNING, running), *more]
        writes += (SetMark(table, running) for table in found.unmarked if table not in used)
        writes += (SetMark(table, None) for table in found.revived)
        writes += (DeleteTable(table) for table in deleted)
        await self._storage.written(writes)
        if deleted:
            logger.info("tables_deleted", extra={"count": len(deleted)})
        return deleted

    async def _count_running(self) -> int:
        if self._running is None:
            self._running = await asyncio.to_thread(self._storage.running)
        passed = int(time.monotonic() - self._counted_until)
        self._counted_until += passed
        self._running += passed
        return self._running
