"""Seeds are used once, and expire."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.databases import execute, new_postgres
from torpedo_dice.record import commitment_of
from torpedo_dice.server.live import seeds as seeds_module
from torpedo_dice.server.live.seeds import Seeds, SharedSeeds
from torpedo_dice.server.store.postgres import PostgresStorage


def test_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the newest are kept."""
    monkeypatch.setattr(seeds_module, "_SEEDS_KEPT", 2)

    async def main() -> None:
        seeds = Seeds()
        first, second, third = [await seeds.draw() for _ in range(3)]
        assert await seeds.find(first) is None
        seed = await seeds.find(second)
        assert seed is not None
        assert commitment_of(bytes.fromhex(seed)) == second
        assert (seeds.use(second), seeds.expire()) == ([], [])
        assert await seeds.find(second) is None
        assert await seeds.find(third) is not None

    asyncio.run(main())


def test_in_a_shared_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process finds them, and old ones are deleted."""
    data = new_postgres()

    async def main() -> None:
        storage = PostgresStorage(data)
        commitment = await SharedSeeds(storage).draw()
        seeds = SharedSeeds(storage)
        assert await seeds.find(commitment) is not None
        await storage.written(seeds.expire())
        assert len(execute(data, "SELECT * FROM seeds")) == 1
        monkeypatch.setattr(seeds_module, "_SEED_SECONDS", -1.0)
        assert await seeds.find(commitment) is None
        await storage.written(seeds.expire())
        assert execute(data, "SELECT * FROM seeds") == []
        storage.close()

    asyncio.run(main())
