"""Migrations: from the files of every version, once, and equal to a new database."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tests.server.databases import KINDS, empty_postgres, execute, new_data
from torpedo_dice.server.store import migrate as migrate_module
from torpedo_dice.server.store.migrate import HEAD, REVISIONS, revision_of, upgrade
from torpedo_dice.server.store.opening import open_engine, postgres_engine
from torpedo_dice.server.store.schema import metadata
from torpedo_dice.server.store.storage import Storage, open_storage
from torpedo_dice.server.store.writes import StorageError

# What programs from before Alembic created, by the number in `meta`.
_TABLES = """
    CREATE TABLE meta (key VARCHAR(32) NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (key));
    CREATE TABLE log (table_id VARCHAR(32) NOT NULL, number INTEGER NOT NULL, at FLOAT NOT NULL,
                      entry TEXT NOT NULL, PRIMARY KEY (table_id, number));
    CREATE TABLE tables (id VARCHAR(32) NOT NULL, made FLOAT NOT NULL, setting TEXT NOT NULL,
                         ended FLOAT, PRIMARY KEY (id));
    INSERT INTO tables VALUES ('a', 1.0, '{}', NULL);
    INSERT INTO meta VALUES ('schema', 1);
    """
OLD = {
    1: _TABLES,
    2: _TABLES.replace("ended FLOAT,", "ended FLOAT, marked INTEGER,")
    .replace("NULL);", "NULL, NULL);")
    .replace("('schema', 1)", "('schema', 2)")
    .replace("NOT NULL, NULL", "NOT NULL"),
}


def tables_of(connection: sa.Connection) -> dict[str, object]:
    """Return the columns of every table, with their types and keys."""
    inspector = sa.inspect(connection)
    return {
        name: (
            [(c["name"], str(c["type"]), c["nullable"]) for c in inspector.get_columns(name)],
            inspector.get_pk_constraint(name)["constrained_columns"],
        )
        for name in inspector.get_table_names()
    }


def test_every_revision_is_known() -> None:
    """The list in the code is Alembic's."""
    config = Config()
    folder = Path(migrate_module.__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder))
    scripts = ScriptDirectory.from_config(config)
    assert [one.revision for one in reversed(list(scripts.walk_revisions()))] == list(REVISIONS)


@pytest.mark.parametrize("kind", KINDS)
def test_migrations_lead_to_the_same_schema_as_a_new_database(tmp_path: Path, kind: str) -> None:
    """Column by column; Alembic sees no difference either."""
    new = open_engine(new_data(kind, tmp_path))
    if kind == "postgres":
        old = postgres_engine(empty_postgres())
    else:
        old = sa.create_engine(f"sqlite:///{tmp_path / 'old.sqlite'}")
    with new.connect() as fresh, old.begin() as migrated:
        upgrade(migrated, None)
        assert tables_of(migrated) == tables_of(fresh)
        for connection in (fresh, migrated):
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []
            assert revision_of(connection) == HEAD
    new.dispose()
    old.dispose()


@pytest.mark.parametrize("version", OLD)
def test_a_database_from_before_alembic_is_migrated(tmp_path: Path, version: int) -> None:
    """Its tables stay; programs of that time then refuse it, because they know its number."""
    data = tmp_path / "games.sqlite"
    with sqlite3.connect(data) as connection:
        connection.executescript(OLD[version])
    connection.close()
    storage = Storage(str(data))
    assert storage.stale(2.0, 0).unmarked == ["a"]
    assert storage.running() == 0
    storage.close()
    assert execute(str(data), "SELECT value FROM meta") == [(3,)]
    engine = open_engine(str(data))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (["UPDATE alembic_version SET version_num = '9999'"], "newer version of Torpedo Dice"),
        (["DROP TABLE alembic_version", "UPDATE meta SET value = 99"], "newer version"),
        (["DROP TABLE alembic_version", "DROP TABLE meta"], "isn’t a Torpedo Dice database"),
    ],
)
def test_a_newer_or_foreign_database_is_refused_politely(
    tmp_path: Path, kind: str, change: list[str], why: str
) -> None:
    """One sentence, and the database is as it was."""
    data = new_data(kind, tmp_path)
    open_storage(data).close()
    for statement in change:
        execute(data, statement)
    before = execute(data, "SELECT * FROM tables")
    with pytest.raises(StorageError, match=why):
        open_storage(data)
    assert execute(data, "SELECT * FROM tables") == before


@pytest.mark.parametrize("kind", KINDS)
def test_several_processes_may_open_a_new_database_at_once(tmp_path: Path, kind: str) -> None:
    """One of them creates the schema, the others wait."""
    data = empty_postgres() if kind == "postgres" else str(tmp_path / "games.sqlite")
    with ThreadPoolExecutor(4) as threads:
        for engine in threads.map(lambda _: open_engine(data), range(4)):
            engine.dispose()
    assert execute(data, "SELECT version_num FROM alembic_version") == [(HEAD,)]


@pytest.mark.parametrize("moment", range(3))
def test_another_process_may_create_the_database_at_any_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    """Between any two looks at it: it isn't taken for one of a newer version."""
    data = str(tmp_path / "games.sqlite")
    looks = iter(range(100))
    connect = sa.Engine.connect

    def watched(engine: sa.Engine) -> sa.Connection:
        connection = connect(engine)

        @sa.event.listens_for(connection, "before_cursor_execute")
        def _(*_args: object) -> None:
            # Nobody else can write once the transaction has begun.
            is_free = not connection.connection.driver_connection.in_transaction
            if is_free and next(looks) == moment:
                monkeypatch.setattr(sa.Engine, "connect", connect)
                open_engine(data).dispose()

        return connection

    monkeypatch.setattr(sa.Engine, "connect", watched)
    open_engine(data).dispose()
    assert execute(data, "SELECT version_num FROM alembic_version") == [(HEAD,)]
