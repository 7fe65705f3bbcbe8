"""Storage: tables and their logs in a database, with group commit.

Writes that arrive in close succession go into one transaction; their callbacks run after its
commit. Everything that depends on a failed transaction fails with it.

This is the storage of a single server, in an SQLite file. Its commit runs in the event loop's own
thread. The players wait for it anyway, and another thread would compete for the interpreter several
times in each commit while the loop is busy: with fifty tables at full speed that doubled the
latency. It never blocks on a database locked by another program, though: the commit is retried a
little later, together with everything that has arrived since. `postgres.py` is the storage of
servers that share a database.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

from sqlalchemy.exc import DBAPIError

from torpedo_dice.server.logs import logger
from torpedo_dice.server.store import opening
from torpedo_dice.server.store.address import is_postgres
from torpedo_dice.server.store.database_file import OpenFile
from torpedo_dice.server.store.opening import first_line, open_engine
from torpedo_dice.server.store.reading import Reader
from torpedo_dice.server.store.writes import StorageError, Write, write_all

# How long to wait for a database locked by another program, and the retry interval.
_LOCKED_SECONDS = 5.0
_LOCKED_RETRY = 0.01

# Called after the commit with None, or with its error.
Done: TypeAlias = Callable[[StorageError | None], None]


class Storage(Reader):
    """A database that only this server writes to."""

    # Whether other processes may write to the same tables.
    is_shared = False
    # Whether it is unreachable for now; writes wait.
    is_paused = False

    def __init__(self, data: str) -> None:
        super().__init__(open_engine(data))
        # Kept open: opening a connection costs more than a commit.
        self._connection = self.engine.connect()
        self._set_busy_timeout(0)
        self._file = OpenFile(data)
        # Since when another program has kept the database locked.
        self._locked_since: float | None = None
        self._writes: list[Write] = []
        self._dones: list[Done] = []
        # Whether a commit is scheduled.
        self._busy = False
        self._is_closing = False
        self.commits = 0

    # ------------------------------------------------------------------ writing

    def write(self, writes: Sequence[Write], done: Done) -> None:
        """Write something, from the event loop; `done` is called after its commit."""
        self._writes.extend(writes)
        self._dones.append(done)
        if not self._busy:
            self._busy = True
            # Not in the next iteration of the loop but in the one after it: by then, the commands
            # that have arrived in the meantime are executed and join the commit.
            loop = asyncio.get_running_loop()
            loop.call_soon(loop.call_soon, self._commit)

    def after(self, done: Done, table: str | None = None) -> None:  # noqa: ARG002
        """Call `done` when everything written so far is committed, immediately if it already is.

        With a table, only what concerns that table has to be committed.
        """
        if self._busy:
            self._dones.append(done)
        else:
            done(None)

    async def written(self, writes: Sequence[Write]) -> None:
        """Write something and wait for its commit; StorageError if it failed."""
        future, done = _awaitable()
        self.write(writes, done)
        await future

    def check_reachable(self) -> None:
        """Raise StorageError if it is unreachable for now."""
        if self.is_paused:
            raise StorageError("the database can’t be reached")

    async def settled(self, table: str | None = None) -> None:
        """Wait until everything written so far is committed; StorageError if it failed."""
        future, done = _awaitable()
        self.after(done, table)
        await future

    def _commit(self) -> None:
        """Commit all pending writes and run their callbacks; later if the database is locked."""
        error: StorageError | None = None
        try:
            if self._writes:
                self._file.check()
                with self._connection.begin():
                    write_all(self._connection, self._writes)
        except Exception as problem:  # noqa: BLE001  # every callback must run
            if _is_locked(problem) and self._can_wait():
                asyncio.get_running_loop().call_later(_LOCKED_RETRY, self._commit)
                return
            error = StorageError(first_line(problem))
            logger.warning("commit_failed", extra={"reason": str(error)})
        self._locked_since = None
        self._writes = []
        dones, self._dones = self._dones, []
        self._busy = False
        self.commits += 1
        for done in dones:
            done(error)

    def _can_wait(self) -> bool:
        """Whether to keep waiting for a locked database."""
        now = time.monotonic()
        if self._locked_since is None:
            self._locked_since = now
        return not self._is_closing and now - self._locked_since < _LOCKED_SECONDS

    def _set_busy_timeout(self, milliseconds: int) -> None:
        self._connection.exec_driver_sql(f"PRAGMA busy_timeout={milliseconds}")
        self._connection.rollback()

    def close(self) -> None:
        """Write everything pending and close the database."""
        self._is_closing = True
        self._set_busy_timeout(opening.BUSY_MILLISECONDS)
        while self._busy:
            self._commit()
        self._connection.close()
        self.engine.dispose()


def open_storage(data: str) -> Storage:
    """Open a database, given a file name or an address; StorageError if it can't be used."""
    if not is_postgres(data):
        return Storage(data)
    from torpedo_dice.server.store.postgres import PostgresStorage

    return PostgresStorage(data)


def _awaitable() -> tuple[asyncio.Future[None], Done]:
    """Return a future, and a callback that completes it."""
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def done(error: StorageError | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)

    return future, done


def _is_locked(error: Exception) -> bool:
    """Whether SQLite couldn't write because another program holds a lock."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    if not isinstance(cause, sqlite3.Error):
        return False
    # The lowest byte is the primary code; the others add detail.
    return cause.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
