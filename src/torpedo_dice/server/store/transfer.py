"""Copy all games from one database to another, or to and from a file of JSON lines.

Tables and logs are passed on as they are stored, even damaged ones. A copy is complete or absent:
it is read from one snapshot, and written in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from torpedo_dice.rules import Sentence
from torpedo_dice.server.store import schema
from torpedo_dice.server.store.address import shown
from torpedo_dice.server.store.opening import first_line, open_engine, open_to_read
from torpedo_dice.server.store.writes import StorageError

FORMAT, VERSION = "torpedo-dice-tables", 1
# Tables read or written at once.
_CHUNK = 200


class StoredEntry(Struct):
    """An entry of a table's log, as it is stored."""

    number: int
    at: float
    entry: str


class StoredTable(Struct):
    """A table with its log, as it is stored."""

    id: str
    made: float
    setting: str
    ended: float | None
    log: list[StoredEntry]


class _Header(Struct, forbid_unknown_fields=True):
    """The first line of a file."""

    format: str
    version: int


class _End(Struct, forbid_unknown_fields=True):
    """The last line: a file without it is incomplete."""

    tables: int


# ------------------------------------------------------------------ databases


def copy(source: str, target: str) -> int:
    """Copy all games to an empty database; return the number of tables."""
    with opened(source) as tables:
        return _write(target, tables, must_be_empty=True)[0]


@contextmanager
def opened(data: str) -> Iterator[Iterator[StoredTable]]:
    """Open a database that stays as it is; give all of its tables from one snapshot."""
    engine = open_to_read(data)
    try:
        with engine.connect() as connection:
            _begin_snapshot(connection)
            yield _tables(connection)
    except SQLAlchemyError as error:
        raise StorageError(_cannot_use(data, error)) from None
    finally:
        engine.dispose()


def _begin_snapshot(connection: sa.Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    else:
        connection.execution_options(isolation_level="REPEATABLE READ")


def _tables(connection: sa.Connection) -> Iterator[StoredTable]:
    tables, log = schema.tables.c, schema.log.c
    last: str | None = None
    while True:
        query = sa.select(tables.id, tables.made, tables.setting, tables.ended)
        after = query if last is None else query.where(tables.id > last)
        rows = connection.execute(after.order_by(tables.id).limit(_CHUNK)).all()
        if not rows:
            return
        last = rows[-1].id
        found = {row.id: StoredTable(row.id, row.made, row.setting, row.ended, []) for row in rows}
        entries = sa.select(log.table_id, log.number, log.at, log.entry)
        named = entries.where(log.table_id.in_(found)).order_by(log.table_id, log.number)
        for row in connection.execute(named):
            found[row.table_id].log.append(StoredEntry(row.number, row.at, row.entry))
        yield from found.values()


def orphans(data: str) -> list[str]:
    """Return the tables that have a log, but don't exist."""
    log, tables = schema.log.c, schema.tables.c
    query = sa.select(log.table_id).where(log.table_id.not_in(sa.select(tables.id))).distinct()
    engine = open_to_read(data)
    try:
        with engine.connect() as connection:
            return sorted(connection.scalars(query))
    finally:
        engine.dispose()


def _write(
    target: str, tables: Iterable[StoredTable], *, must_be_empty: bool = False
) -> tuple[int, int]:
    """Write tables; return how many, and how many were already there."""
    engine = open_engine(target)
    written = known = 0
    try:
        with engine.begin() as connection:
            if must_be_empty and connection.scalar(sa.select(schema.tables.c.id).limit(1)):
                raise StorageError(Sentence("{file}: already contains games", file=shown(target)))
            source = iter(tables)
            while chunk := list(islice(source, _CHUNK)):
                there = [] if must_be_empty else _known(connection, target, chunk)
                fresh = [table for table in chunk if table.id not in there]
                _insert(connection, fresh)
                written, known = written + len(fresh), known + len(chunk) - len(fresh)
    except SQLAlchemyError as error:
        raise StorageError(_cannot_use(target, error)) from None
    finally:
        engine.dispose()
    return written, known


def _known(connection: sa.Connection, target: str, chunk: list[StoredTable]) -> list[str]:
    """Return the tables that are already there; StorageError if one is different."""
    log = schema.log.c
    query = sa.select(schema.tables.c.id).where(schema.tables.c.id.in_([t.id for t in chunk]))
    found = list(connection.scalars(query))
    for table in chunk:
        if table.id in found:
            entries = sa.select(log.entry).where(log.table_id == table.id).order_by(log.number)
            if list(connection.scalars(entries)) != [entry.entry for entry in table.log]:
                facts = {"file": shown(target), "table": table.id}
                raise StorageError(Sentence("{file}: has a different table {table!r}", **facts))
    return found


def _insert(connection: sa.Connection, tables: list[StoredTable]) -> None:
    rows: list[dict[str, Any]] = [
        {"id": table.id, "made": table.made, "setting": table.setting, "ended": table.ended}
        for table in tables
    ]
    if rows:
        connection.execute(sa.insert(schema.tables), rows)
    entries = [
        {"table_id": table.id, "number": one.number, "at": one.at, "entry": one.entry}
        for table in tables
        for one in table.log
    ]
    if entries:
        connection.execute(sa.insert(schema.log), entries)


# ------------------------------------------------------------------ files


def export(data: str, file: BinaryIO) -> int:
    """Write all games to a file, one table per line; return their number."""
    encode = msgspec.json.encode
    count = 0
    with opened(data) as tables:
        file.write(encode(_Header(FORMAT, VERSION)) + b"\n")
        for table in tables:
            file.write(encode(table) + b"\n")
            count += 1
        file.write(encode(_End(count)) + b"\n")
    return count


def import_tables(file: Path, data: str) -> tuple[int, int]:
    """Add the games of such a file; return how many, and how many were already there."""
    with file.open("rb") as lines:
        return _write(data, _parse(file, lines))


def _parse(file: Path, lines: BinaryIO) -> Iterator[StoredTable]:
    first = lines.readline()
    try:
        header = msgspec.json.decode(first, type=_Header)
    except msgspec.DecodeError:
        header = _Header("", 0)
    if header.format != FORMAT:
        raise StorageError(Sentence("{file}: isn’t an export of Torpedo Dice", file=file))
    if header.version > VERSION:
        raise StorageError(
            Sentence(
                "{file}: was written by a newer version of Torpedo Dice: please update", file=file
            )
        )
    for count, line in enumerate(lines):
        # The first table is in line 2.
        found = _decode(file, count + 2, line)
        if isinstance(found, _End):
            if found.tables == count:
                return
            break
        yield found
    raise StorageError(Sentence("{file}: is incomplete", file=file))


def _decode(file: Path, number: int, line: bytes) -> StoredTable | _End:
    try:
        if line.startswith(b'{"tables":'):
            return msgspec.json.decode(line, type=_End)
        return msgspec.json.decode(line, type=StoredTable)
    except msgspec.DecodeError as error:
        facts = {"file": file, "line": number, "why": error}
        raise StorageError(Sentence("{file}: line {line}: {why}", **facts)) from None


def _cannot_use(data: str, error: Exception) -> str:
    return Sentence("{file}: can’t be used: {why}", file=shown(data), why=first_line(error))
