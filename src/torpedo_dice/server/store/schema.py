"""The database's tables, and how an older database becomes a newer one."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    Column,
    Connection,
    Float,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    insert,
    inspect,
    select,
    update,
)

metadata = MetaData()

meta = Table(
    "meta",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("value", Integer, nullable=False),
)
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("made", Float, nullable=False),
    Column("setting", Text, nullable=False),
    # When the game ended; finished games are never cleared away.
    Column("ended", Float, nullable=True),
)
log = Table(
    "log",
    metadata,
    Column("table_id", String(32), primary_key=True),
    # From 1, without gaps. As a key it also keeps two servers from writing the same table.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("entry", Text, nullable=False),
)


class NewerSchemaError(ValueError):
    """A database that a newer version of the program has written."""


def _create(connection: Connection) -> None:
    metadata.create_all(connection, [tables, log])


# Step n makes a database of version n out of one of version n − 1.
MIGRATIONS: tuple[Callable[[Connection], None], ...] = (_create,)
VERSION = len(MIGRATIONS)


def migrate(connection: Connection) -> None:
    """Bring a database to this version; NewerSchemaError if it is ahead of it."""
    found = version_of(connection)
    if found > VERSION:
        raise NewerSchemaError(
            f"was written by a newer version of this program (its schema is {found}, "
            f"this version knows {VERSION}): update the program, the file is as it was"
        )
    for number in range(found, VERSION):
        MIGRATIONS[number](connection)
    if found < VERSION:
        _note_version(connection, is_new=found == 0)


def version_of(connection: Connection) -> int:
    """Return the schema's version; 0 for an empty database."""
    if not inspect(connection).has_table(meta.name):
        return 0
    found = connection.execute(select(meta.c.value).where(meta.c.key == "schema")).scalar()
    return 0 if found is None else int(found)


def _note_version(connection: Connection, *, is_new: bool) -> None:
    if is_new:
        metadata.create_all(connection, [meta])
        connection.execute(insert(meta).values(key="schema", value=VERSION))
    else:
        connection.execute(update(meta).where(meta.c.key == "schema").values(value=VERSION))
