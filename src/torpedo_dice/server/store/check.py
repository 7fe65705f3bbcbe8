"""Check a database: replay every table, and report what is broken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from torpedo_dice.record import Finding, RecordError, verify
from torpedo_dice.rules import Sentence
from torpedo_dice.server.store.opening import first_line
from torpedo_dice.server.store.reading import DamagedTableError, rebuild
from torpedo_dice.server.store.transfer import StoredTable, opened, orphans


@dataclass(frozen=True, slots=True)
class Checked:
    """A table, and what is wrong with it; None if nothing is."""

    table: str
    problem: str | None


def check(data: str) -> Iterator[Checked]:
    """Check all tables of a database, one by one; StorageError if it can't be read."""
    with opened(data) as tables:
        for table in tables:
            yield Checked(table.id, _problem(table))
    for name in orphans(data):
        yield Checked(name, Sentence("it has a log, but there’s no such table"))


def _problem(table: StoredTable) -> str | None:
    for expected, entry in enumerate(table.log, 1):
        if entry.number != expected:
            return Sentence("entry {number} of its log is missing", number=expected)
    try:
        texts = [entry.entry for entry in table.log]
        rebuilt, _ = rebuild(table.id, table.made, table.setting, texts)
        record = rebuilt.record() if rebuilt.is_over else None
    except DamagedTableError as error:
        return Sentence("it can’t be replayed: {why}", why=first_line(error.__cause__ or error))
    if rebuilt.is_over != (table.ended is not None):
        return Sentence("whether its game is over is stored wrongly")
    try:
        if record is not None:
            verify(record)
    except (Finding, RecordError) as error:
        return Sentence("its record is invalid: {why}", why=error.args[0])
    return None
