"""Reading tables from a database, in any thread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from torpedo_dice.server.store import schema
from torpedo_dice.server.store.opening import first_line
from torpedo_dice.server.store.writes import StorageError
from torpedo_dice.server.table.log import Entry, parse_entry
from torpedo_dice.server.table.setup import TableSetup
from torpedo_dice.server.table.table import Table

# How many old tables are fetched at once.
_CHUNK = 200
_COUNT = sa.select(sa.func.count()).select_from(schema.tables)


class DamagedTableError(Exception):
    """A table whose stored data can't be read or doesn't describe a game."""


@dataclass(frozen=True, slots=True)
class Stale:
    """Unfinished tables that haven't been used for a long time, and marked ones that have."""

    unmarked: list[str]
    # Marked long enough ago.
    due: list[str]
    revived: list[str]


class Reader:
    """Reads from a database."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Open the database for reading; StorageError if that fails."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StorageError(first_line(error)) from None

    def load(self, table: str) -> Table | None:
        """Load a table and apply its log; None if it is unknown, DamagedTableError if damaged."""
        found = self.load_until(table, None)
        return None if found is None else found[0]

    def load_until(self, table: str, entries: int | None) -> tuple[Table, list[Entry]] | None:
        """Load a table as it was after some entries, and return it with the entries since then."""
        with self.reading() as connection:
            row = connection.execute(
                sa.select(schema.tables.c.made, schema.tables.c.setting).where(
                    schema.tables.c.id == table
                )
            ).first()
            if row is None:
                return None
            log = connection.execute(
                sa.select(schema.log.c.entry)
                .where(schema.log.c.table_id == table)
                .order_by(schema.log.c.number)
            ).scalars()
            texts = log.all()
        return rebuild(table, row.made, row.setting, texts, entries)

    def count(self) -> int:
        """Return how many tables are stored."""
        with self.reading() as connection:
            return connection.scalar(_COUNT) or 0

    def running(self) -> int:
        """Return the total running time of servers on this database, in seconds."""
        with self.reading() as connection:
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
        with self.reading() as connection:

            def some(*conditions: sa.ColumnElement[bool]) -> list[str]:
                query = sa.select(tables.c.id).where(*conditions).limit(_CHUNK)
                return list(connection.execute(query).scalars())

            return Stale(some(~is_marked, is_old), some(is_due, is_old), some(is_marked, ~is_old))


def rebuild(
    table: str, made: float, setting: str, log: Sequence[str], entries: int | None = None
) -> tuple[Table, list[Entry]]:
    """Rebuild a table from its first entries, all by default; return it with the others."""
    try:
        setup = msgspec.json.decode(setting, type=TableSetup)
        parsed = [parse_entry(text) for text in log]
        return Table.rebuilt(table, setup, made, parsed[:entries]), parsed[len(parsed[:entries]) :]
    except Exception as error:
        # Catch everything: damage to one table must not affect others.
        raise DamagedTableError(table) from error
