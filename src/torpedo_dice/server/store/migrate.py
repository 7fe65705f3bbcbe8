"""The schema's revision, and migrations to the current one with Alembic.

A new database gets the current schema at once, so most starts never load Alembic; a test compares
the result with that of all migrations. Each migration must keep what the previous release of the
program needs, because servers that share a database are restarted one after the other.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from torpedo_dice.server.store import schema

# All revisions, oldest first.
REVISIONS = ("0001", "0002", "0003")
HEAD = REVISIONS[-1]
# Numbers in `meta` of the databases from before Alembic. Programs of that time refuse any other.
_BEFORE_ALEMBIC = {1: "0001", 2: "0002"}
_NUMBER = 3
# PostgreSQL's lock for migrations, so that only one of several servers migrates.
_LOCK = 0x746F7270
_own = sa.MetaData()
_version = sa.Table(
    "alembic_version",
    _own,
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


class NewerSchemaError(ValueError):
    """A database written by a newer version of the program."""


class ForeignSchemaError(ValueError):
    """A database of another program."""


def revision_of(connection: sa.Connection) -> str | None:
    """Return the revision of a database's schema; None if it is empty."""
    # All names at once, because another process may be creating the tables.
    names = set(sa.inspect(connection).get_table_names())
    if _version.name in names:
        found = connection.execute(sa.select(_version.c.version_num)).scalar()
        if found is not None and found not in REVISIONS:
            raise NewerSchemaError
        return found
    if schema.meta.name in names:
        number = schema.number_of(connection, schema.SCHEMA)
        if number > max(_BEFORE_ALEMBIC):
            raise NewerSchemaError
        if number in _BEFORE_ALEMBIC:
            return _BEFORE_ALEMBIC[number]
    if names & set(schema.metadata.tables):
        raise ForeignSchemaError
    return None


def migrate(connection: sa.Connection) -> None:
    """Migrate a database to the current revision, in one transaction.

    NewerSchemaError or ForeignSchemaError if that is impossible; the database is then unchanged.
    """
    if _is_current(connection):
        return
    connection.rollback()
    if connection.dialect.name == "sqlite":
        # Without this, each statement that changes the schema would be a transaction of its own.
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    # Only now is it certain that no other process is changing it.
    found = revision_of(connection)
    if found is None:
        schema.metadata.create_all(connection)
        _own.create_all(connection)
        connection.execute(sa.insert(_version).values(version_num=HEAD))
    elif found != HEAD:
        upgrade(connection, found)
    schema.set_number(connection, schema.SCHEMA, _NUMBER)
    connection.commit()


def _is_current(connection: sa.Connection) -> bool:
    if not sa.inspect(connection).has_table(_version.name):
        return False
    return connection.execute(sa.select(_version.c.version_num)).scalar() == HEAD


def upgrade(connection: sa.Connection, found: str | None, to: str = HEAD) -> None:
    """Run the migrations from one revision to another, in the connection's transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    folder = str(Path(__file__).parent / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.attributes["connection"] = connection
    if found is not None and not sa.inspect(connection).has_table(_version.name):
        command.stamp(config, found)
    command.upgrade(config, to)
