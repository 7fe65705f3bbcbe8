"""The storage: group commit, and clear errors."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path

import pytest

from tests.server.table.sitting import two
from torpedo_dice.server.store import opening
from torpedo_dice.server.store import storage as storage_module
from torpedo_dice.server.store.reading import Stale
from torpedo_dice.server.store.storage import Storage
from torpedo_dice.server.store.writes import (
    AddEntry,
    DeleteTable,
    EndTable,
    MakeTable,
    SetMark,
    StorageError,
)
from torpedo_dice.server.table.log import Named


def make_table(name: str) -> MakeTable:
    """A table to be stored."""
    return MakeTable(name, 1.0, two().table.setup)


def test_writes_in_close_succession_share_a_commit(tmp_path: Path) -> None:
    """Callbacks run after it, in order, and what was written can be loaded."""

    async def main() -> None:
        storage = Storage(str(tmp_path / "games.sqlite"))
        calls: list[tuple[int, StorageError | None]] = []
        entries = [AddEntry("a", n, Named(2.0, 0, f"Ada the {n}.")) for n in (1, 2)]
        storage.write([make_table("a")], lambda error: calls.append((1, error)))
        storage.write(entries, lambda error: calls.append((2, error)))
        storage.after(lambda error: calls.append((3, error)))
        assert calls == []
        await storage.settled()
        assert calls == [(1, None), (2, None), (3, None)]
        assert storage.commits == 1
        storage.after(lambda error: calls.append((4, error)))
        assert calls[-1] == (4, None)
        loaded = storage.load("a")
        assert loaded is not None
        assert (loaded.entries, loaded.seats[0].name) == (2, "Ada the 2.")
        storage.close()

    asyncio.run(main())


def test_a_failed_commit_stores_nothing(tmp_path: Path) -> None:
    """Everything in it fails together; the next one works."""

    async def main() -> None:
        storage = Storage(str(tmp_path / "games.sqlite"))
        await storage.written([make_table("a")])
        with pytest.raises(StorageError):
            await storage.written([make_table("b"), make_table("a")])
        assert storage.load("b") is None
        await storage.written([make_table("b")])
        assert storage.count() == 2
        storage.close()

    asyncio.run(main())


def test_ended_tables_are_never_stale(tmp_path: Path) -> None:
    """Unfinished ones are, and can be deleted."""

    async def main() -> None:
        storage = Storage(str(tmp_path / "games.sqlite"))
        await storage.written([make_table("a"), make_table("b"), EndTable("b", 5.0)])
        assert storage.stale(0.5, 0) == Stale([], [], [])
        assert storage.stale(2.0, 0) == Stale(["a"], [], [])
        await storage.written([SetMark("a", 5)])
        assert storage.stale(2.0, 4) == Stale([], [], [])
        assert storage.stale(2.0, 5) == Stale([], ["a"], [])
        assert storage.stale(0.5, 5) == Stale([], [], ["a"])
        await storage.written([DeleteTable("a")])
        assert storage.count() == 1
        storage.close()

    asyncio.run(main())


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """It is named, and left alone."""
    data = tmp_path / "notes.txt"
    data.write_text("not a database at all" * 100)
    with pytest.raises(StorageError, match=r"notes\.txt: can’t be used"):
        Storage(str(data))
    assert data.read_text().startswith("not a database")


def test_a_foreign_lock_does_not_hold_up_the_loop(tmp_path: Path) -> None:
    """Another program locks the file: the loop runs on, and the write happens afterwards."""
    data = tmp_path / "games.sqlite"

    async def main() -> None:
        storage = Storage(str(data))
        other = sqlite3.connect(data, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        write = asyncio.create_task(storage.written([make_table("a")]))
        slowest = 0.0
        for _ in range(30):
            before = time.monotonic()
            await asyncio.sleep(0.01)
            slowest = max(slowest, time.monotonic() - before)
        assert slowest < 2.0
        assert not write.done()
        later = asyncio.create_task(storage.written([make_table("b")]))
        other.execute("COMMIT")
        other.close()
        await asyncio.gather(write, later)
        assert storage.count() == 2
        assert storage.commits == 1
        storage.close()

    asyncio.run(main())


def test_a_lock_that_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while the write fails, and so does the last one when the storage is closed."""
    monkeypatch.setattr(storage_module, "_LOCKED_SECONDS", 0.1)
    monkeypatch.setattr(opening, "BUSY_MILLISECONDS", 50)
    data = tmp_path / "games.sqlite"

    async def main() -> None:
        storage = Storage(str(data))
        other = sqlite3.connect(data, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="locked"):
            await storage.written([make_table("a")])
        errors: list[StorageError | None] = []
        storage.write([make_table("a")], errors.append)
        storage.close()
        assert [str(error) for error in errors] == ["(sqlite3.OperationalError) database is locked"]
        other.close()

    asyncio.run(main())
