"""The storage: everything comes back, commits are grouped, and damage is told politely."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from torpedo_dice.server.config import Config
from torpedo_dice.server.live.lobby import Lobby, RequestRefused
from torpedo_dice.server.messages.commands import MoveCommand
from torpedo_dice.server.messages.rest import HumanSeat, NewTable, OpenSeat, TakeSeat
from torpedo_dice.server.store.storage import AddEntry, Storage, StorageError
from torpedo_dice.server.table.keys import hash_of, new_table_id
from torpedo_dice.server.table.log import MoveEntry

BODY = NewTable("mission", [HumanSeat("Ada"), HumanSeat("Noor")], first=0)


class Listener:
    """A client that keeps what it is sent."""

    def __init__(self, *own: int) -> None:
        self.own = own
        self.heard: list[bytes] = []
        self.dropped: int | None = None

    def send(self, *messages: bytes) -> None:
        """Keep messages."""
        self.heard += messages

    def drop(self, code: int, why: str) -> None:
        """Keep that the connection was closed."""
        assert why
        self.dropped = code


def open_lobby(tmp_path: Path, **more: float) -> Lobby:
    """A lobby on a file, started."""
    data = str(tmp_path / "games.sqlite")
    lobby = Lobby(Config(data=data, **more), Storage(data))  # type: ignore[arg-type]
    lobby.start()
    return lobby


def test_everything_comes_back(tmp_path: Path) -> None:
    """A table that was closed is read from the file as it was, secrets and all."""

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
    """Whoever reads the file cannot sit down with what is in it."""

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


def test_commits_are_grouped_and_answers_come_after_them(tmp_path: Path) -> None:
    """Commands that wait together take one transaction; no answer is sent before it."""

    async def main() -> None:
        lobby = open_lobby(tmp_path)
        rooms = []
        for _ in range(20):
            table, _ = await lobby.make(BODY)
            rooms.append(await lobby.find(table.id))
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
    """The client is sent away, nothing is claimed, and the table is read back as it is stored."""

    async def main() -> None:
        lobby = open_lobby(tmp_path)
        table, _ = await lobby.make(BODY)
        room = await lobby.find(table.id)
        listener = Listener(0)
        room.join(listener, 0)
        heard = len(listener.heard)
        # Somebody else writes the same table: its next number is taken.
        intruder = AddEntry(table.id, 1, MoveEntry(0.0, 0, "0 take 2"))
        await lobby.storage.written([intruder])
        room.command(listener, MoveCommand("c1", "0 take 0"), 0.0)
        with pytest.raises(StorageError):
            await lobby.storage.settled()
        assert listener.heard[heard:] == []
        assert listener.dropped == 1011
        again = await lobby.find(table.id)
        assert again is not room
        assert again.table.entries == 1
        again.command(listener, MoveCommand("c2", "1 take 0"), 0.0)
        lobby.close()

    asyncio.run(main())


def test_who_waits_for_a_failed_commit_of_others_is_sent_away_too(tmp_path: Path) -> None:
    """An answer that had to wait for it would otherwise never come."""

    async def main() -> None:
        lobby = open_lobby(tmp_path)
        rooms = [await lobby.find((await lobby.make(BODY))[0].id) for _ in range(2)]
        asker, newcomer = Listener(0), Listener()
        await lobby.storage.written([AddEntry(rooms[0].table.id, 1, MoveEntry(0.0, 0, "0 take 2"))])
        rooms[0].command(Listener(0), MoveCommand("c1", "0 take 0"), 0.0)
        rooms[1].command(asker, MoveCommand("c1", "1 take 0"), 0.0)
        rooms[1].join(newcomer, 0)
        with pytest.raises(StorageError):
            await lobby.storage.settled()
        assert (asker.heard, newcomer.heard) == ([], [])
        assert (asker.dropped, newcomer.dropped) == (1011, 1011)
        lobby.close()

    asyncio.run(main())


def test_what_cannot_be_read_is_an_error_of_the_storage(tmp_path: Path) -> None:
    """So that whoever asked hears 503, or comes again."""

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


def test_a_newer_file_is_refused_politely(tmp_path: Path) -> None:
    """One sentence, and the file is as it was."""
    data = tmp_path / "games.sqlite"
    Storage(str(data)).close()
    with sqlite3.connect(data) as connection:
        connection.execute("UPDATE meta SET value = 99")
    connection.close()
    with pytest.raises(StorageError, match=r"newer version .* schema is 99"):
        Storage(str(data))
    with sqlite3.connect(data) as connection:
        assert connection.execute("SELECT value FROM meta").fetchall() == [(99,)]
    connection.close()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """It is named, and left alone."""
    data = tmp_path / "notes.txt"
    data.write_text("not a database at all" * 100)
    with pytest.raises(StorageError, match=r"notes\.txt: cannot be used"):
        Storage(str(data))
    assert data.read_text().startswith("not a database")


def test_old_unfinished_tables_are_cleared(tmp_path: Path) -> None:
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
        assert await lobby.sweep_storage() == 1
        with pytest.raises(RequestRefused):
            await lobby.find(old.id)
        assert (await lobby.find(done.id)).table.id == done.id
        lobby.close()

    asyncio.run(main())
