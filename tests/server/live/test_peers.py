"""Processes that share a database: presence, reactions, what happens once, and outages."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tests.server.databases import new_postgres
from tests.server.live.lobbies import BODY, begun
from tests.server.live.test_shared_table import Device, at_both, lobbies, until
from tests.server.players import choose, commitment_to, nonce_of
from tools.postgres import MISSING, Cluster, find_postgres
from torpedo_dice.server.live import peers as peers_module
from torpedo_dice.server.live.peers import Peers
from torpedo_dice.server.logs import logger
from torpedo_dice.server.messages.commands import MoveCommand, NameCommand, ReactCommand
from torpedo_dice.server.messages.rest import BotSeat, HumanSeat, NewTable
from torpedo_dice.server.store import postgres
from torpedo_dice.server.store.postgres import PostgresStorage
from torpedo_dice.server.store.writes import StorageError
from torpedo_dice.server.table.log import Revealed


def last(device: Device, kind: str) -> dict[str, object]:
    """Return the last message of a kind."""
    found = [m for m in map(json.loads, device.heard) if m["type"] == kind]
    return dict(found[-1]) if found else {}


def test_everybody_sees_who_is_connected() -> None:
    """At all processes, also after one of them has stopped."""
    data = new_postgres()

    async def main() -> None:
        async with lobbies(data, 3) as opened:
            rooms, (ada, noor) = await at_both(opened[:2])
            watcher = Device()
            (await opened[2].find(rooms[0].table.id)).join(watcher, 0)

            def are_connected(*expected: bool) -> bool:
                found = last(ada, "presence")
                seats = found.get("seats", [])
                return [seat["connected"] for seat in seats] == list(expected)  # type: ignore[attr-defined,index]

            await until(lambda: are_connected(True, True))  # noqa: FBT003
            await until(lambda: last(ada, "presence")["spectators"] == 1)
            rooms[1].leave(noor)
            await until(lambda: are_connected(True, False))  # noqa: FBT003
            assert rooms[0].away(1) is not None
            opened[2]._peers.close()  # type: ignore[union-attr]
            await until(lambda: last(ada, "presence")["spectators"] == 0)

    asyncio.run(main())


def test_reactions_reach_other_processes() -> None:
    """Once each."""
    data = new_postgres()

    async def main() -> None:
        async with lobbies(data) as opened:
            rooms, devices = await at_both(opened)
            react = ReactCommand(id="r", seat=0, reaction="ouch")
            rooms[0].command(devices[0], react, time.monotonic())
            await until(lambda: all(last(one, "reaction") for one in devices))
            for device in devices:
                assert sum(b'"reaction"' in message for message in device.heard) == 1

    asyncio.run(main())


def test_bots_move_once_even_if_two_processes_move_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each believes to be alone: the log's key still admits each move once."""
    monkeypatch.setattr(Peers, "_hear", lambda *_: None)
    commit = PostgresStorage._commit_once

    def commit_slowly(*arguments: Any, **more: Any) -> Any:
        time.sleep(0.03)
        return commit(*arguments, **more)

    # So that both have chosen a move before either knows of the other's.
    monkeypatch.setattr(PostgresStorage, "_commit_once", commit_slowly)
    data = new_postgres()
    seats = [HumanSeat("Ada", commitment_to(0)), BotSeat("ensign"), BotSeat("lieutenant")]

    async def main() -> None:
        async with lobbies(data, 1) as (one,), lobbies(data, 1) as (other,):
            body = NewTable("training", [*seats], pace="instant", first=0)
            table, _ = await one.make(body)
            rooms = [await lobby.find(table.id) for lobby in (one, other)]
            rooms[0].do(Revealed(table.made, 0, nonce_of(0)))
            devices = [Device(0), Device()]
            for room, device in zip(rooms, devices, strict=True):
                room.join(device, 0)
            for number in range(8):
                await until(lambda: 0 in devices[0].views.get("0", {"to_move": []})["to_move"])
                assert all(room._presence.is_responsible(has_clients=True) for room in rooms)
                move = MoveCommand(f"c{number}", choose(devices[0].views["0"], 0))
                rooms[0].command(devices[0], move, time.monotonic())
                await until(lambda number=number: f"c{number}" in devices[0].answers)  # type: ignore[misc]
            await until(lambda: rooms[0].table.entries == rooms[1].table.entries)
            assert rooms[0].table.record() == rooms[1].table.record()
            conflicts = [lobby.storage.conflicts for lobby in (one, other)]  # type: ignore[attr-defined]
            assert sum(conflicts) > 0

    asyncio.run(main())


def test_a_silent_process_is_replaced(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The next one becomes responsible for its tables, and the first again when it is back."""
    # As on a real server, which logs this.
    caplog.set_level("INFO", logger=logger.name)
    monkeypatch.setattr(peers_module, "_BEAT_SECONDS", 0.05)
    monkeypatch.setattr(peers_module, "_DEAD_SECONDS", 0.3)
    data = new_postgres()

    async def main() -> None:
        async with lobbies(data) as opened:
            rooms, _ = await at_both(opened)
            await until(lambda: [room.may_act() for room in rooms] == [True, False])
            first = opened[0]._peers
            assert first is not None
            assert first._beater is not None
            first._beater.cancel()
            await until(lambda: rooms[1].may_act())
            assert opened[1]._peers.is_first  # type: ignore[union-attr]

    asyncio.run(main())


def test_new_tables_count_at_all_processes() -> None:
    """A client can't make more tables by changing the process."""
    data = new_postgres()

    async def main() -> None:
        async with lobbies(data) as opened:
            for lobby in opened:
                lobby.new_tables._rate, lobby.new_tables._most = 0.001, 5
            for _ in range(5):
                assert opened[0].count_table("192.0.2.1")
            await until(lambda: not opened[1].count_table("192.0.2.1"))
            assert opened[1].count_table("192.0.2.2")

    asyncio.run(main())


def test_an_outage_pauses_all_tables_and_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is told; commands wait; then all goes on, and the clocks where they were."""
    if find_postgres() is None:
        pytest.skip(MISSING)
    monkeypatch.setattr(postgres, "_PAUSE_SECONDS", 0.05)
    cluster = Cluster(is_durable=True)
    body = msgspec.structs.replace(BODY, clock=60.0)

    async def main() -> None:
        async with lobbies(cluster.url(), 1) as (lobby,):
            assert isinstance(lobby.storage, PostgresStorage)
            room, ada = await begun(lobby, body), Device(0)
            room.join(ada, 0)
            await until(lambda: bool(last(ada, "clock")))
            cluster.kill()
            rename = NameCommand(id="n1", seat=0, name="Ada II")
            room.command(ada, rename, time.monotonic())
            await until(lambda: last(ada, "paused").get("paused") is True)
            room.command(ada, MoveCommand("c1", "0 take 0"), time.monotonic())
            await asyncio.sleep(0.5)
            assert ada.answers == {}
            cluster.start()
            await until(lambda: set(ada.answers) == {"n1", "c1"})
            assert all(answer["ok"] for answer in ada.answers.values())
            assert last(ada, "paused")["paused"] is False
            assert ada.dropped is None
            (clock,) = last(ada, "clock")["clocks"]  # type: ignore[misc]
            assert clock["left"] > 58  # type: ignore[index]

    try:
        asyncio.run(main())
    finally:
        cluster.remove()


def test_what_could_not_be_told_is_told_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise others would leave the bots to a process that nobody is connected to any more."""
    real, failures = PostgresStorage.tell, [True, True]

    def tell(self: PostgresStorage, channel: str, messages: Sequence[str]) -> None:
        if failures and '"here"' in "".join(messages):
            failures.pop()
            raise StorageError("no connection")
        real(self, channel, messages)

    async def main() -> None:
        async with lobbies(new_postgres()) as opened:
            rooms, devices = await at_both(opened)
            await until(lambda: rooms[0].away(1) is None)
            monkeypatch.setattr(PostgresStorage, "tell", tell)
            rooms[1].leave(devices[1])
            await until(lambda: rooms[0].away(1) is not None)
            assert not failures

    asyncio.run(main())


def test_what_was_missed_is_asked_again() -> None:
    """After the connection was lost, what others said before doesn't count."""

    async def main() -> None:
        async with lobbies(new_postgres()) as opened:
            rooms, _ = await at_both(opened)
            await until(lambda: rooms[0].away(1) is None)
            peers, other = (lobby._peers for lobby in opened)
            assert peers is not None
            assert other is not None
            peers._note(msgspec.structs.replace(rooms[1].here(), process="0"))
            assert not rooms[0].may_act()
            peers._catch_up()
            await until(rooms[0].may_act)
            await until(lambda: rooms[0].away(1) is None)

    asyncio.run(main())
