"""Requests about a table that don't come through its WebSocket: seats, devices, rematches.

Each is a step that checks the table and adds an entry to its log. If another process has added one
in the meantime, the step is repeated on the new state.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import msgspec

from torpedo_dice.record import SCHEME_1, SCHEME_2
from torpedo_dice.rules import Seat, Sentence
from torpedo_dice.server.live.refusal import RequestRefused
from torpedo_dice.server.live.room import Room
from torpedo_dice.server.messages.names import MalformedNameError, checked_name
from torpedo_dice.server.messages.rest import DeviceInfo, TakeSeat
from torpedo_dice.server.metrics import Metrics
from torpedo_dice.server.store.storage import Storage
from torpedo_dice.server.store.writes import ConflictError, MakeTable
from torpedo_dice.server.table.devices import MAX_DEVICES, MAX_TOKENS
from torpedo_dice.server.table.keys import hash_of, new_secret, new_table_id
from torpedo_dice.server.table.log import Declined, RematchMade, Sat, TokenMade, TokenUsed
from torpedo_dice.server.table.setup import SeatSetup, TableSetup, new_nonce, new_seed
from torpedo_dice.server.table.table import Table

T = TypeVar("T")


class TableRequests:
    """The requests that a lobby fulfils."""

    metrics: Metrics
    storage: Storage

    async def find(self, table: str) -> Room:
        """Return a table; RequestRefused if there is none, or if its data is damaged."""
        raise NotImplementedError

    async def _change(self, room: Room, step: Callable[[], T]) -> T:
        """Take a step that changes a table, and wait for its commit."""
        while True:
            await room.until_free()
            result = step()
            try:
                await self.storage.settled(room.table.id)
            except ConflictError:
                continue
            return result

    # ------------------------------------------------------------------ seats

    async def sit(self, room: Room, body: TakeSeat) -> tuple[Seat, str]:
        """Take an open seat; return it with its secret."""
        secret = new_secret()

        def step() -> Seat:
            open_seats = room.table.open_seats()
            seat = body.seat if body.seat is not None else next(iter(open_seats), None)
            if seat is None or seat not in open_seats:
                raise RequestRefused(409, "no_open_seat", Sentence("that seat isn’t open"))
            name = checked_name(body.name, room.table.names_beside(seat))
            if room.table.setup.scheme == SCHEME_1:
                entry = Sat(time.time(), seat, name, hash_of(secret), nonce=new_nonce())
            else:
                entry = Sat(time.time(), seat, name, hash_of(secret), body.nonce_commitment)
            room.do(entry)
            room.send_presence()
            return seat

        return await self._change(room, step), secret

    def seat_of(self, room: Room, secret: str) -> Seat:
        """Return the seat that a secret opens; RequestRefused if there is none."""
        seats = room.table.seats_of([hash_of(secret)])
        if not seats:
            raise RequestRefused(
                403, "not_yours", Sentence("that secret doesn’t belong to a seat at this table")
            )
        return seats[0]

    # ------------------------------------------------------------------ devices

    async def hand_over(self, room: Room, secret: str) -> str:
        """Issue a one-time token that opens a seat on another device."""
        token = f"{room.table.id}.{new_secret()}"

        def step() -> None:
            seat = self.seat_of(room, secret)
            _check_devices(room.table, seat)
            if room.tokens.count(seat) >= MAX_TOKENS:
                why = Sentence("too many unused links: use one of those first")
                raise RequestRefused(409, "too_many_tokens", why)
            room.do(TokenMade(time.time(), seat, hash_of(token)))
            room.tokens.note()

        await self._change(room, step)
        return token

    async def take_over(self, token: str, label: str = "") -> tuple[Table, Seat, str]:
        """Redeem such a token; return the table, the seat and a secret for it.

        `label` is what the device calls itself.
        """
        if not label.isprintable():
            raise MalformedNameError(Sentence("a label must have only printable characters"))
        room = await self.find(token.partition(".")[0])
        token_hash, secret = hash_of(token), new_secret()

        def step() -> Seat:
            seat = room.tokens.seat_of(token_hash)
            if seat is None:
                why = Sentence("that link is invalid, expired or already used")
                raise RequestRefused(403, "no_such_token", why)
            _check_devices(room.table, seat)
            room.do(TokenUsed(time.time(), seat, token_hash, hash_of(secret), label))
            return seat

        seat = await self._change(room, step)
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

        def step() -> None:
            seat = self.seat_of(room, secret)
            found = [one for one in room.table.devices.of(seat) if one.number == number]
            if not found:
                why = Sentence("there’s no such device at this seat")
                raise RequestRefused(404, "no_such_device", why)
            if found[0].hash == hash_of(secret):
                raise RequestRefused(409, "this_device", Sentence("a device can’t remove itself"))
            room.revoke(seat, found[0].hash)

        await self._change(room, step)

    # ------------------------------------------------------------------ rematch

    async def rematch(self, room: Room, secret: str) -> tuple[str, list[Seat]]:
        """Create a table for the same players; every secret opens the same seat there.

        The players commit to new nonces when they join.
        """

        def step() -> list[Seat]:
            table = room.table
            self.seat_of(room, secret)
            if not table.is_over:
                why = Sentence("you can ask for a rematch once the game is over")
                raise RequestRefused(409, "not_over", why)
            own = table.seats_of([hash_of(secret)])
            if table.rematch is None:
                setup = _rematch_setup(table)
                new = Table(new_table_id(), setup, time.time())
                made = RematchMade(new.made, new.id, own[0])
                room.do(made, MakeTable(new.id, new.made, setup))
                self.metrics.tables_made.inc()
            return own

        own = await self._change(room, step)
        return str(room.table.rematch), own

    async def decline(self, room: Room, secret: str) -> None:
        """Decline a rematch; players waiting at its table are notified."""
        self.seat_of(room, secret)
        if room.table.rematch is None:
            why = Sentence("nobody has asked for a rematch")
            raise RequestRefused(409, "no_rematch", why)
        other = await self.find(room.table.rematch)

        def step() -> None:
            for seat in other.table.seats_of([hash_of(secret)]):
                if other.table.journal is None and not other.table.seats[seat].declined:
                    other.do(Declined(time.time(), seat))

        await self._change(other, step)


def _check_devices(table: Table, seat: Seat) -> None:
    if len(table.devices.of(seat)) >= MAX_DEVICES:
        why = Sentence("this seat is open on {most} devices: remove one first", most=MAX_DEVICES)
        raise RequestRefused(409, "too_many_devices", why)


def _rematch_setup(table: Table) -> TableSetup:
    seats = tuple(
        SeatSetup(state.kind, state.name, state.bot, hashes=tuple(state.hashes))
        for state in table.seats
    )
    fresh = {"seats": seats, "seed": new_seed(), "whims": new_nonce(), "scheme": SCHEME_2}
    return msgspec.structs.replace(table.setup, **fresh)
