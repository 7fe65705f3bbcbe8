"""Readiness is checked by writing, but not on every request."""

from __future__ import annotations

import asyncio
from pathlib import Path

from torpedo_dice.server.live.readiness import Readiness
from torpedo_dice.server.store.storage import Storage


def test_all_who_ask_at_once_share_a_write(tmp_path: Path) -> None:
    """One commit for a hundred requests."""

    async def main() -> None:
        storage = Storage(str(tmp_path / "games.sqlite"))
        readiness = Readiness(storage)
        assert await asyncio.gather(*(readiness.count_tables() for _ in range(100))) == [0] * 100
        assert await readiness.count_tables() == 0
        assert storage.commits == 1
        storage.close()

    asyncio.run(main())
