"""Seeds whose commitments have been shown, but which no table uses yet.

A single server keeps them in memory. Servers that share a database store them there, because the
table may be made at another process.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

from torpedo_dice.record import commitment_of
from torpedo_dice.server.store.postgres import PostgresStorage
from torpedo_dice.server.store.writes import AddSeed, DropSeeds, UseSeed, Write
from torpedo_dice.server.table.setup import new_seed

_SEEDS_KEPT = 10_000
_SEED_SECONDS = 600.0


class Seeds:
    """The seeds of a single server."""

    def __init__(self) -> None:
        self._seeds: OrderedDict[str, tuple[str, float]] = OrderedDict()

    async def draw(self) -> str:
        """Draw a seed; return its commitment."""
        now = time.monotonic()
        while self._seeds and (
            len(self._seeds) >= _SEEDS_KEPT or next(iter(self._seeds.values()))[1] < now
        ):
            self._seeds.popitem(last=False)
        seed, commitment = _draw()
        self._seeds[commitment] = (seed, now + _SEED_SECONDS)
        return commitment

    async def find(self, commitment: str) -> str | None:
        """Return the seed of a commitment; None if it has expired or is used."""
        kept = self._seeds.get(commitment)
        return None if kept is None or kept[1] < time.monotonic() else kept[0]

    def use(self, commitment: str) -> list[Write]:
        """Use a seed, which nobody can use again; return what has to be written with the table."""
        self._seeds.pop(commitment, None)
        return []

    def expire(self) -> list[Write]:
        """Return what has to be written now and then to delete old seeds."""
        return []


class SharedSeeds(Seeds):
    """The seeds of servers that share a database."""

    def __init__(self, storage: PostgresStorage) -> None:
        super().__init__()
        self._storage = storage

    async def draw(self) -> str:
        """Draw a seed; return its commitment."""
        seed, commitment = _draw()
        await self._storage.written([AddSeed(commitment, seed, time.time())])
        return commitment

    async def find(self, commitment: str) -> str | None:
        """Return the seed of a commitment; None if it has expired or is used."""
        since = time.time() - _SEED_SECONDS
        return await asyncio.to_thread(self._storage.seed_of, commitment, since)

    def use(self, commitment: str) -> list[Write]:
        """Use a seed; the write fails if another table has used it in the meantime."""
        return [UseSeed(commitment)]

    def expire(self) -> list[Write]:
        """Return what has to be written now and then to delete old seeds."""
        return [DropSeeds(time.time() - _SEED_SECONDS)]


def _draw() -> tuple[str, str]:
    seed = new_seed()
    return seed, commitment_of(bytes.fromhex(seed))
