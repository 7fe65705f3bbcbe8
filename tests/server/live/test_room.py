"""A room: answers after the commit, and none if it fails."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import msgspec
import pytest

from tests.server.live.lobbies import BODY, Listener, begun, open_lobby
from torpedo_dice.server.live import room as room_module
from torpedo_dice.server.messages.commands import MoveCommand, ReactCommand
from torpedo_dice.server.store.writes import AddEntry, StorageError
from torpedo_dice.server.table.log import MoveEntry


def test_commits_are_grouped_and_answers_come_after_them(data: str) -> None:
    """Pending commands share one transaction; no answer is sent before its commit."""

    async def main() -> None:
        lobby = open_lobby(data)
        rooms = [await begun(lobby) for _ in range(20)]
        listeners = [Listener(0) for _ in rooms]
        commits = lobby.storage.commits
        for room, listener in zip(rooms, listeners, strict=True):
            room.command(listener, MoveCommand("c1", "0 take 0"), 0.0)
            assert listener.heard == []
        await lobby.storage.settled()
        assert lobby.storage.commits - commits <= 2
        assert all(b'"ok":true' in listener.heard[-1] for listener in listeners)
        lobby.close()

    asyncio.run(main())


def test_a_failed_commit_is_never_answered(tmp_path: Path) -> None:
    """The client is disconnected, and the table is reloaded as stored."""

    async def main() -> None:
        lobby = open_lobby(str(tmp_path / "games.sqlite"))
        room = await begun(lobby)
        table, entries = room.table, room.table.entries
        listener = Listener(0)
        room.join(listener, 0)
        heard = len(listener.heard)
        # Somebody else writes the same table: its next number is taken.
        intruder = AddEntry(table.id, entries + 1, MoveEntry(0.0, 0, "0 take 2"))
        await lobby.storage.written([intruder])
        room.command(listener, MoveCommand("c1", "0 take 0"), 0.0)
        with pytest.raises(StorageError):
            await lobby.storage.settled()
        assert listener.heard[heard:] == []
        assert listener.dropped == 1011
        again = await lobby.find(table.id)
        assert again is not room
        assert again.table.entries == entries + 1
        again.command(listener, MoveCommand("c2", "1 take 0"), 0.0)
        lobby.close()

    asyncio.run(main())


def test_clients_that_wait_for_a_failed_commit_are_disconnected(tmp_path: Path) -> None:
    """Their answers would otherwise never come."""

    async def main() -> None:
        lobby = open_lobby(str(tmp_path / "games.sqlite"))
        rooms = [await begun(lobby) for _ in range(2)]
        intruder = MoveEntry(0.0, 0, "0 take 2")
        number = rooms[0].table.entries + 1
        asker, newcomer = Listener(0), Listener()
        await lobby.storage.written([AddEntry(rooms[0].table.id, number, intruder)])
        rooms[0].command(Listener(0), MoveCommand("c1", "0 take 0"), 0.0)
        rooms[1].command(asker, MoveCommand("c1", "1 take 0"), 0.0)
        rooms[1].join(newcomer, 0)
        with pytest.raises(StorageError):
            await lobby.storage.settled()
        assert (asker.heard, newcomer.heard) == ([], [])
        assert (asker.dropped, newcomer.dropped) == (1011, 1011)
        lobby.close()

    asyncio.run(main())


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
def test_clocks_do_not_follow_the_systems_clock(
    data: str, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    """A turn has its full time, however the system clock jumps, even after loading."""
    body = msgspec.structs.replace(BODY, clock=20.0)
    wall = time.time

    def left(listener: Listener) -> float:
        clocks = [m for m in map(json.loads, listener.heard) if m["type"] == "clock"]
        return float(clocks[-1]["clocks"][0]["left"])

    async def main() -> None:
        lobby = open_lobby(data)
        room, listener = await begun(lobby, body), Listener(0)
        monkeypatch.setattr(room_module.time, "time", lambda: wall() + jump)
        room.join(listener, 0)
        # What comes before is still being stored.
        await lobby.storage.settled()
        assert 10 < left(listener) <= 20
        room.command(listener, MoveCommand("c1", "0 take 0"), 0.0)
        await lobby.storage.settled()
        assert 10 < left(listener) <= 20
        await asyncio.sleep(0.05)
        assert not any(b'"event":"clock_out"' in message for message in listener.heard)
        monkeypatch.setattr(room_module.time, "time", wall)
        lobby.rooms.clear()
        room.close()
        again = Listener(0)
        (await lobby.find(room.table.id)).join(again, 0)
        await lobby.storage.settled()
        assert 10 < left(again) <= 20
        lobby.close()

    asyncio.run(main())


def test_reactions_reach_everybody_and_are_limited(data: str) -> None:
    """Three at once per seat; a spectator can neither react nor use them up."""

    async def main() -> None:
        lobby = open_lobby(data)
        room = await begun(lobby)
        ada, noor, watcher = Listener(0), Listener(1), Listener()
        for listener in (ada, noor, watcher):
            room.join(listener, 0)
        entries = room.table.entries
        for number in range(5):
            room.command(watcher, ReactCommand(id=f"w{number}", seat=0, reaction="ouch"), 0.0)
        for number in range(5):
            room.command(ada, ReactCommand(id=f"a{number}", seat=0, reaction="thanks"), 0.0)
        room.command(noor, ReactCommand(id="n", seat=1, reaction="ouch"), 0.0)
        await lobby.storage.settled()
        # If others may write to the table, it is read again before a command is refused.
        async with asyncio.timeout(10):
            while not any(b'"id":"n"' in message for message in noor.heard):
                await asyncio.sleep(0.01)
        for listener in (ada, noor, watcher):
            heard = [m for m in map(json.loads, listener.heard) if m["type"] == "reaction"]
            assert [(m["seat"], m["reaction"]) for m in heard] == [(0, "thanks")] * 3 + [
                (1, "ouch")
            ]
        answers = [m for m in map(json.loads, ada.heard) if m["type"] == "answer"]
        assert [m["ok"] for m in answers] == [True] * 3 + [False] * 2
        assert answers[-1]["error"]["code"] == "too_fast"
        assert room.table.entries == entries
        lobby.close()

    asyncio.run(main())
