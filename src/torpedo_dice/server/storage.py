"""Storage: tables and their logs in a database, written by one thread that groups commits.

Everything that waits goes into one transaction; whoever handed something in hears of it after
its commit. What builds on a failed transaction fails with it.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from torpedo_dice.server import schema
from torpedo_dice.server.log import Entry, entry_text, parse_entry
from torpedo_dice.server.setting import Setting

# How many rows of a table that is cleared away, or tables that are looked up, go at once.
_CHUNK = 200


class StorageError(Exception):
    """A database that cannot be used, or a transaction that failed; one sentence."""


@dataclass(frozen=True, slots=True)
class MakeTable:
    """A new table."""

    table: str
    made: float
    setting: Setting


@dataclass(frozen=True, slots=True)
class AddEntry:
    """The next entry of a table's log."""

    table: str
    number: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class EndTable:
    """A table's game has ended."""

    table: str
    at: float


@dataclass(frozen=True, slots=True)
class ClearTable:
    """A table is cleared away with its log."""

    table: str


Write: TypeAlias = MakeTable | AddEntry | EndTable | ClearTable
# Called after the commit with None, or with what went wrong.
Done: TypeAlias = Callable[[StorageError | None], None]


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is stored."""

    id: str
    made: float
    setting: Setting
    log: tuple[Entry, ...]


def url_of(data: str) -> str:
    """Return the database's address; a plain file name is an SQLite file."""
    return data if "://" in data else f"sqlite:///{Path(data).expanduser().resolve()}"


def _open(data: str) -> Engine:
    """Open a database and bring it to this version; StorageError says why it cannot be used."""
    url = url_of(data)
    engine: Engine | None = None
    try:
        if url.startswith("sqlite:///"):
            Path(url.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url)
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _set_up_sqlite)
        with engine.begin() as connection:
            schema.migrate(connection)
    except (SQLAlchemyError, OSError, ModuleNotFoundError, schema.NewerSchemaError) as error:
        if engine is not None:
            engine.dispose()
        is_newer = isinstance(error, schema.NewerSchemaError)
        why = str(error) if is_newer else f"cannot be used: {_first_line(error)}"
        raise StorageError(f"{data}: {why}") from None
    return engine


class Storage:
    """A database. `start` it in the event loop that will write to it."""

    def __init__(self, data: str) -> None:
        self._engine = _open(data)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._writer: _Writer | None = None
        self._writes: list[Write] = []
        self._dones: list[Done] = []
        # Whether a transaction is under way or about to be.
        self._busy = False
        self.commits = 0

    # ------------------------------------------------------------------ writing

    def start(self) -> None:
        """Begin to write, from the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._writer = _Writer(self._engine)
        self._writer.start()

    def write(self, writes: Sequence[Write], done: Done) -> None:
        """Hand something in; `done` is called in the event loop after its commit."""
        self._writes.extend(writes)
        self._dones.append(done)
        if not self._busy and self._loop is not None:
            self._busy = True
            # At the end of this turn of the loop, so that all who are ready go together.
            self._loop.call_soon(self._hand_on)

    def after(self, done: Done) -> None:
        """Call `done` when everything handed in so far is committed: at once if it is."""
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
        """Wait until everything handed in so far is committed; StorageError if it failed."""
        if self._busy:
            await self.written([])

    def _hand_on(self) -> None:
        writes, self._writes = self._writes, []
        dones, self._dones = self._dones, []
        if self._writer is None or self._loop is None:
            raise StorageError("the storage is closed")
        loop = self._loop

        def done(error: StorageError | None) -> None:
            loop.call_soon_threadsafe(self._committed, dones, error)

        self._writer.jobs.put((writes, done))

    def _committed(self, dones: list[Done], error: StorageError | None) -> None:
        self.commits += 1
        if error is not None:
            # What was handed in since then builds on what is lost.
            dones, self._dones = dones + self._dones, []
            self._writes = []
        for done in dones:
            done(error)
        if self._dones:
            self._hand_on()
        else:
            self._busy = False

    async def close(self) -> None:
        """Write what waits and let the database go."""
        while self._busy:
            await asyncio.sleep(0.005)
        if self._writer is not None:
            self._writer.jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        self._engine.dispose()

    # ------------------------------------------------------------------ reading (any thread)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """Open the database for reading; StorageError if that fails."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StorageError(_first_line(error)) from None

    def load(self, table: str) -> StoredTable | None:
        """Read a table with its log; None if there is none."""
        with self._reading() as connection:
            row = connection.execute(
                select(schema.tables.c.made, schema.tables.c.setting).where(
                    schema.tables.c.id == table
                )
            ).first()
            if row is None:
                return None
            entries = connection.execute(
                select(schema.log.c.entry)
                .where(schema.log.c.table_id == table)
                .order_by(schema.log.c.number)
            ).scalars()
            setting = msgspec.json.decode(row.setting, type=Setting)
            return StoredTable(table, row.made, setting, tuple(map(parse_entry, entries)))

    def count(self) -> int:
        """Return how many tables are stored."""
        with self._reading() as connection:
            return connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()

    def stale(self, before: float) -> list[str]:
        """Return unfinished tables at which nothing has been done since then."""
        log, tables = schema.log, schema.tables
        newer = exists().where(log.c.table_id == tables.c.id, log.c.at >= before)
        query = select(tables.c.id).where(tables.c.ended.is_(None), tables.c.made < before, ~newer)
        with self._reading() as connection:
            return list(connection.execute(query.limit(_CHUNK)).scalars())


class _Writer(threading.Thread):
    """The one thread that writes."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(name="storage", daemon=True)
        self.jobs: queue.SimpleQueue[tuple[list[Write], Done] | None] = queue.SimpleQueue()
        self._engine = engine

    def run(self) -> None:
        while (job := self.jobs.get()) is not None:
            writes, done = job
            error: StorageError | None = None
            try:
                if writes:
                    self._commit(writes)
            except Exception as problem:  # noqa: BLE001  # whoever waits must hear of it
                error = StorageError(_first_line(problem))
            done(error)

    def _commit(self, writes: list[Write]) -> None:
        made = [_table_row(w) for w in writes if isinstance(w, MakeTable)]
        added = [_log_row(w) for w in writes if isinstance(w, AddEntry)]
        with self._engine.begin() as connection:
            if made:
                connection.execute(insert(schema.tables), made)
            if added:
                connection.execute(insert(schema.log), added)
            for one in writes:
                if isinstance(one, EndTable):
                    connection.execute(
                        update(schema.tables)
                        .where(schema.tables.c.id == one.table)
                        .values(ended=one.at)
                    )
                elif isinstance(one, ClearTable):
                    connection.execute(delete(schema.log).where(schema.log.c.table_id == one.table))
                    connection.execute(delete(schema.tables).where(schema.tables.c.id == one.table))


def _table_row(new: MakeTable) -> dict[str, Any]:
    setting = msgspec.json.encode(new.setting).decode()
    return {"id": new.table, "made": new.made, "setting": setting, "ended": None}


def _log_row(add: AddEntry) -> dict[str, Any]:
    return {
        "table_id": add.table,
        "number": add.number,
        "at": add.entry.at,
        "entry": entry_text(add.entry),
    }


def _set_up_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # FULL: a commit that was confirmed also survives a power cut.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__
