"""Readiness is checked by writing, but not on every request."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.databases import new_postgres
from torpedo_dice.server.live import readiness as readiness_module
from torpedo_dice.server.live.readiness import Readiness
from torpedo_dice.server.store.postgres import PostgresStorage
from torpedo_dice.server.store.storage import open_storage
from torpedo_dice.server.store.writes import StorageError


def test_all_who_ask_at_once_share_a_write(data: str) -> None:
    """One commit for a hundred requests."""

    async def main() -> None:
        storage = open_storage(data)
        readiness = Readiness(storage)
        assert await asyncio.gather(*(readiness.count_tables() for _ in range(100))) == [0] * 100
        assert await readiness.count_tables() == 0
        assert storage.commits == 1
        storage.close()

    asyncio.run(main())


def test_an_unreachable_database_is_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes wait for it, but the request doesn't."""
    monkeypatch.setattr(readiness_module, "_VALID_SECONDS", 0.0)
    monkeypatch.setattr(readiness_module, "_PATIENCE_SECONDS", 0.05)

    async def main() -> None:
        storage = PostgresStorage(new_postgres())
        readiness = Readiness(storage)
        storage.note_pause("test", "it is gone")
        with pytest.raises(StorageError, match="can’t be reached"):
            await readiness.count_tables()
        storage.note_pause("test", None)
        monkeypatch.setattr(storage, "_start", lambda: None)
        with pytest.raises(StorageError, match="doesn’t answer"):
            await readiness.count_tables()
        monkeypatch.undo()
        storage.close()

    asyncio.run(main())
