"""The lobby: all tables of a server.

It creates tables, loads them on first use, unloads them when nobody is connected, and deletes old
unfinished ones. If other processes share the database, it keeps the tables in use up to date.
"""

from __future__ import annotations

import asyncio
import time

from torpedo_dice.rules import Seat, Sentence
from torpedo_dice.server.config import Config
from torpedo_dice.server.live.follower import Follower
from torpedo_dice.server.live.peers import Peers
from torpedo_dice.server.live.readiness import Readiness
from torpedo_dice.server.live.refusal import RequestRefused
from torpedo_dice.server.live.requests import TableRequests
from torpedo_dice.server.live.room import Room
from torpedo_dice.server.live.room_tools import STORAGE_FAILED, RoomTools
from torpedo_dice.server.live.seeds import Seeds, SharedSeeds
from torpedo_dice.server.live.sweeper import Sweeper
from torpedo_dice.server.live.thinking import Thinking
from torpedo_dice.server.logs import logger
from torpedo_dice.server.memory import trim_memory
from torpedo_dice.server.messages.rest import HumanSeat, NewTable
from torpedo_dice.server.metrics import Metrics
from torpedo_dice.server.rate_limit import Buckets
from torpedo_dice.server.store.postgres import PostgresStorage
from torpedo_dice.server.store.reading import DamagedTableError
from torpedo_dice.server.store.storage import Storage
from torpedo_dice.server.store.writes import ConflictError, MakeTable
from torpedo_dice.server.table.keys import hash_of, is_table_id, new_secret, new_table_id
from torpedo_dice.server.table.setup import PlayedOn, new_seed, setup_of
from torpedo_dice.server.table.table import Table

_SWEEP_SECONDS = 60.0
_SWEEP_MEMORY_SECONDS = 10.0
# Maximum number of tables without connections in memory.
_IDLE_TABLES_KEPT = 400
_EXPIRED = Sentence("that commitment has expired: request a new one")


class Lobby(TableRequests):
    """All tables of a server."""

    def __init__(self, config: Config, storage: Storage) -> None:
        self.config = config
        self.storage = storage
        self.metrics = Metrics()
        self.rooms: dict[str, Room] = {}
        self.thinking = Thinking()
        # Tables that cannot be loaded; each is logged once.
        self._damaged: set[str] = set()
        self._crowded_above = _IDLE_TABLES_KEPT
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self.readiness = Readiness(storage)
        limits = config.limits
        self.new_tables = Buckets(limits.tables_an_hour / 3600, limits.tables_an_hour)
        self._reactions = Buckets(limits.reactions, limits.reactions_at_once)
        self._storage_sweeper = Sweeper(config, storage)
        self._sweeper: asyncio.Task[None] | None = None
        self._seeds = Seeds()
        self._follower: Follower | None = None
        self._peers: Peers | None = None
        if isinstance(storage, PostgresStorage):
            self._share(storage)
        self._tools = RoomTools(
            storage=storage,
            thinking=self.thinking,
            metrics=self.metrics,
            lost=self._lose,
            may_react=self._reactions.take,
            follow=self._follow,
            peers=self._peers,
        )
        add_gauge = self.metrics.add_gauge
        add_gauge("tables_open", "Tables in memory", lambda: len(self.rooms))
        add_gauge("connections", "Connections to tables", self._count_connections)
        add_gauge("commits", "Transactions committed", lambda: storage.commits)

    def _share(self, storage: PostgresStorage) -> None:
        """Work together with other processes on the same database."""
        self._seeds = SharedSeeds(storage)
        self._follower = Follower(storage, self.rooms)
        self._peers = Peers(storage, self.rooms, self._follower.follow, self.new_tables.spend)
        storage.on_pause = self._pause
        add_gauge = self.metrics.add_gauge
        add_gauge(
            "conflicts", "Entries that another process wrote first", lambda: storage.conflicts
        )
        add_gauge(
            "storage_paused", "Whether the database is unreachable", lambda: storage.is_paused
        )

    def _follow(self, table: str) -> None:
        if self._follower is not None:
            self._follower.follow([table])

    def _pause(self, is_paused: bool) -> None:  # noqa: FBT001  # the form that the storage calls
        for room in list(self.rooms.values()):
            room.pause() if is_paused else room.resume()

    def _count_connections(self) -> int:
        return sum(len(room.clients) for room in self.rooms.values())

    def start(self) -> None:
        """Start the sweeper, in the running event loop."""
        if self._peers is not None:
            self._peers.start()
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep_forever())

    def close(self) -> None:
        """Stop everything and close the storage."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        if self._follower is not None:
            self._follower.close()
        for room in self.rooms.values():
            room.close()
        self.thinking.close()
        if self._peers is not None:
            self._peers.close()
        self.storage.close()

    # ------------------------------------------------------------------ finding

    async def find(self, table: str) -> Room:
        """Return a table; RequestRefused if there is none, or if its data is damaged.

        If others write to the database, it is up to date: a client that comes from another process
        must find what it was told there.
        """
        room = await self._find(table)
        if self._follower is not None:
            await self._follower.caught_up(table)
            # It may have been unloaded in the meantime.
            while self.rooms.get(table) is not room:
                room = await self._find(table)
                await self._follower.caught_up(table)
        room.used_at = time.monotonic()
        return room

    async def _find(self, table: str) -> Room:
        room = self.rooms.get(table)
        if room is None and is_table_id(table):
            room = await self._load(table)
        if room is None:
            raise RequestRefused(
                404, "no_such_table", Sentence("there’s no table {table!r}", table=table[:32])
            )
        return room

    async def _load(self, table: str) -> Room | None:
        # Concurrent requests for the same table share one load.
        if table not in self._loading:
            task = self._loading[table] = asyncio.create_task(self._read(table))
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _read(self, table: str) -> Room | None:
        if table in self._damaged:
            raise _damaged(table)
        await self.storage.settled(table)
        try:
            found = await asyncio.to_thread(self.storage.load, table)
        except DamagedTableError as error:
            logger.error("damaged_table", exc_info=error.__cause__, extra={"table": table})
            self._damaged.add(table)
            raise _damaged(table) from None
        return None if found is None else self.rooms.get(table) or self._open(found)

    def _open(self, table: Table) -> Room:
        room = Room(table, self._tools)
        self.rooms[table.id] = room
        room.open()
        if len(self.rooms) > self._crowded_above:
            self._unload_surplus()
        return room

    def _unload_surplus(self) -> None:
        """Unload all but the most recently used tables that nobody is connected to."""
        idle = [room for room in self.rooms.values() if not room.clients]
        idle.sort(key=lambda room: room.used_at)
        for room in idle[: -_IDLE_TABLES_KEPT // 2]:
            self._unload(room)
        # If many are in use, don't search them again for every table that is opened.
        self._crowded_above = len(self.rooms) + _IDLE_TABLES_KEPT // 2

    def _unload(self, room: Room) -> None:
        room.close()
        del self.rooms[room.table.id]

    def _lose(self, room: Room) -> None:
        """Unload a table whose last entries could not be stored; the next use loads it again."""
        if self.rooms.get(room.table.id) is room:
            del self.rooms[room.table.id]
            logger.warning("storage_failed", extra={"table": room.table.id})
            room.close()
            for client in list(room.clients):
                client.drop(*STORAGE_FAILED)

    # ------------------------------------------------------------------ making

    async def commitment(self) -> str:
        """Draw a seed for a table that has yet to be created; return its commitment."""
        self.storage.check_reachable()
        return await self._seeds.draw()

    async def make(
        self, body: NewTable, played_on: PlayedOn | None = None
    ) -> tuple[Table, dict[Seat, str]]:
        """Create a table, possibly from a position of another game.

        It is returned with the secrets of the creator's seats.
        """
        self.storage.check_reachable()
        secrets = {n: new_secret() for n, s in enumerate(body.seats) if isinstance(s, HumanSeat)}
        hashes = {seat: hash_of(secret) for seat, secret in secrets.items()}
        shown = body.commitment
        seed = new_seed() if shown is None else await self._seeds.find(shown)
        if seed is None:
            raise RequestRefused(409, "no_such_commitment", _EXPIRED)
        setup = setup_of(
            body, seed=seed, patience=self.config.patience, hashes=hashes, played_on=played_on
        )
        table = Table(new_table_id(), setup, time.time())
        # A seed is used once.
        used = [] if shown is None else self._seeds.use(shown)
        try:
            await self.storage.written([MakeTable(table.id, table.made, setup), *used])
        except ConflictError:
            raise RequestRefused(409, "no_such_commitment", _EXPIRED) from None
        self._open(table)
        self.metrics.tables_made.inc()
        facts = {"table": table.id, "mode": setup.mode, "seats": len(setup.seats)}
        logger.info("table_made", extra=facts)
        return table, secrets

    def count_table(self, client: str) -> bool:
        """Count a table that a client wants to make; False if it has made too many."""
        if not self.new_tables.take(client):
            return False
        if self._peers is not None:
            self._peers.made(client)
        return True

    # ------------------------------------------------------------------ sweeping

    async def _sweep_forever(self) -> None:
        due = time.monotonic()
        while True:
            try:
                self.sweep_memory()
                if time.monotonic() >= due:
                    due = time.monotonic() + _SWEEP_SECONDS
                    await self.sweep_storage()
            except Exception as error:  # noqa: BLE001  # the next sweep may work
                logger.warning("sweep_failed", extra={"reason": type(error).__name__})
            await asyncio.sleep(_SWEEP_MEMORY_SECONDS)

    def sweep_memory(self) -> None:
        """Unload tables that nobody is using; unfinished ones only after a while."""
        old = time.monotonic() - self.config.idle
        for room in list(self.rooms.values()):
            if not room.clients and (room.table.is_over or room.used_at < old):
                self._unload(room)
        trim_memory()

    async def sweep_storage(self) -> int:
        """Mark old unfinished tables and delete those marked long ago; return how many."""
        used = set(self.rooms)
        if self._peers is not None:
            if not self._peers.is_first:
                self._storage_sweeper.skip()
                return 0
            used |= self._peers.tables_elsewhere()
        return len(await self._storage_sweeper.sweep(used, self._seeds.expire()))


def _damaged(table: str) -> RequestRefused:
    why = Sentence("table {table!r} is damaged: see the server’s log", table=table)
    return RequestRefused(500, "damaged_table", why)
