"""The lobby: all tables of a server.

It creates tables, loads them on first use, unloads them when nobody is connected, and deletes old
unfinished ones.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

import msgspec

from torpedo_dice.record import SCHEME_1, SCHEME_2, commitment_of
from torpedo_dice.rules import Seat, Sentence
from torpedo_dice.server.config import Config
from torpedo_dice.server.live.readiness import Readiness
from torpedo_dice.server.live.room import STORAGE_FAILED, Room
from torpedo_dice.server.live.sweeper import Sweeper
from torpedo_dice.server.live.thinking import Thinking
from torpedo_dice.server.logs import logger
from torpedo_dice.server.memory import trim_memory
from torpedo_dice.server.messages.names import MalformedNameError, checked_name
from torpedo_dice.server.messages.rest import DeviceInfo, HumanSeat, NewTable, TakeSeat
from torpedo_dice.server.metrics import Metrics
from torpedo_dice.server.rate_limit import Buckets
from torpedo_dice.server.store.reading import DamagedTableError
from torpedo_dice.server.store.storage import Storage
from torpedo_dice.server.store.writes import MakeTable
from torpedo_dice.server.table.devices import MAX_DEVICES, MAX_TOKENS
from torpedo_dice.server.table.keys import hash_of, is_table_id, new_secret, new_table_id
from torpedo_dice.server.table.log import Declined, RematchMade, Sat, TokenMade, TokenUsed
from torpedo_dice.server.table.setup import SeatSetup, TableSetup, new_nonce, new_seed, setup_of
from torpedo_dice.server.table.table import Table

_SWEEP_SECONDS = 60.0
_SWEEP_MEMORY_SECONDS = 10.0
# Maximum number of tables without connections in memory.
_IDLE_TABLES_KEPT = 400
# Seeds whose commitments have been shown, but which no table uses yet.
_SEEDS_KEPT = 10_000
_SEED_SECONDS = 600.0


class RequestRefused(Exception):  # noqa: N818  # it is an answer, not a fault
    """A rejected request: the HTTP status, a code and a message."""

    def __init__(self, status: int, code: str, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.code = code
        self.why = why


class Lobby:
    """All tables of a server."""

    def __init__(self, config: Config, storage: Storage) -> None:
        self.config = config
        self.storage = storage
        self.metrics = Metrics()
        self.rooms: dict[str, Room] = {}
        self._thinking = Thinking()
        # Tables that cannot be loaded; each is logged once.
        self._damaged: set[str] = set()
        self._crowded_above = _IDLE_TABLES_KEPT
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._seeds: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self.readiness = Readiness(storage)
        limits = config.limits
        self._reactions = Buckets(limits.reactions, limits.reactions_at_once)
        self._storage_sweeper = Sweeper(config, storage)
        self._sweeper: asyncio.Task[None] | None = None
        add_gauge = self.metrics.add_gauge
        add_gauge("tables_open", "Tables in memory", lambda: len(self.rooms))
        add_gauge("connections", "Connections to tables", self._count_connections)
        add_gauge("commits", "Transactions committed", lambda: storage.commits)

    def _count_connections(self) -> int:
        return sum(len(room.clients) for room in self.rooms.values())

    def start(self) -> None:
        """Start the sweeper, in the running event loop."""
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep_forever())

    def close(self) -> None:
        """Stop everything and close the storage."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        for room in self.rooms.values():
            room.close()
        self._thinking.close()
        self.storage.close()

    # ------------------------------------------------------------------ finding

    async def find(self, table: str) -> Room:
        """Return a table; RequestRefused if there is none, or if its data is damaged."""
        room = self.rooms.get(table)
        if room is None and is_table_id(table):
            room = await self._load(table)
        if room is None:
            raise RequestRefused(
                404, "no_such_table", Sentence("there’s no table {table!r}", table=table[:32])
            )
        room.used_at = time.monotonic()
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
        await self.storage.settled()
        try:
            found = await asyncio.to_thread(self.storage.load, table)
        except DamagedTableError as error:
            logger.error("damaged_table", exc_info=error.__cause__, extra={"table": table})
            self._damaged.add(table)
            raise _damaged(table) from None
        return None if found is None else self.rooms.get(table) or self._open(found)

    def _open(self, table: Table) -> Room:
        room = Room(
            table, self.storage, self._thinking, self.metrics, self._lose, self._reactions.take
        )
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

    def commitment(self) -> str:
        """Draw a seed for a table that has yet to be created; return its commitment."""
        now = time.monotonic()
        while self._seeds and (
            len(self._seeds) >= _SEEDS_KEPT or next(iter(self._seeds.values()))[1] < now
        ):
            self._seeds.popitem(last=False)
        seed = new_seed()
        commitment = commitment_of(bytes.fromhex(seed))
        self._seeds[commitment] = (seed, now + _SEED_SECONDS)
        return commitment

    async def make(self, body: NewTable) -> tuple[Table, dict[Seat, str]]:
        """Create a table; return it with the secrets of the creator's seats."""
        secrets = {n: new_secret() for n, s in enumerate(body.seats) if isinstance(s, HumanSeat)}
        hashes = {seat: hash_of(secret) for seat, secret in secrets.items()}
        seed = self._seed_for(body.commitment)
        setup = setup_of(body, seed=seed, patience=self.config.patience, hashes=hashes)
        # A seed is used once.
        self._seeds.pop(setup.commitment, None)
        table = Table(new_table_id(), setup, time.time())
        await self.storage.written([MakeTable(table.id, table.made, setup)])
        self._open(table)
        self.metrics.tables_made.inc()
        facts = {"table": table.id, "mode": setup.mode, "seats": len(setup.seats)}
        logger.info("table_made", extra=facts)
        return table, secrets

    def _seed_for(self, commitment: str | None) -> str:
        if commitment is None:
            return new_seed()
        kept = self._seeds.get(commitment)
        if kept is None or kept[1] < time.monotonic():
            raise RequestRefused(
                409,
                "no_such_commitment",
                Sentence("that commitment has expired: request a new one"),
            )
        return kept[0]

    async def sit(self, room: Room, body: TakeSeat) -> tuple[Seat, str]:
        """Take an open seat; return it with its secret."""
        open_seats = room.table.open_seats()
        seat = body.seat if body.seat is not None else next(iter(open_seats), None)
        if seat is None or seat not in open_seats:
            raise RequestRefused(409, "no_open_seat", Sentence("that seat isn’t open"))
        secret = new_secret()
        name = checked_name(body.name, room.table.names_beside(seat))
        if room.table.setup.scheme == SCHEME_1:
            entry = Sat(time.time(), seat, name, hash_of(secret), nonce=new_nonce())
        else:
            entry = Sat(time.time(), seat, name, hash_of(secret), body.nonce_commitment)
        room.do(entry)
        room.send_presence()
        await self.storage.settled()
        return seat, secret

    # ------------------------------------------------------------------ devices, rematch

    def seat_of(self, room: Room, secret: str) -> Seat:
        """Return the seat that a secret opens; RequestRefused if there is none."""
        seats = room.table.seats_of([hash_of(secret)])
        if not seats:
            raise RequestRefused(
                403, "not_yours", Sentence("that secret doesn’t belong to a seat at this table")
            )
        return seats[0]

    async def hand_over(self, room: Room, secret: str) -> str:
        """Issue a one-time token that opens a seat on another device."""
        seat = self.seat_of(room, secret)
        _check_devices(room.table, seat)
        if room.tokens.count(seat) >= MAX_TOKENS:
            raise RequestRefused(
                409, "too_many_tokens", Sentence("too many unused links: use one of those first")
            )
        token = f"{room.table.id}.{new_secret()}"
        room.do(TokenMade(time.time(), seat, hash_of(token)))
        room.tokens.note()
        await self.storage.settled()
        return token

    async def take_over(self, token: str, label: str = "") -> tuple[Table, Seat, str]:
        """Redeem such a token; return the table, the seat and a secret for it.

        `label` is what the device calls itself.
        """
        if not label.isprintable():
            raise MalformedNameError(Sentence("a label must have only printable characters"))
        room = await self.find(token.partition(".")[0])
        token_hash = hash_of(token)
        seat = room.tokens.seat_of(token_hash)
        if seat is None:
            raise RequestRefused(
                403,
                "no_such_token",
                Sentence("that link is invalid, expired or already used"),
            )
        _check_devices(room.table, seat)
        secret = new_secret()
        room.do(TokenUsed(time.time(), seat, token_hash, hash_of(secret), label))
        await self.storage.settled()
        return room.table, seat, secret

    def devices(self, room: Room, secret: str) -> list[DeviceInfo]:
        """Return the devices that hold the seat of this secret."""
        seat = self.seat_of(room, secret)
        own = hash_of(secret)
        return [
            DeviceInfo(
                device=device.number,
                label=device.label,
                since=device.since,
                connected=room.is_connected(device.hash),
                this=device.hash == own,
            )
            for device in room.table.devices.of(seat)
        ]

    async def revoke(self, room: Room, secret: str, number: int) -> None:
        """Take the seat of this secret away from another device."""
        seat = self.seat_of(room, secret)
        found = [one for one in room.table.devices.of(seat) if one.number == number]
        if not found:
            why = Sentence("there’s no such device at this seat")
            raise RequestRefused(404, "no_such_device", why)
        if found[0].hash == hash_of(secret):
            raise RequestRefused(409, "this_device", Sentence("a device can’t remove itself"))
        room.revoke(seat, found[0].hash)
        await self.storage.settled()

    async def rematch(self, room: Room, secret: str) -> tuple[str, list[Seat]]:
        """Create a table for the same players; every secret opens the same seat there.

        The players commit to new nonces when they join.
        """
        table = room.table
        self.seat_of(room, secret)
        if not table.is_over:
            raise RequestRefused(
                409, "not_over", Sentence("you can ask for a rematch once the game is over")
            )
        own = table.seats_of([hash_of(secret)])
        if table.rematch is None:
            setup = _rematch_setup(table)
            new = Table(new_table_id(), setup, time.time())
            made = RematchMade(new.made, new.id, own[0])
            room.do(made, MakeTable(new.id, new.made, setup))
            self.metrics.tables_made.inc()
        await self.storage.settled()
        return str(table.rematch), own

    async def decline(self, room: Room, secret: str) -> None:
        """Decline a rematch; players waiting at its table are notified."""
        self.seat_of(room, secret)
        if room.table.rematch is None:
            why = Sentence("nobody has asked for a rematch")
            raise RequestRefused(409, "no_rematch", why)
        other = await self.find(room.table.rematch)
        for seat in other.table.seats_of([hash_of(secret)]):
            if other.table.journal is None and not other.table.seats[seat].declined:
                other.do(Declined(time.time(), seat))
        await self.storage.settled()

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
        return len(await self._storage_sweeper.sweep(self.rooms))


def _check_devices(table: Table, seat: Seat) -> None:
    if len(table.devices.of(seat)) >= MAX_DEVICES:
        why = Sentence("this seat is open on {most} devices: remove one first", most=MAX_DEVICES)
        raise RequestRefused(409, "too_many_devices", why)


def _damaged(table: str) -> RequestRefused:
    why = Sentence("table {table!r} is damaged: see the server’s log", table=table)
    return RequestRefused(500, "damaged_table", why)


def _rematch_setup(table: Table) -> TableSetup:
    seats = tuple(
        SeatSetup(state.kind, state.name, state.bot, hashes=tuple(state.hashes))
        for state in table.seats
    )
    fresh = {"seats": seats, "seed": new_seed(), "whims": new_nonce(), "scheme": SCHEME_2}
    return msgspec.structs.replace(table.setup, **fresh)
