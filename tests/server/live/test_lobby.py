"""The lobby: tables come back, secrets are only hashes, old tables are deleted."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tests.server.live.lobbies import BODY, Listener, open_lobby
from torpedo_dice.server.live.lobby import RequestRefused
from torpedo_dice.server.messages.commands import MoveCommand
from torpedo_dice.server.messages.rest import HumanSeat, NewTable, OpenSeat, TakeSeat
from torpedo_dice.server.store.storage import StorageError
from torpedo_dice.server.table.keys import hash_of, new_table_id


def test_everything_comes_back(tmp_path: Path) -> None:
    """A table that was unloaded is loaded as it was, secrets and all."""

    async def main() -> None:
        lobby = open_lobby(tmp_path)
        body = NewTable("mission", [HumanSeat("Ada"), OpenSeat()], first=0)
        table, secrets = await lobby.make(body)
        room = await lobby.find(table.id)
        _, noors = await lobby.sit(room, TakeSeat("Noor"))
        room.command(Listener(0), MoveCommand("c1", "0 take 1"), 0.0)
        token = await lobby.hand_over(room, secrets[0])
        before = table.facts(), list(table.events), table.record()
        lobby.close()

        lobby = open_lobby(tmp_path)
        room = await lobby.find(table.id)
        assert (room.table.facts(), room.table.events, room.table.record()) == before
        assert lobby.seat_of(room, secrets[0]) == 0
        assert lobby.seat_of(room, noors) == 1
        again, seat, further = await lobby.take_over(token)
        assert (again, seat) == (room.table, 0)
        assert lobby.seat_of(room, further) == 0
        with pytest.raises(RequestRefused):
            await lobby.take_over(token)
        lobby.close()

    asyncio.run(main())


def test_only_hashes_of_secrets_are_stored(tmp_path: Path) -> None:
    """The file alone opens no seat."""

    async def main() -> list[str]:
        lobby = open_lobby(tmp_path)
        table, secrets = await lobby.make(BODY)
        token = await lobby.hand_over(await lobby.find(table.id), secrets[0])
        lobby.close()
        return [*secrets.values(), token]

    shown = asyncio.run(main())
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in shown:
        assert secret.encode() not in stored
        assert hash_of(secret).encode() in stored


def test_old_unfinished_tables_are_deleted(tmp_path: Path) -> None:
    """Unfinished ones after a time; those with somebody at them, and finished ones, stay."""

    async def main() -> None:
        lobby = open_lobby(tmp_path, keep=-1.0, idle=-1.0)
        await asyncio.sleep(0)
        old, _ = await lobby.make(BODY)
        used, _ = await lobby.make(BODY)
        done, _ = await lobby.make(BODY)
        (await lobby.find(used.id)).join(Listener(0), 0)
        with sqlite3.connect(tmp_path / "games.sqlite") as connection:
            connection.execute("UPDATE tables SET ended = 1 WHERE id = ?", (done.id,))
        connection.close()
        lobby.sweep_memory()
        assert set(lobby.rooms) == {used.id}
        # The lobby also sweeps on its own, so either of the two deletes the old one.
        assert await lobby.sweep_storage() <= 1
        with pytest.raises(RequestRefused):
            await lobby.find(old.id)
        assert (await lobby.find(done.id)).table.id == done.id
        lobby.close()

    asyncio.run(main())


def test_what_cannot_be_read_is_an_error_of_the_storage(tmp_path: Path) -> None:
    """The caller gets a 503, or reconnects."""

    async def main() -> None:
        lobby = open_lobby(tmp_path)
        with sqlite3.connect(tmp_path / "games.sqlite") as file:
            file.execute("ALTER TABLE tables RENAME TO gone")
        file.close()
        with pytest.raises(StorageError):
            await lobby.find(new_table_id())
        for read in (lobby.storage.count, lambda: lobby.storage.stale(0.0)):
            with pytest.raises(StorageError):
                read()
        lobby.close()

    asyncio.run(main())


def test_tables_that_nobody_uses_leave_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are loaded by asking for them; those in use stay."""
    monkeypatch.setattr("torpedo_dice.server.live.lobby._IDLE_TABLES_KEPT", 10)

    async def main() -> None:
        lobby = open_lobby(tmp_path)
        used, _ = await lobby.make(BODY)
        room = await lobby.find(used.id)
        room.join(Listener(0), 0)
        for _ in range(50):
            table, _ = await lobby.make(BODY)
            assert (await lobby.find(table.id)).table.id == table.id
            assert len(lobby.rooms) <= 20
        assert await lobby.find(used.id) is room
        lobby.close()

    asyncio.run(main())
