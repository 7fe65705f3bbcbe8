"""Bots at a table on the server: one instance per seat and game, guarded, and never in the way.

A bot that fails is visibly replaced. Whatever it does, its table and all others keep playing.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.bots.misbehaving import install_misbehaving
from tests.bots.packages import install
from tests.server.live.lobbies import Listener, open_lobby
from tests.server.players import SERVE, Page, Server, play_turns
from torpedo_dice.bots import Lieutenant
from torpedo_dice.record import verify
from torpedo_dice.rules import Game, Move, Seat
from torpedo_dice.server.live.room import Room
from torpedo_dice.server.messages.rest import BotSeat, NewTable
from torpedo_dice.server.table.table import Table

BOTS = '''
from pathlib import Path
from torpedo_dice.bots import Lieutenant

FILE = Path(__file__).with_name("moves")


class Counting(Lieutenant):
    """Writes down how many moves it has made."""

    def __init__(self, seed):
        super().__init__(seed)
        self.moves = 0

    def choose(self, view, seat):
        self.moves += 1
        with FILE.open("a") as file:
            file.write(f"{seat} {self.moves}\\n")
        return super().choose(view, seat)


class Failing(Counting):
    """Raises at its third move."""

    def choose(self, view, seat):
        move = super().choose(view, seat)
        if self.moves == 3:
            raise SystemExit("I give up")
        return move
'''


@pytest.fixture
def moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which the bots of a package write down their moves."""
    factories = {"counting": "counting_bots:Counting", "failing": "counting_bots:Failing"}
    install(tmp_path, "counting-bots", BOTS, factories)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path / "moves"


async def finished(table: Table, seconds: float = 60) -> None:
    """Wait until a game is over."""
    async with asyncio.timeout(seconds):
        while not table.is_over:
            await asyncio.sleep(0.01)


def play(data: str, *bots: str) -> Room:
    """Have bots play a game on a server while somebody watches; return its room."""

    async def main() -> Room:
        lobby = open_lobby(data)
        seats = [BotSeat(bot) for bot in bots]
        table, _ = await lobby.make(NewTable("training", list(seats), pace="instant"))
        room = await lobby.find(table.id)
        room.join(Listener(), 0)
        await finished(table, 120)
        lobby.close()
        return room

    return asyncio.run(main())


def players(room: Room) -> list[dict[str, Any]]:
    """Return the players of a room's record."""
    record = room.table.record()
    assert record is not None
    assert verify(record) is None
    entries: list[dict[str, Any]] = record["players"]
    return entries


def test_a_bot_keeps_its_state_throughout_a_game(data: str, moves: Path) -> None:
    """A bot that counts its moves sees 1, 2, 3 … at each of its seats; nobody stands in for it."""
    room = play(data, "counting", "counting")
    for seat in "01":
        counted = [line[2:] for line in moves.read_text().splitlines() if line[0] == seat]
        assert len(counted) > 10
        assert counted == [str(number + 1) for number in range(len(counted))]
    assert not any("stand_in" in player for player in players(room))


def test_a_bot_that_fails_is_replaced(
    data: str, moves: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A captain takes over; the log, the table and the record show it, even after a restart."""
    caplog.set_level(logging.WARNING, "torpedo_dice.server")
    room = play(data, "failing", "ensign")
    assert moves.read_text().splitlines() == ["0 1", "0 2", "0 3"]
    (failed,) = [vars(record) for record in caplog.records if record.message == "bot_failed"]
    assert (failed["bot"], failed["seat"], failed["stand_in"]) == ("failing", 0, "captain")
    assert "I give up" in failed["reason"]
    assert "counting_bots.py" in failed["traceback"]
    names = [type(event).__name__ for event in room.table.events]
    assert names.count("BotFailedEvent") == 1
    assert [player.get("stand_in") for player in players(room)] == ["captain", None]

    async def again() -> Table:
        lobby = open_lobby(data)
        found = await lobby.find(room.table.id)
        lobby.close()
        return found.table

    stored = asyncio.run(again())
    assert stored.record() == room.table.record()
    assert stored.seats[0].stand_in == "captain"


def test_even_a_stand_in_can_fail(data: str, moves: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the clock's stand-in plays, which needs no compiler."""

    def fail(*_: object) -> None:
        raise SystemExit

    monkeypatch.setattr("torpedo_dice.bots.thinker.Thinker.choose", fail)
    room = play(data, "failing", "ensign")
    assert players(room)[0]["stand_in"] == "lieutenant"


def test_bots_wait_until_somebody_is_connected(data: str) -> None:
    """A table of bots does nothing by itself, and pauses again when the last spectator leaves."""

    async def main() -> None:
        lobby = open_lobby(data)
        seats = [BotSeat("ensign"), BotSeat("lieutenant")]
        table, _ = await lobby.make(NewTable("training", list(seats), pace="instant"))
        room = await lobby.find(table.id)
        await asyncio.sleep(0.3)
        assert table.entries == 0
        spectator = Listener()
        room.join(spectator, 0)
        async with asyncio.timeout(10):
            while table.entries < 4:
                await asyncio.sleep(0)
        room.leave(spectator)
        await asyncio.sleep(0.2)
        stopped = table.entries
        assert not table.is_over
        await asyncio.sleep(0.3)
        assert table.entries == stopped
        room.join(spectator, 0)
        await finished(table)
        lobby.close()

    asyncio.run(main())


def test_a_quick_bot_does_not_wait_for_slow_ones(
    data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many slow admirals delay each other, but no ensign at another table."""

    def ponder(thinker: object, view: Game, seat: Seat) -> Move:
        time.sleep(1)
        return Lieutenant(1).choose(view, seat)

    monkeypatch.setattr("torpedo_dice.bots.thinker.Thinker.choose", ponder)

    async def main() -> None:
        lobby = open_lobby(data)
        tables = []
        for bots in (*(["admiral"] * 4,) * 4, ["ensign", "lieutenant"]):
            seats = [BotSeat(bot) for bot in bots]
            table, _ = await lobby.make(NewTable("training", list(seats), pace="instant"))
            tables.append(table)
            (await lobby.find(table.id)).join(Listener(), 0)
        begun = time.monotonic()
        await finished(tables[-1], 20)
        # Two threads, one second for each move.
        most = 2 * (time.monotonic() - begun + 1)
        assert sum(table.entries for table in tables[:-1]) <= most
        lobby.close()

    asyncio.run(main())


# ---------------------------------------------------------------------- at a real server


class GuestServer(Server):
    """A server with misbehaving bots and a time limit of two seconds per move."""

    program = f"from torpedo_dice.bots import seated; seated.MOVE_SECONDS = 2.0; {SERVE}"


@pytest.fixture(scope="module")
def guests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server on which the misbehaving bots are installed."""
    folder = tmp_path_factory.mktemp("guests")
    with pytest.MonkeyPatch.context() as patch:
        install_misbehaving(folder, patch)
        patch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
        server = GuestServer(folder / "games.sqlite", folder / "log")
    yield server
    assert server.process is not None
    assert server.process.poll() is None
    server.kill()


def failures(server: Server, table: str) -> list[dict[str, Any]]:
    """Return the log lines about the bots of a table."""
    lines = map(json.loads, server.log.read_text().splitlines())
    return [line for line in lines if line["event"] == "bot_failed" and line["table"] == table]


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("exits", "raised SystemExit: I give up"),
        ("interrupts", "raised KeyboardInterrupt"),
        ("cancels", "raised CancelledError"),
        ("silent", "raised Silent"),
        ("surrogate", "raised ValueError"),
        ("hangs", "didn’t answer within 2 seconds"),
        ("dies", "ended its process (exit code 7)"),
        ("illegal", "made an illegal move"),
        ("unmade", "can’t be created: KeyboardInterrupt"),
    ],
)
def test_the_table_plays_on(bot: str, reason: str, guests: Server) -> None:
    """Everyone sees who plays now, the log has the traceback; other tables are unaffected."""
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "bot", "bot": bot}]
    made = guests.make(seats=seats, first=1, pace="instant")
    # Not an ensign, who may mark the skull in the second round.
    other = guests.make(seats=[seats[0], {"kind": "bot", "bot": "lieutenant"}], pace="instant")
    secret, other_secret = (table["seats"][0]["secret"] for table in (made, other))

    async def main() -> None:
        async with (
            Page(guests, made["table"], secret) as ada,
            Page(guests, other["table"], other_secret) as noor,
        ):
            begun = time.monotonic()
            await play_turns({0: noor}, lambda page: page.views["0"]["round"] > 2)
            # Even while a bot hangs.
            assert time.monotonic() - begun < 2
            failed = await ada.event("bot_failed", seconds=20)
            assert (failed["seat"], failed["bot"]) == (1, "captain")
            assert (await ada.event("taken", seconds=90))["seat"] == 1
            assert ada.views["0"]["seats"][1]["stand_in"] == "captain"
            await play_turns({0: ada}, lambda page: page.views["0"]["round"] > 1)

    asyncio.run(main())
    record = guests.get(f"/api/tables/{made['table']}/record").json()
    assert [player.get("stand_in") for player in record["players"]] == [None, "captain"]
    (logged,) = failures(guests, made["table"])
    assert reason in logged["reason"]
    has_traceback = reason.startswith(("raised", "can’t be created"))
    assert ("bad_bots.py" in logged["traceback"]) == has_traceback
    assert failures(guests, other["table"]) == []


def test_a_stand_ins_win_is_not_the_bots(guests: Server) -> None:
    """A game that a bot did not finish itself shows this to the end, including in its record."""
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "bot", "bot": "late"}]
    made = guests.make("training", seats, pace="instant")

    async def main() -> Page:
        async with Page(guests, made["table"], made["seats"][0]["secret"]) as ada:
            await play_turns({0: ada}, lambda page: page.views["0"]["over"])
            return ada

    ada = asyncio.run(main())
    assert [event["bot"] for event in ada.events if event["event"] == "bot_failed"] == ["captain"]
    assert ada.views["0"]["seats"][1]["stand_in"] == "captain"
    record = guests.get(f"/api/tables/{made['table']}/record").json()
    assert verify(record) is None
    (bot,) = [player for player in record["players"] if player["kind"] == "bot"]
    assert (bot["bot"], bot["stand_in"]) == ("late", "captain")
