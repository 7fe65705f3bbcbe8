"""Reads what other processes have added to the logs of tables in use here.

Many tables are read with one query. While a table is being read, its room holds its commands: they
would be based on an old state.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Protocol

from torpedo_dice.server.logs import logger
from torpedo_dice.server.store.postgres import PostgresStorage
from torpedo_dice.server.store.writes import StorageError

# Tables read with one query, and seconds until a failed one is repeated.
_TABLES = 500
_RETRY_SECONDS = 0.5
# Seconds that a client waits for a table to be read.
_PATIENCE_SECONDS = 5.0


class FollowingRoom(Protocol):
    """The interface of a room to its follower."""

    # The number of entries that are known to be stored.
    committed: int

    def hold(self, why: str) -> None:
        """Keep commands waiting."""

    def release(self, why: str) -> None:
        """Execute the commands that have been waiting for this."""

    def forward(self, known: int, entries: list[str]) -> bool:
        """Apply the entries after a known number; return False if that isn't possible yet."""

    async def until_free(self) -> None:
        """Wait until nothing keeps commands waiting."""


class Follower:
    """Keeps the tables in use up to date."""

    def __init__(self, storage: PostgresStorage, rooms: Mapping[str, FollowingRoom]) -> None:
        self._storage = storage
        self._rooms = rooms
        self._wanted: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Stop reading."""
        if self._task is not None:
            self._task.cancel()

    def follow(self, tables: Iterable[str]) -> None:
        """Read the new entries of those tables that are in use here."""
        for table in tables:
            room = self._rooms.get(table)
            if room is not None:
                room.hold("follow")
                self._wanted.add(table)
        if self._wanted and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._read())

    async def caught_up(self, table: str) -> None:
        """Read a table's new entries, and wait until they are applied."""
        self._storage.check_reachable()
        room = self._rooms.get(table)
        if room is not None:
            self.follow([table])
            try:
                await asyncio.wait_for(room.until_free(), _PATIENCE_SECONDS)
            except TimeoutError:
                raise StorageError("the database doesn’t answer") from None

    async def _read(self) -> None:
        while self._wanted:
            tables = [table for table in self._wanted if table in self._rooms][:_TABLES]
            self._wanted.difference_update(tables)
            self._wanted.intersection_update(self._rooms)
            known = {table: self._rooms[table].committed for table in tables}
            try:
                found = await asyncio.to_thread(self._storage.entries_since, known)
            except StorageError as error:
                logger.warning("follow_failed", extra={"reason": str(error)})
                self._wanted.update(tables)
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            for table in tables:
                room = self._rooms.get(table)
                if room is None or not room.forward(known[table], found.get(table, [])):
                    continue
                if table not in self._wanted:
                    room.release("follow")
