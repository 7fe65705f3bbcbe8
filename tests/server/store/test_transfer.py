"""All games are copied between databases and files, as they are, or not at all."""

from __future__ import annotations

import asyncio
import io
import itertools
from pathlib import Path

import pytest

from tests.server.databases import KINDS, execute, new_data
from tests.server.store.test_storage import make_table
from torpedo_dice.server.store.storage import open_storage
from torpedo_dice.server.store.transfer import copy, export, import_tables
from torpedo_dice.server.store.writes import AddEntry, EndTable, StorageError
from torpedo_dice.server.table.log import Named


def fill(data: str, *names: str) -> None:
    """Store some tables with three entries each; the first game is over."""

    async def main() -> None:
        storage = open_storage(data)
        for name in names:
            entries = [AddEntry(name, n, Named(n + 0.1, 0, f"Ada \\ {n}")) for n in (1, 2, 3)]
            await storage.written([make_table(name), *entries])
        await storage.written([EndTable(names[0], 9.25)])
        storage.close()

    asyncio.run(main())


def content(data: str) -> list[object]:
    """Return everything that counts."""
    tables = execute(data, "SELECT id, made, setting, ended FROM tables ORDER BY id")
    return [tables, execute(data, "SELECT * FROM log ORDER BY table_id, number")]


@pytest.mark.parametrize(("source", "target"), list(itertools.product(KINDS, KINDS)))
def test_a_copy_is_equal(tmp_path: Path, source: str, target: str) -> None:
    """From each kind of database to each, with more tables than are read at once."""
    (tmp_path / "to").mkdir()
    old, new = new_data(source, tmp_path), new_data(target, tmp_path / "to")
    fill(old, *(f"t{number:03}" for number in range(205)))
    assert copy(old, new) == 205
    assert content(new) == content(old)
    with pytest.raises(StorageError, match="already contains games"):
        copy(old, new)
    assert content(new) == content(old)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_can_be_added_to_other_games(tmp_path: Path, kind: str) -> None:
    """Tables that are already there are skipped; if one differs, nothing is added."""
    old, file = str(tmp_path / "old.sqlite"), tmp_path / "games.ndjson"
    fill(old, "a", "b")
    # Even damaged data is passed on as it is.
    execute(old, "UPDATE log SET entry = '{' WHERE table_id = 'b' AND number = 3")
    with file.open("wb") as opened:
        assert export(old, opened) == 2
    new = new_data(kind, tmp_path)
    fill(new, "c")
    assert import_tables(file, new) == (2, 0)
    assert import_tables(file, new) == (0, 2)
    assert [row[0] for row in execute(new, "SELECT id FROM tables ORDER BY id")] == ["a", "b", "c"]
    execute(new, "DELETE FROM log WHERE table_id = 'b'")
    execute(new, "DELETE FROM tables WHERE id = 'a'")
    before = content(new)
    with pytest.raises(StorageError, match="has a different table 'b'"):
        import_tables(file, new)
    assert content(new) == before


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: text[:0], "isn’t an export"),
        (lambda text: b"[]\n" + text, "isn’t an export"),
        (lambda text: text.replace(b'"version":1', b'"version":2'), "newer version"),
        (lambda text: text.rpartition(b'{"tables"')[0], "is incomplete"),
        (lambda text: text.replace(b'"tables":1', b'"tables":2'), "is incomplete"),
        (lambda text: text.replace(b'"made":1.0', b'"made":"x"'), "line 2: Expected `float`"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, change: object, why: str) -> None:
    """In one sentence, and nothing is added."""
    assert callable(change)
    old, new, file = str(tmp_path / "a.sqlite"), str(tmp_path / "b.sqlite"), tmp_path / "file"
    fill(old, "a")
    text = io.BytesIO()
    export(old, text)
    file.write_bytes(change(text.getvalue()))
    with pytest.raises(StorageError, match=why):
        import_tables(file, new)
    assert execute(new, "SELECT * FROM tables") == []
