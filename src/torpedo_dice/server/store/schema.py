"""The database schema and its migrations."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

metadata = sa.MetaData()

meta = sa.Table(
    "meta",
    metadata,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("value", sa.Integer, nullable=False),
)
# Keys of `meta`: the schema version, the total running time of servers on this database in seconds,
# and when a server last checked that it can write, in seconds since 1970.
SCHEMA, RUNNING, CHECKED = "schema", "running", "checked"
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("setting", sa.Text, nullable=False),
    # When the game ended; finished games are never deleted.
    sa.Column("ended", sa.Float, nullable=True),
    # When the table was marked as too old: the value of `running` in `meta` at that time.
    sa.Column("marked", sa.Integer, nullable=True),
)
log = sa.Table(
    "log",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    # From 1, without gaps. As part of the key it also prevents two servers from writing the same
    # table.
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("entry", sa.Text, nullable=False),
)


class NewerSchemaError(ValueError):
    """A database written by a newer version of the program."""


def _create(connection: sa.Connection) -> None:
    metadata.create_all(connection, [tables, log])


def _add_mark(connection: sa.Connection) -> None:
    # A new database already has it.
    if all(column["name"] != "marked" for column in sa.inspect(connection).get_columns("tables")):
        connection.execute(sa.text("ALTER TABLE tables ADD COLUMN marked INTEGER"))


# Step n migrates a database from version n − 1 to n.
MIGRATIONS: tuple[Callable[[sa.Connection], None], ...] = (_create, _add_mark)
VERSION = len(MIGRATIONS)


def migrate(connection: sa.Connection) -> None:
    """Migrate a database to the current version; raise NewerSchemaError if it is newer."""
    found = version_of(connection)
    if found > VERSION:
        raise NewerSchemaError(
            f"was written by a newer version of this program (its schema is {found}, "
            f"this version knows {VERSION}): update the program, the file is as it was"
        )
    for number in range(found, VERSION):
        MIGRATIONS[number](connection)
    if found < VERSION:
        metadata.create_all(connection, [meta])
        set_number(connection, SCHEMA, VERSION)


def version_of(connection: sa.Connection) -> int:
    """Return the schema's version; 0 for an empty database."""
    if not sa.inspect(connection).has_table(meta.name):
        return 0
    return number_of(connection, SCHEMA)


def number_of(connection: sa.Connection, key: str) -> int:
    """Return a number stored in `meta`; 0 if there is none."""
    found = connection.execute(sa.select(meta.c.value).where(meta.c.key == key)).scalar()
    return 0 if found is None else int(found)


def set_number(connection: sa.Connection, key: str, value: int) -> None:
    """Store a number in `meta`."""
    if not connection.execute(
        sa.update(meta).where(meta.c.key == key).values(value=value)
    ).rowcount:
        connection.execute(sa.insert(meta).values(key=key, value=value))
