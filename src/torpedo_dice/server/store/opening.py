"""Opening a database: connect, migrate, and one sentence if that fails."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from torpedo_dice.rules import Sentence
from torpedo_dice.server.store.address import is_postgres, shown
from torpedo_dice.server.store.database_file import create_owner_only, database_file, url_of
from torpedo_dice.server.store.migrate import (
    ForeignSchemaError,
    NewerSchemaError,
    migrate,
    revision_of,
)
from torpedo_dice.server.store.writes import StorageError

# How long SQLite waits for a lock of another program.
BUSY_MILLISECONDS = 5000
# How soon we try again where it doesn't wait.
_LOCKED_SECONDS = 0.01
# Connections for reading, in each process, besides those that write and listen.
_READERS = 4
# A lost connection is noticed within about ten seconds. An address can set other values.
_CONNECTION: dict[str, str | int] = {
    "connect_timeout": 5,
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "torpedo-dice",
}
INSTALL = "pip install 'torpedo-dice[postgres]'"


def open_engine(data: str) -> sa.Engine:
    """Open a database, create it if it is new, and migrate it; StorageError if that fails."""
    return _open(data, migrate, is_new_allowed=True)


def open_to_read(data: str) -> sa.Engine:
    """Open an existing database without changing it; StorageError if it can't be used."""
    return _open(data, _check_revision, is_new_allowed=False)


def _check_revision(connection: sa.Connection) -> None:
    if revision_of(connection) is None:
        raise ForeignSchemaError


def _open(
    data: str, prepare: Callable[[sa.Connection], None], *, is_new_allowed: bool
) -> sa.Engine:
    engine: sa.Engine | None = None
    try:
        engine = (
            postgres_engine(data)
            if is_postgres(data)
            else _sqlite_engine(data, is_new_allowed=is_new_allowed)
        )
        with engine.connect() as connection:
            prepare(connection)
    except (SQLAlchemyError, OSError, NewerSchemaError, ForeignSchemaError) as error:
        if engine is not None:
            engine.dispose()
        raise StorageError(_sentence(data, error)) from None
    return engine


def postgres_engine(data: str) -> sa.Engine:
    """Return an engine that connects with libpq, so that its addresses work unchanged."""
    try:
        import psycopg
        from psycopg.conninfo import conninfo_to_dict
    except ImportError:
        raise StorageError(
            Sentence("PostgreSQL needs an extra package: {command}", command=INSTALL)
        ) from None
    try:
        given = conninfo_to_dict(data)
    except psycopg.ProgrammingError as error:
        raise StorageError(_cannot_use(data, error)) from None
    settings: dict[str, Any] = {**_CONNECTION, **given}
    return sa.create_engine(
        "postgresql+psycopg://",
        creator=lambda: psycopg.connect(**settings),
        pool_size=_READERS,
        # After an outage, connections that are dead are replaced.
        pool_pre_ping=True,
        pool_timeout=5,
    )


def _sqlite_engine(data: str, *, is_new_allowed: bool) -> sa.Engine:
    url = url_of(data)
    try:
        file = database_file(url)
        is_sqlite = sa.make_url(url).get_backend_name() == "sqlite"
    except (ArgumentError, ValueError):
        is_sqlite = False
    if not is_sqlite:
        raise StorageError(
            Sentence("{file}: must be a file name or a postgresql:// address", file=data)
        )
    if file is not None:
        if not is_new_allowed and not file.exists():
            raise StorageError(Sentence("{file}: no such file", file=data))
        create_owner_only(file)
    engine = sa.create_engine(url)
    sa.event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    _use_wal(cursor)
    # FULL: a confirmed commit survives a power cut.
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _use_wal(cursor: sqlite3.Cursor) -> None:
    """Choose the journal of a database, which fails at once while others open a new one, too.

    SQLite waits for most locks by itself, but not for this one.
    """
    deadline = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_LOCKED_SECONDS)
        else:
            return


def _sentence(data: str, error: Exception) -> str:
    name = shown(data)
    if isinstance(error, NewerSchemaError):
        return Sentence(
            "{file}: was written by a newer version of Torpedo Dice: please update", file=name
        )
    if isinstance(error, ForeignSchemaError):
        return Sentence("{file}: isn’t a Torpedo Dice database", file=name)
    if is_postgres(data) and isinstance(error, sa.exc.OperationalError):
        why = first_line(error.orig or error)
        return Sentence("{file}: can’t be reached: {why}", file=name, why=why)
    return _cannot_use(data, error)


def _cannot_use(data: str, error: Exception) -> str:
    return Sentence("{file}: can’t be used: {why}", file=shown(data), why=first_line(error))


def first_line(error: BaseException) -> str:
    """Return the first line of an error, which is what people need."""
    return str(error).partition("\n")[0] or type(error).__name__
