"""The lobby: tables are reloaded, only hashes of secrets are stored, old tables are deleted."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.databases import execute
from tests.server.live.lobbies import BODY, Listener, open_lobby
from tests.server.players import nonce_of
from torpedo_dice.server.live.refusal import RequestRefused
from torpedo_dice.server.messages.commands import FillCommand, MoveCommand
from torpedo_dice.server.messages.rest import BotSeat, HumanSeat, NewTable, OpenSeat, TakeSeat
from torpedo_dice.server.store.writes import StorageError
from torpedo_dice.server.table.keys import hash_of, new_table_id
from torpedo_dice.server.table.log import Named, Resigned, Revealed


def test_everything_comes_back(data: str) -> None:
    """A table that was unloaded is loaded as it was, secrets and all."""

    async def main() -> None:
        lobby = open_lobby(data)
        body = NewTable("mission", [HumanSeat("Ada"), OpenSeat()], first=0)
        table, secrets = await lobby.make(body)
        room = await lobby.find(table.id)
        _, noors = await lobby.sit(room, TakeSeat("Noor"))
        room.command(Listener(0), MoveCommand("c1", "0 take 1"), 0.0)
        token = await lobby.hand_over(room, secrets[0])
        before = table.facts(), list(table.events), table.record()
        lobby.close()

        lobby = open_lobby(data)
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


def test_only_hashes_of_secrets_are_stored(data: str) -> None:
    """The database alone opens no seat."""

    async def main() -> list[str]:
        lobby = open_lobby(data)
        table, secrets = await lobby.make(BODY)
        token = await lobby.hand_over(await lobby.find(table.id), secrets[0])
        lobby.close()
        return [*secrets.values(), token]

    shown = asyncio.run(main())
    rows = execute(data, "SELECT setting FROM tables UNION SELECT entry FROM log")
    stored = "".join(row[0] for row in rows)
    for secret in shown:
        assert secret not in stored
        assert hash_of(secret) in stored


def test_a_finished_table_is_unloaded_once_nobody_looks_at_it(data: str) -> None:
    """It doesn't wait for the delay after which other idle tables are unloaded."""

    async def main() -> None:
        lobby = open_lobby(data, idle=1e6)
        bots = [BotSeat("ensign"), BotSeat("ensign")]
        table, _ = await lobby.make(NewTable("training", [*bots], pace="instant"))
        room, watcher = await lobby.find(table.id), Listener()
        room.join(watcher, 0)
        while not table.is_over:
            await asyncio.sleep(0.01)
            lobby.sweep_memory()
            assert table.id in lobby.rooms
        room.leave(watcher)
        lobby.sweep_memory()
        assert table.id not in lobby.rooms
        assert (await lobby.find(table.id)).table.record() == table.record()
        lobby.close()

    asyncio.run(main())


def test_old_unfinished_tables_are_deleted(data: str) -> None:
    """Unfinished ones after a time; those with somebody at them, and finished ones, stay."""

    async def main() -> None:
        lobby = open_lobby(data, keep=-1.0, idle=-1.0)
        await asyncio.sleep(0)
        old, _ = await lobby.make(BODY)
        used, _ = await lobby.make(BODY)
        done, _ = await lobby.make(BODY)
        (await lobby.find(used.id)).join(Listener(0), 0)
        execute(data, "UPDATE tables SET ended = 1 WHERE id = :id", id=done.id)
        lobby.sweep_memory()
        assert set(lobby.rooms) == {used.id}
        # The first sweep marks, a later one deletes. The lobby also sweeps on its own.
        for _ in range(2):
            assert await lobby.sweep_storage() <= 1
        with pytest.raises(RequestRefused):
            await lobby.find(old.id)
        assert (await lobby.find(done.id)).table.id == done.id
        lobby.close()

    asyncio.run(main())


def test_what_cannot_be_read_is_an_error_of_the_storage(data: str) -> None:
    """The caller gets a 503, or reconnects."""

    async def main() -> None:
        lobby = open_lobby(data)
        execute(data, "ALTER TABLE tables RENAME TO gone")
        with pytest.raises(StorageError):
            await lobby.find(new_table_id())
        for read in (lobby.storage.count, lambda: lobby.storage.stale(0.0, 0.0)):
            with pytest.raises(StorageError):
                read()
        lobby.close()

    asyncio.run(main())


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET setting = '{' WHERE id = ?",
        "UPDATE tables SET setting = replace(setting, 'mission', 'm') WHERE id = ?",
        "INSERT INTO log VALUES (?, 1, 0, 'nonsense')",
        'INSERT INTO log VALUES (?, 1, 0, \'{"do":"move","at":0,"seat":0,"move":"9 take 9"}\')',
        'INSERT INTO log VALUES (?, 1, 0, \'{"do":"name","at":0,"seat":9,"name":"x"}\')',
    ],
)
def test_a_damaged_table_affects_only_itself(
    data: str, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is rejected with a message and logged once; others, and the sweeper, are unaffected."""

    async def main() -> None:
        lobby = open_lobby(data, idle=-1.0)
        bad, _ = await lobby.make(BODY)
        good, _ = await lobby.make(BODY)
        lobby.sweep_memory()
        execute(data, damage.replace(":", r"\:").replace("?", ":id"), id=bad.id)
        for _ in range(3):
            with pytest.raises(RequestRefused) as caught:
                await lobby.find(bad.id)
            assert (caught.value.status, caught.value.code) == (500, "damaged_table")
        assert (await lobby.find(good.id)).table.id == good.id
        await lobby.sweep_storage()
        lobby.close()

    with caplog.at_level("ERROR", logger="torpedo_dice.server"):
        asyncio.run(main())
    assert [record.message for record in caplog.records] == ["damaged_table"]


def test_an_entry_that_fails_changes_nothing(data: str) -> None:
    """A table left inconsistent by an entry is reloaded as stored."""

    async def main() -> None:
        lobby = open_lobby(data)
        body = NewTable("mission", [HumanSeat("Ada"), OpenSeat()], first=0)
        table, _ = await lobby.make(body)
        room = await lobby.find(table.id)
        listener = Listener(0)
        room.join(listener, 0)
        with pytest.raises(IndexError):
            room.do(Named(0.0, seat=9, name="Noor"))
        assert listener.dropped == 1011
        again = await lobby.find(table.id)
        assert again.table.open_seats() == [1]
        await lobby.sit(again, TakeSeat("Noor"))
        assert again.table.game is not None


def test_tables_that_nobody_uses_leave_the_memory(
    data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are requested; those in use stay loaded."""
    monkeypatch.setattr("torpedo_dice.server.live.lobby._IDLE_TABLES_KEPT", 10)

    async def main() -> None:
        lobby = open_lobby(data)
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


def test_a_damaged_table_that_waits_for_players(data: str) -> None:
    """Damage that would only show when the game begins is detected on loading."""

    async def main() -> None:
        lobby = open_lobby(data, idle=-1.0)
        bad, _ = await lobby.make(NewTable("mission", [HumanSeat("Ada"), OpenSeat()]))
        lobby.sweep_memory()
        execute(data, "UPDATE tables SET setting = replace(setting, 'mission', 'm')")
        with pytest.raises(RequestRefused) as caught:
            await lobby.find(bad.id)
        assert caught.value.code == "damaged_table"
        lobby.close()

    asyncio.run(main())


def test_a_rematch_that_somebody_declines(data: str) -> None:
    """The player who asked is told, and a bot may take the seat; also later."""

    async def main() -> None:
        lobby = open_lobby(data)
        table, secrets = await lobby.make(BODY)
        room = await lobby.find(table.id)
        for seat in range(2):
            room.do(Revealed(table.made, seat, nonce_of(seat)))
        with pytest.raises(RequestRefused) as early:
            await lobby.decline(room, secrets[1])
        assert early.value.code == "no_rematch"
        room.do(Resigned(table.made, 0))
        new, own = await lobby.rematch(room, secrets[0])
        assert (own, room.table.rematch_by) == ([0], 0)
        for _ in range(3):
            await lobby.decline(room, secrets[1])
        other = await lobby.find(new)
        assert [type(event).__name__ for event in other.table.events] == ["DeclinedEvent"]
        fill = FillCommand(id="f", seat=1, bot="ensign")
        ada = Listener(0)
        other.command(ada, fill, 0.0)
        await lobby.storage.settled()
        assert b'"ok":true' in ada.heard[-1]
        lobby.rooms.clear()
        again = await lobby.find(new)
        assert (again.table.seats[1].kind, again.table.seats[1].bot) == ("bot", "ensign")
        # Too late: the seat is not theirs any more.
        await lobby.decline(await lobby.find(table.id), secrets[1])
        assert len(again.table.events) == 2
        lobby.close()

    asyncio.run(main())
