"""Databases for the tests: an SQLite file, or a database in a PostgreSQL of our own."""

from __future__ import annotations

import atexit
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tools.postgres import MISSING, Cluster, find_postgres
from torpedo_dice.server.store.opening import open_engine, postgres_engine

KINDS = ("sqlite", "postgres")


@cache
def _template() -> tuple[Cluster, str]:
    """Start a PostgreSQL for this process, with an empty database of ours to copy."""
    if find_postgres() is None:
        pytest.skip(MISSING)
    cluster = Cluster()
    # Also if the tests are interrupted.
    atexit.register(cluster.remove)
    template = cluster.new_database()
    open_engine(cluster.url(template)).dispose()
    return cluster, template


def remove_postgres() -> None:
    """Stop the PostgreSQL of this process, if it was started."""
    if _template.cache_info().currsize:
        _template()[0].remove()


def new_postgres() -> str:
    """Return the address of a new database in PostgreSQL; skip the test if there is none."""
    cluster, template = _template()
    return cluster.url(cluster.new_database(template))


def empty_postgres() -> str:
    """Return the address of a database without tables."""
    cluster, _ = _template()
    return cluster.url(cluster.new_database())


def new_data(kind: str, folder: Path) -> str:
    """Return a place for games, of one of the kinds."""
    return new_postgres() if kind == "postgres" else str(folder / "games.sqlite")


def execute(data: str, statement: str, **values: Any) -> list[Any]:
    """Execute a statement on the side, as another program does; return the rows."""
    is_postgres = data.startswith("postgresql://")
    engine = postgres_engine(data) if is_postgres else sa.create_engine(f"sqlite:///{data}")
    try:
        with engine.begin() as connection:
            done = connection.execute(sa.text(statement), values)
            return list(done) if done.returns_rows else []
    finally:
        engine.dispose()
