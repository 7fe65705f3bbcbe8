"""Storage: tables and their logs in a database, with group commit.

Writes that arrive in close succession go into one transaction; their callbacks run after its
commit. Everything that depends on a failed transaction fails with it.

The commit runs in the event loop's own thread. The players wait for it anyway, and another thread
would compete for the interpreter several times in each commit while the loop is busy: with fifty
tables at full speed that doubled the latency. It never blocks on a database locked by another
program, though: the commit is retried a little later, together with everything that has arrived
since.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from torpedo_dice.rules import Sentence
from torpedo_dice.server.logs import logger
from torpedo_dice.server.store import schema
from torpedo_dice.server.store.database_file import (
    OpenFile,
    create_owner_only,
    database_file,
    url_of,
)
from torpedo_dice.server.table.log import Entry, entry_text, parse_entry
from torpedo_dice.server.table.setup import TableSetup
from torpedo_dice.server.table.table import Table

# How many old tables are fetched at once.
_CHUNK = 200
# How long to wait for a database locked by another program, and the retry interval.
_LOCKED_SECONDS = 5.0
_LOCKED_RETRY = 0.01
# The same for reading, which doesn't happen in the event loop.
_BUSY_MILLISECONDS = 5000
_INSERT_TABLES = sa.insert(schema.tables)
_INSERT_ENTRIES = sa.insert(schema.log)
_COUNT = sa.select(sa.func.count()).select_from(schema.tables)


class StorageError(Exception):
    """An unusable database, or a failed transaction; the message is one sentence."""


class DamagedTableError(Exception):
    """A table whose stored data can't be read or doesn't describe a game."""


@dataclass(frozen=True, slots=True)
class MakeTable:
    """A new table."""

    table: str
    made: float
    setup: TableSetup

    def row(self) -> dict[str, Any]:
        """Return it as a row of `tables`."""
        setup = msgspec.json.encode(self.setup).decode()
        return {"id": self.table, "made": self.made, "setting": setup, "ended": None}


@dataclass(frozen=True, slots=True)
class AddEntry:
    """The next entry of a table's log."""

    table: str
    number: int
    entry: Entry

    def row(self) -> dict[str, Any]:
        """Return it as a row of `log`."""
        entry = entry_text(self.entry)
        return {"table_id": self.table, "number": self.number, "at": self.entry.at, "entry": entry}


@dataclass(frozen=True, slots=True)
class EndTable:
    """A table's game has ended."""

    table: str
    at: float


@dataclass(frozen=True, slots=True)
class SetMark:
    """A table is marked as old, or unmarked."""

    table: str
    mark: int | None


@dataclass(frozen=True, slots=True)
class SetNumber:
    """A number stored in `meta` under a key of the schema."""

    key: str
    value: int


@dataclass(frozen=True, slots=True)
class Stale:
    """Unfinished tables that haven't been used for a long time, and marked ones that have."""

    unmarked: list[str]
    # Marked long enough ago.
    due: list[str]
    revived: list[str]


@dataclass(frozen=True, slots=True)
class DeleteTable:
    """A table is deleted with its log."""

    table: str


Write: TypeAlias = MakeTable | AddEntry | EndTable | SetMark | SetNumber | DeleteTable
# Called after the commit with None, or with its error.
Done: TypeAlias = Callable[[StorageError | None], None]


def _open(data: str) -> sa.Engine:
    """Open a database and migrate it; raise StorageError if it can't be used."""
    url = url_of(data)
    engine: sa.Engine | None = None
    try:
        file = database_file(url)
        if file is not None:
            create_owner_only(file)
        engine = sa.create_engine(url)
        if engine.dialect.name == "sqlite":
            sa.event.listen(engine, "connect", _set_up_sqlite)
        with engine.begin() as connection:
            schema.migrate(connection)
    except (SQLAlchemyError, OSError, ModuleNotFoundError, schema.NewerSchemaError) as error:
        if engine is not None:
            engine.dispose()
        if isinstance(error, schema.NewerSchemaError):
            raise StorageError(f"{data}: {error}") from None
        raise StorageError(
            Sentence("{file}: can’t be used: {why}", file=data, why=_first_line(error))
        ) from None
    return engine


class Storage:
    """A database."""

    def __init__(self, data: str) -> None:
        self._engine = _open(data)
        # Kept open: opening a connection costs more than a commit.
        self._connection = self._engine.connect()
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

    def after(self, done: Done) -> None:
        """Call `done` when everything written so far is committed, immediately if it already is."""
        if self._busy:
            self._dones.append(done)
        else:
            done(None)

    async def written(self, writes: Sequence[Write]) -> None:
        """Write something and wait for its commit; StorageError if it failed."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: StorageError | None) -> None:
            if future.done():
                return
            if error is None:
                future.set_result(None)
            else:
                future.set_exception(error)

        self.write(writes, done)
        await future

    async def settled(self) -> None:
        """Wait until everything written so far is committed; StorageError if it failed."""
        if self._busy:
            await self.written([])

    def _commit(self) -> None:
        """Commit all pending writes and run their callbacks; later if the database is locked."""
        error: StorageError | None = None
        try:
            if self._writes:
                self._file.check()
                with self._connection.begin():
                    _write(self._connection, self._writes)
        except Exception as problem:  # noqa: BLE001  # every callback must run
            if _is_locked(problem) and self._can_wait():
                asyncio.get_running_loop().call_later(_LOCKED_RETRY, self._commit)
                return
            error = StorageError(_first_line(problem))
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
        if self._engine.dialect.name == "sqlite":
            self._connection.exec_driver_sql(f"PRAGMA busy_timeout={milliseconds}")
            self._connection.rollback()

    def close(self) -> None:
        """Write everything pending and close the database."""
        self._is_closing = True
        self._set_busy_timeout(_BUSY_MILLISECONDS)
        while self._busy:
            self._commit()
        self._connection.close()
        self._engine.dispose()

    # ------------------------------------------------------------------ reading (any thread)

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        """Open the database for reading; StorageError if that fails."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StorageError(_first_line(error)) from None

    def load(self, table: str) -> Table | None:
        """Load a table and apply its log; None if it is unknown, DamagedTableError if damaged."""
        with self._reading() as connection:
            row = connection.execute(
                sa.select(schema.tables.c.made, schema.tables.c.setting).where(
                    schema.tables.c.id == table
                )
            ).first()
            if row is None:
                return None
            entries = connection.execute(
                sa.select(schema.log.c.entry)
                .where(schema.log.c.table_id == table)
                .order_by(schema.log.c.number)
            ).scalars()
            log = entries.all()
        try:
            setup = msgspec.json.decode(row.setting, type=TableSetup)
            return Table.rebuilt(table, setup, row.made, map(parse_entry, log))
        except Exception as error:
            # Catch everything: damage to one table must not affect others.
            raise DamagedTableError(table) from error

    def count(self) -> int:
        """Return how many tables are stored."""
        with self._reading() as connection:
            return connection.scalar(_COUNT) or 0

    def running(self) -> int:
        """Return the total running time of servers on this database, in seconds."""
        with self._reading() as connection:
            return schema.number_of(connection, schema.RUNNING)

    def stale(self, before: float, marked_until: float) -> Stale:
        """Return unfinished tables that have not been used since then, some of each kind.

        Tables marked when `running` was at most `marked_until` are due for deletion.
        """
        log, tables = schema.log, schema.tables
        newer = sa.exists().where(log.c.table_id == tables.c.id, log.c.at >= before)
        is_old = sa.and_(tables.c.ended.is_(None), tables.c.made < before, ~newer)
        is_marked = tables.c.marked.is_not(None)
        is_due = tables.c.marked <= marked_until
        with self._reading() as connection:

            def some(*conditions: sa.ColumnElement[bool]) -> list[str]:
                query = sa.select(tables.c.id).where(*conditions).limit(_CHUNK)
                return list(connection.execute(query).scalars())

            return Stale(some(~is_marked, is_old), some(is_due, is_old), some(is_marked, ~is_old))


def _write(connection: sa.Connection, writes: list[Write]) -> None:
    if made := [write.row() for write in writes if isinstance(write, MakeTable)]:
        connection.execute(_INSERT_TABLES, made)
    if added := [write.row() for write in writes if isinstance(write, AddEntry)]:
        connection.execute(_INSERT_ENTRIES, added)
    for one in writes:
        if isinstance(one, EndTable):
            connection.execute(
                sa.update(schema.tables).where(schema.tables.c.id == one.table).values(ended=one.at)
            )
        elif isinstance(one, SetMark):
            connection.execute(
                sa.update(schema.tables)
                .where(schema.tables.c.id == one.table)
                .values(marked=one.mark)
            )
        elif isinstance(one, SetNumber):
            schema.set_number(connection, one.key, one.value)
        elif isinstance(one, DeleteTable):
            connection.execute(sa.delete(schema.log).where(schema.log.c.table_id == one.table))
            connection.execute(sa.delete(schema.tables).where(schema.tables.c.id == one.table))


def _set_up_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # FULL: a confirmed commit survives a power cut.
    timeout = f"busy_timeout={_BUSY_MILLISECONDS}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", timeout):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _is_locked(error: Exception) -> bool:
    """Whether SQLite couldn't write because another program holds a lock."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    if not isinstance(cause, sqlite3.Error):
        return False
    # The lowest byte is the primary code; the others add detail.
    return cause.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__
