"""Two processes at one table: no entry is lost, none is applied twice, and nobody sees a gap."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from tests.server.databases import execute, new_postgres
from tests.server.live.lobbies import BODY, Listener, begun
from tests.server.players import Data, choose
from torpedo_dice.server.config import Config
from torpedo_dice.server.live.lobby import Lobby
from torpedo_dice.server.live.refusal import RequestRefused
from torpedo_dice.server.live.room import Room
from torpedo_dice.server.messages.commands import MoveCommand, NameCommand
from torpedo_dice.server.messages.rest import HumanSeat, NewTable, OpenSeat, TakeSeat
from torpedo_dice.server.store.storage import open_storage
from torpedo_dice.server.table.keys import hash_of


class Device(Listener):
    """A client that checks what it hears: events without gaps, one answer to each command."""

    def __init__(self, *own: int) -> None:
        super().__init__(*own)
        self.events: list[Data] = []
        self.views: dict[str, Data] = {}
        self.answers: dict[str, Data] = {}

    def send(self, *messages: bytes) -> None:
        """Process messages."""
        super().send(*messages)
        for message in map(json.loads, messages):
            if message["type"] == "answer":
                assert message["id"] not in self.answers
                self.answers[message["id"]] = message
            if message["type"] in ("welcome", "events"):
                for event in message["events"]:
                    assert event["number"] == len(self.events) + 1, "a gap, or an event twice"
                    self.events.append(event)
                self.views = message["views"]


@asynccontextmanager
async def lobbies(data: str, count: int = 2, **more: float) -> AsyncIterator[list[Lobby]]:
    """Several lobbies on one database, as in separate processes; the oldest, by name, first."""
    opened = [Lobby(Config(data=data, **more), open_storage(data)) for _ in range(count)]  # type: ignore[arg-type]
    opened.sort(key=lambda lobby: lobby.storage.process)  # type: ignore[attr-defined]
    for lobby in opened:
        lobby.start()
    await until(lambda: all(len(one._peers._heard_at) == count - 1 for one in opened))  # type: ignore[union-attr]
    try:
        yield opened
    finally:
        for lobby in opened:
            lobby.close()


async def until(is_so: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.005)


async def all_heard(devices: list[Device], commands: int) -> None:
    """Wait until all commands are answered, and everybody has seen all events."""
    await until(lambda: sum(len(one.answers) for one in devices) == commands)
    latest = max(len(one.events) for one in devices)
    await until(lambda: all(len(one.events) >= latest for one in devices))


async def at_both(opened: list[Lobby]) -> tuple[list[Room], list[Device]]:
    """A game whose two players are connected to different processes."""
    made = await begun(opened[0])
    rooms = [await lobby.find(made.table.id) for lobby in opened]
    devices = [Device(0), Device(1)]
    for room, device in zip(rooms, devices, strict=True):
        room.join(device, 0)
    await until(lambda: all(device.views for device in devices))
    return rooms, devices


def test_a_game_across_two_processes() -> None:
    """Both players see the same events to the end; each command is answered once."""
    data = new_postgres()

    async def main() -> None:
        async with lobbies(data) as opened:
            rooms, devices = await at_both(opened)
            sent = 0
            while not rooms[0].table.is_over:
                for seat, (room, device) in enumerate(zip(rooms, devices, strict=True)):
                    view = device.views[str(seat)]
                    if seat in view["to_move"]:
                        sent += 1
                        command = MoveCommand(f"c{sent}", choose(view, seat))
                        room.command(device, command, time.monotonic())
                await all_heard(devices, sent)
            await until(lambda: rooms[1].table.is_over)
            assert all(a["ok"] for one in devices for a in one.answers.values())
            assert devices[0].events == devices[1].events
            assert rooms[0].table.record() == rooms[1].table.record()
            assert rooms[0].table.entries == rooms[1].table.entries

    asyncio.run(main())


@pytest.mark.parametrize("seed", range(3))
def test_simultaneous_commands_are_all_stored_once(seed: int) -> None:
    """Both rename themselves as fast as they can: conflicts are resolved, no name is lost."""
    data, dice = new_postgres(), random.Random(seed)  # noqa: S311
    count = 30

    async def main() -> str:
        async with lobbies(data) as opened:
            rooms, devices = await at_both(opened)
            for number in range(count):
                for seat, (room, device) in enumerate(zip(rooms, devices, strict=True)):
                    command = NameCommand(id=f"n{number}", seat=seat, name=f"P{seat} {number}")
                    room.command(device, command, time.monotonic())
                    if dice.random() < 0.5:
                        await asyncio.sleep(dice.random() / 100)
            await until(lambda: all(len(one.answers) == count for one in devices))
            await until(lambda: len(devices[0].events) == len(devices[1].events))
            assert all(a["ok"] for one in devices for a in one.answers.values())
            assert devices[0].events == devices[1].events
            named = [e for e in devices[0].events if e["event"] == "named"]
            for seat in (0, 1):
                names = [e["name"] for e in named if e["seat"] == seat]
                assert names == [f"P{seat} {number}" for number in range(count)]
            # The test is about conflicts.
            assert sum(lobby.storage.conflicts for lobby in opened) > 0  # type: ignore[attr-defined]
            return rooms[0].table.id

    table = asyncio.run(main())
    numbers = execute(data, "SELECT number FROM log WHERE table_id = :t ORDER BY 1", t=table)
    assert [row[0] for row in numbers] == list(range(1, len(numbers) + 1))


def test_who_joins_during_a_conflict_sees_every_event_once() -> None:
    """The welcome comes first, even if it has to be written again; the events continue from it."""
    data, count = new_postgres(), 40

    async def main() -> None:
        async with lobbies(data) as opened:
            rooms, devices = await at_both(opened)
            spectators = []
            for number in range(count):
                for seat, (room, device) in enumerate(zip(rooms, devices, strict=True)):
                    command = NameCommand(id=f"n{number}", seat=seat, name=f"P{seat} {number}")
                    room.command(device, command, time.monotonic())
                    spectators.append(Listener())
                    room.join(spectators[-1], 0)
                await asyncio.sleep(0.005)
            await until(lambda: all(len(one.answers) == count for one in devices))
            await until(lambda: len(devices[0].events) == len(devices[1].events))
            events = devices[0].events
            await until(lambda: all(events_of(one)[-1:] == events[-1:] for one in spectators))
            for spectator in spectators:
                assert messages_of(spectator)[0]["type"] == "welcome"
                assert events_of(spectator) == events
            assert sum(lobby.storage.conflicts for lobby in opened) > 0  # type: ignore[attr-defined]

    asyncio.run(main())


def messages_of(listener: Listener) -> list[Data]:
    """Return the messages with events that a client has heard."""
    messages = map(json.loads, listener.heard)
    return [message for message in messages if message["type"] in ("welcome", "events")]


def events_of(listener: Listener) -> list[Data]:
    """Return the events that a client has heard of, in that order."""
    return [event for message in messages_of(listener) for event in message["events"]]


def test_two_players_want_the_same_seat() -> None:
    """At two processes at once: one gets it, the other is told, and both agree."""
    data = new_postgres()

    async def main() -> None:
        async with lobbies(data) as opened:
            table, _ = await opened[0].make(NewTable("mission", [HumanSeat("Ada"), OpenSeat()]))
            rooms = [await lobby.find(table.id) for lobby in opened]
            done = await asyncio.gather(
                *(
                    lobby.sit(room, TakeSeat(name))
                    for lobby, room, name in zip(opened, rooms, ("Noor", "Mia"), strict=True)
                ),
                return_exceptions=True,
            )
            assert sorted(type(one).__name__ for one in done) == ["RequestRefused", "tuple"]
            names = [(await lobby.find(table.id)).table.seats[1].name for lobby in opened]
            assert names[0] == names[1]

    asyncio.run(main())


def test_what_one_process_acknowledged_another_knows_at_once() -> None:
    """A client that reconnects elsewhere finds everything, and a repeated command its answer."""
    data = new_postgres()

    async def main() -> None:
        async with lobbies(data) as opened:
            rooms, (ada, _) = await at_both(opened)
            for number in range(10):
                command = NameCommand(id=f"n{number}", seat=0, name=f"Ada {number}")
                rooms[0].command(ada, command, time.monotonic())
                await until(lambda number=number: f"n{number}" in ada.answers)  # type: ignore[misc]
                room, again = await opened[1].find(rooms[0].table.id), Device(0)
                assert room.table.seats[0].name == f"Ada {number}"
                room.join(again, 0)
                room.command(again, command, time.monotonic())
                await until(lambda again=again, number=number: f"n{number}" in again.answers)  # type: ignore[misc]
                assert again.answers[f"n{number}"]["number"] == ada.answers[f"n{number}"]["number"]
                room.leave(again)

    asyncio.run(main())


def test_a_commitment_is_known_everywhere() -> None:
    """The table may be made at another process, but only once."""
    data = new_postgres()

    async def main() -> None:
        async with lobbies(data) as (one, other):
            commitment = await one.commitment()
            body = NewTable("mission", BODY.seats, commitment=commitment)
            table, _ = await other.make(body)
            assert table.commitment == commitment
            for lobby in (one, other):
                with pytest.raises(RequestRefused):
                    await lobby.make(body)

    asyncio.run(main())


def test_a_removed_device_is_disconnected_everywhere() -> None:
    """Also if it is connected to another process than the one that removes it."""
    data = new_postgres()

    async def main() -> None:
        async with lobbies(data) as (one, other):
            table, secrets = await one.make(BODY)
            token = await one.hand_over(await one.find(table.id), secrets[0])
            _, seat, further = await other.take_over(token)
            thief = Device(seat)
            thief.keys = frozenset([hash_of(further)])
            (await other.find(table.id)).join(thief, 0)
            room = await one.find(table.id)
            await until(lambda: one.devices(room, secrets[0])[1].connected)
            number = one.devices(room, secrets[0])[1].device
            await one.revoke(room, secrets[0], number)
            await until(lambda: thief.dropped == 4403)

    asyncio.run(main())


def test_a_deleted_table_is_given_up() -> None:
    """A process that still has it in memory disconnects its clients."""
    data = new_postgres()

    async def main() -> None:
        async with lobbies(data) as opened:
            rooms, devices = await at_both(opened)
            for kind in ("tables", "log"):
                execute(data, f"DELETE FROM {kind}")  # noqa: S608
            command = NameCommand(id="n", seat=0, name="Ada II")
            rooms[0].command(devices[0], command, time.monotonic())
            await until(lambda: devices[0].dropped is not None)
            assert devices[0].answers == {}
            with pytest.raises(RequestRefused):
                await opened[0].find(rooms[0].table.id)

    asyncio.run(main())
