"""The tables of the database, the same for SQLite and PostgreSQL, and the numbers in `meta`."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

meta = sa.Table(
    "meta",
    metadata,
    sa.Column("key", sa.String(32), primary_key=True),
    # Seconds since 1970 don't fit into PostgreSQL's INTEGER for long.
    sa.Column("value", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
)
# Keys of `meta`: the total running time of servers on this database in seconds, and when a server
# last checked that it can write, in seconds since 1970.
RUNNING, CHECKED = "running", "checked"
# The schema's number, which programs from before Alembic read; see `migrate.py`.
SCHEMA = "schema"
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
    # From 1, without gaps. As part of the key it decides which of two processes writes the next
    # entry.
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("entry", sa.Text, nullable=False),
)
# Seeds whose commitments have been shown, but which no table uses yet. Only servers that share a
# database store them; a single one keeps them in memory.
seeds = sa.Table(
    "seeds",
    metadata,
    sa.Column("commitment", sa.String(64), primary_key=True),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
)


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
