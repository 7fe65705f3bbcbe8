"""The storage of servers that share a PostgreSQL database.

The log's primary key (table, number) decides which process writes an entry. A process that adds an
entry to a table it hasn't read to the end gets a ConflictError: it reads the new entries and tries
again. So two processes can never continue the same table in different ways.

Commits run in a thread, one at a time; what arrives in the meantime forms the next one. A commit
that fails because the database can't be reached is repeated until it succeeds. Nobody can know
whether a lost connection committed, so the repetition first looks for what it is about to write.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import count

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from torpedo_dice.server.logs import logger
from torpedo_dice.server.store import schema
from torpedo_dice.server.store.opening import first_line, open_engine
from torpedo_dice.server.store.storage import Done, Storage
from torpedo_dice.server.store.writes import (
    AddEntry,
    ConflictError,
    MakeTable,
    StorageError,
    Write,
    write_all,
)

# The channel on which processes tell each other which tables have grown.
GROWN = "torpedo_grown"
# PostgreSQL's limit for a notification is 8000 bytes.
_TABLES_PER_NOTICE = 400
# Seconds between attempts to reach the database: at first, and at most.
_RETRY_FIRST, _RETRY_MOST = 0.1, 2.0
# An outage shorter than this is not reported.
_PAUSE_SECONDS = 0.5
# Seconds to wait for the last commits when the server stops.
_CLOSE_SECONDS = 3.0
_SINCE = sa.text(
    "SELECT log.table_id, log.entry"
    " FROM unnest(CAST(:tables AS text[]), CAST(:known AS int[])) AS wanted(id, known)"
    " JOIN log ON log.table_id = wanted.id AND log.number > wanted.known"
    " ORDER BY log.table_id, log.number"
)


@dataclass(slots=True)
class _Batch:
    """One commit: writes by group, which succeed or fail together, and their callbacks."""

    groups: defaultdict[str, list[Write]] = field(default_factory=lambda: defaultdict(list))
    dones: list[tuple[str, Done]] = field(default_factory=list)


class PostgresStorage(Storage):
    """A database that several processes may write to."""

    is_shared = True

    def __init__(self, data: str) -> None:
        # Not that of the superclass, which opens a file.
        self.engine = open_engine(data)
        self.process = _new_process()
        self.commits = 0
        self.conflicts = 0
        # Called in the event loop with whether the database can't be reached.
        self.on_pause: Callable[[bool], None] = lambda _: None
        self.is_paused = False
        self._pauses: set[str] = set()
        self._pausing = threading.Lock()
        self._connection_or_none: sa.Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="storage")
        self._pending = _Batch()
        self._running: tuple[_Batch, Future[dict[str, StorageError]]] | None = None
        self._is_scheduled = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = threading.Event()
        self._ungrouped = count()
        sa.event.listen(self.engine, "checkin", self._returned)

    def _returned(self, _: object, connection: sa.pool.ConnectionPoolEntry) -> None:
        """Close a connection that a thread returns late: the pool is already closed."""
        if self._stopping.is_set():
            connection.invalidate()

    def use_loop(self) -> None:
        """Report pauses in the running event loop, even before anything is written."""
        self._loop = asyncio.get_running_loop()

    # ------------------------------------------------------------------ writing (event loop)

    def write(self, writes: Sequence[Write], done: Done) -> None:
        """Write something; `done` is called after its commit.

        What is written together, and all writes of the same table, succeed or fail together. The
        table is that of the first write.
        """
        table = getattr(writes[0], "table", None) if writes else None
        group = table or f"#{next(self._ungrouped)}"
        self._pending.groups[group].extend(writes)
        self._pending.dones.append((group, done))
        if self._running is None and not self._is_scheduled:
            self._is_scheduled = True
            self._loop = asyncio.get_running_loop()
            # As in SQLite's storage: what has already arrived joins the commit.
            self._loop.call_soon(self._loop.call_soon, self._start)

    def after(self, done: Done, table: str | None = None) -> None:
        """Call `done` when everything written so far is committed, immediately if it already is.

        With a table, only what concerns that table has to be committed.
        """
        batches = [self._pending] if self._running is None else [self._pending, self._running[0]]
        for batch in batches:
            if batch.dones and (table is None or table in batch.groups):
                batch.dones.append((table or "", done))
                return
        done(None)

    def _start(self) -> None:
        self._is_scheduled = False
        if self._running is None and self._pending.dones and not self._stopping.is_set():
            batch, self._pending = self._pending, _Batch()
            future = self._thread.submit(self._commit_until_done, batch)
            self._running = (batch, future)
            future.add_done_callback(lambda _: self._in_loop(self._finish, batch))

    def _in_loop(self, call: Callable[..., None], *arguments: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *arguments)

    def _finish(self, batch: _Batch) -> None:
        """Run the callbacks of a commit, and start the next one."""
        if self._running is None or self._running[0] is not batch:
            return
        errors, self._running = self._running[1].result(), None
        self.commits += 1
        # What builds on a failed write must not be written either.
        pending, self._pending.dones = self._pending.dones, []
        failed = [one for one in pending if one[0] in errors]
        self._pending.dones = [one for one in pending if one[0] not in errors]
        for group in errors:
            self._pending.groups.pop(group, None)
        for group, done in [*batch.dones, *failed]:
            done(errors.get(group))
        self._start()

    def close(self) -> None:
        """Write everything pending, unless the database can't be reached, and close it."""
        give_up = threading.Timer(_CLOSE_SECONDS, self._stopping.set)
        give_up.start()
        self._start()
        while self._running is not None:
            batch, future = self._running
            wait([future])
            # This also starts the next one.
            self._finish(batch)
        give_up.cancel()
        self._stopping.set()
        self._thread.shutdown()
        self._drop_connection()
        self.engine.dispose()

    # ------------------------------------------------------------------ committing (own thread)

    def _commit_until_done(self, batch: _Batch) -> dict[str, StorageError]:
        """Commit; return the errors by group. Repeats what fails because of an outage."""
        delay, since, is_first = _RETRY_FIRST, 0.0, True
        while True:
            try:
                errors = self._commit_once(batch, is_first=is_first)
            except Exception as error:  # noqa: BLE001  # every callback must run
                self._drop_connection()
                if not is_outage(error) or self._stopping.is_set():
                    reason = first_line(error)
                    logger.warning("commit_failed", extra={"reason": reason})
                    return dict.fromkeys(batch.groups, StorageError(reason))
                since = since or time.monotonic()
                if time.monotonic() - since >= _PAUSE_SECONDS:
                    self.note_pause("writer", first_line(error))
                self._stopping.wait(delay)
                delay, is_first = min(2 * delay, _RETRY_MOST), False
            else:
                self.note_pause("writer", None)
                return errors

    def note_pause(self, source: str, reason: str | None) -> None:
        """Note that the database can't be reached, or that it can again; `source` noticed it."""
        with self._pausing:
            if reason is None:
                self._pauses.discard(source)
            else:
                self._pauses.add(source)
            is_paused = bool(self._pauses)
            if is_paused == self.is_paused:
                return
            self.is_paused = is_paused
            event = "storage_paused" if is_paused else "storage_resumed"
            logger.warning(event, extra={} if reason is None else {"reason": reason})
            self._in_loop(self.on_pause, is_paused)

    def _commit_once(self, batch: _Batch, *, is_first: bool) -> dict[str, StorageError]:
        connection = self._connect()
        if is_first:
            try:
                with connection.begin():
                    writes = [write for group in batch.groups.values() for write in group]
                    self._write(connection, writes)
            except Exception as error:
                # Find out which group it was.
                if is_outage(error):
                    raise
            else:
                return {}
        errors: dict[str, StorageError] = {}
        with connection.begin():
            for group, writes in batch.groups.items():
                if (failure := self._write_group(connection, writes)) is not None:
                    errors[group] = failure
        return errors

    def _write_group(self, connection: sa.Connection, writes: list[Write]) -> StorageError | None:
        if _is_written(connection, writes):
            return None
        try:
            with connection.begin_nested():
                self._write(connection, writes)
        except (ConflictError, sa.exc.IntegrityError) as error:
            self.conflicts += 1
            return ConflictError(first_line(error))
        except Exception as error:
            if is_outage(error):
                raise
            logger.warning("commit_failed", extra={"reason": first_line(error)})
            return StorageError(first_line(error))
        return None

    def _write(self, connection: sa.Connection, writes: list[Write]) -> None:
        entries = [write for write in writes if isinstance(write, AddEntry)]
        grown = sorted({write.table for write in entries})
        made = {write.table for write in writes if isinstance(write, MakeTable)}
        self._lock_tables(connection, [table for table in grown if table not in made])
        # In the same order in every process, so that they don't wait for each other in a circle.
        entries.sort(key=lambda write: (write.table, write.number))
        others = [write for write in writes if not isinstance(write, AddEntry)]
        write_all(connection, [*others, *entries])
        for start in range(0, len(grown), _TABLES_PER_NOTICE):
            some = grown[start : start + _TABLES_PER_NOTICE]
            notify(connection, GROWN, " ".join([self.process, *some]))

    def _lock_tables(self, connection: sa.Connection, tables: list[str]) -> None:
        """Keep tables from being deleted until the commit; ConflictError if one has been."""
        if not tables:
            return
        found = connection.execute(
            sa.select(schema.tables.c.id)
            .where(schema.tables.c.id.in_(tables))
            .order_by(schema.tables.c.id)
            .with_for_update(read=True, key_share=True)
        ).all()
        if len(found) < len(tables):
            raise ConflictError("the table was deleted")

    def _connect(self) -> sa.Connection:
        if self._connection_or_none is None:
            self._connection_or_none = self.engine.connect()
        return self._connection_or_none

    def _drop_connection(self) -> None:
        connection, self._connection_or_none = self._connection_or_none, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    # ------------------------------------------------------------------ reading (any thread)

    def entries_since(self, known: dict[str, int]) -> dict[str, list[str]]:
        """Return the entries that tables have beyond the known numbers of entries, as stored."""
        found: dict[str, list[str]] = {}
        wanted = {"tables": list(known), "known": list(known.values())}
        with self.reading() as connection:
            for table, entry in connection.execute(_SINCE, wanted):
                found.setdefault(table, []).append(entry)
        return found

    def seed_of(self, commitment: str, since: float) -> str | None:
        """Return the unused seed of a commitment made since then; None if there is none."""
        seeds = schema.seeds
        query = sa.select(seeds.c.seed).where(
            seeds.c.commitment == commitment, seeds.c.made >= since
        )
        with self.reading() as connection:
            return connection.scalar(query)

    def tell(self, channel: str, messages: Sequence[str]) -> None:
        """Send messages to all processes that listen to a channel."""
        with self.reading() as connection:
            for message in messages:
                notify(connection, channel, message)
            connection.commit()


def notify(connection: sa.Connection, channel: str, message: str) -> None:
    """Send a notification with the current transaction."""
    connection.execute(sa.select(sa.func.pg_notify(channel, message)))


def _new_process() -> str:
    """Return the name of a process; older processes come first in alphabetical order."""
    return f"{int(time.time()):08x}{secrets.token_hex(4)}"


def _is_written(connection: sa.Connection, writes: Sequence[Write]) -> bool:
    """Whether an earlier attempt has already written these, all of them or none."""
    for write in writes:
        if isinstance(write, AddEntry):
            row = write.row()
            found = connection.scalar(
                sa.select(schema.log.c.entry).where(
                    schema.log.c.table_id == row["table_id"], schema.log.c.number == row["number"]
                )
            )
            return bool(found == row["entry"])
        if isinstance(write, MakeTable):
            row = write.row()
            found = connection.scalar(
                sa.select(schema.tables.c.setting).where(schema.tables.c.id == row["id"])
            )
            return bool(found == row["setting"])
    return False


def is_outage(error: BaseException) -> bool:
    """Whether the database can't be reached or can't store anything now, but may later."""
    import psycopg
    from psycopg import errors

    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    # These include a server that stops or starts, a full disk, too many connections, deadlocks.
    kinds = (psycopg.OperationalError, psycopg.InterfaceError, errors.ReadOnlySqlTransaction)
    return isinstance(cause, kinds) or isinstance(error, sa.exc.TimeoutError)
