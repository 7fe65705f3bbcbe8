"""What can be written to a database: new tables, log entries, marks, numbers, seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec
import sqlalchemy as sa

from torpedo_dice.server.store import schema
from torpedo_dice.server.table.log import Entry, entry_text
from torpedo_dice.server.table.setup import TableSetup

_INSERT_TABLES = sa.insert(schema.tables)
_INSERT_ENTRIES = sa.insert(schema.log)


class StorageError(Exception):
    """An unusable database, or a failed transaction; the message is one sentence."""


class ConflictError(StorageError):
    """Another process has written to the same table first: read its entries and try again."""


@dataclass(frozen=True, slots=True)
class MakeTable:
    """A new table."""

    table: str
    made: float
    setup: TableSetup

    def row(self) -> dict[str, Any]:
        """Return it as a row of `tables`."""
        setup = msgspec.json.encode(self.setup).decode()
        return {"id": self.table, "made": self.made, "setting": setup, "ended": None}


@dataclass(frozen=True, slots=True)
class AddEntry:
    """The next entry of a table's log."""

    table: str
    number: int
    entry: Entry

    def row(self) -> dict[str, Any]:
        """Return it as a row of `log`."""
        entry = entry_text(self.entry)
        return {"table_id": self.table, "number": self.number, "at": self.entry.at, "entry": entry}


@dataclass(frozen=True, slots=True)
class EndTable:
    """A table's game has ended."""

    table: str
    at: float


@dataclass(frozen=True, slots=True)
class SetMark:
    """A table is marked as old, or unmarked."""

    table: str
    mark: int | None


@dataclass(frozen=True, slots=True)
class DeleteTable:
    """A table is deleted with its log."""

    table: str


@dataclass(frozen=True, slots=True)
class SetNumber:
    """A number stored in `meta` under a key of the schema."""

    key: str
    value: int


@dataclass(frozen=True, slots=True)
class AddSeed:
    """A seed whose commitment is shown before a table uses it."""

    commitment: str
    seed: str
    made: float


@dataclass(frozen=True, slots=True)
class UseSeed:
    """A table uses a seed, which nobody can use again: ConflictError if somebody has."""

    commitment: str


@dataclass(frozen=True, slots=True)
class DropSeeds:
    """Seeds made before a time are deleted."""

    before: float


Write: TypeAlias = (
    MakeTable
    | AddEntry
    | EndTable
    | SetMark
    | DeleteTable
    | SetNumber
    | AddSeed
    | UseSeed
    | DropSeeds
)


def write_all(connection: sa.Connection, writes: Sequence[Write]) -> None:
    """Write everything, in the transaction of a connection."""
    if made := [write.row() for write in writes if isinstance(write, MakeTable)]:
        connection.execute(_INSERT_TABLES, made)
    if added := [write.row() for write in writes if isinstance(write, AddEntry)]:
        connection.execute(_INSERT_ENTRIES, added)
    for one in writes:
        if not isinstance(one, MakeTable | AddEntry):
            _write(connection, one)


def _write(connection: sa.Connection, one: Write) -> None:
    tables, seeds = schema.tables, schema.seeds
    match one:
        case EndTable():
            connection.execute(
                sa.update(tables).where(tables.c.id == one.table).values(ended=one.at)
            )
        case SetMark():
            connection.execute(
                sa.update(tables).where(tables.c.id == one.table).values(marked=one.mark)
            )
        case DeleteTable():
            # The table first: a process that is about to add an entry holds a lock on it.
            connection.execute(sa.delete(tables).where(tables.c.id == one.table))
            connection.execute(sa.delete(schema.log).where(schema.log.c.table_id == one.table))
        case SetNumber():
            schema.set_number(connection, one.key, one.value)
        case AddSeed():
            row = {"commitment": one.commitment, "seed": one.seed, "made": one.made}
            connection.execute(sa.insert(seeds).values(**row))
        case UseSeed():
            used = sa.delete(seeds).where(seeds.c.commitment == one.commitment)
            if not connection.execute(used).rowcount:
                raise ConflictError(one.commitment)
        case DropSeeds():
            connection.execute(sa.delete(seeds).where(seeds.c.made < one.before))
