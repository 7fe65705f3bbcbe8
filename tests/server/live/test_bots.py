"""Bots at a table on the server: one instance per seat and game, guarded, and never in the way."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from tests.bots.packages import install
from torpedo_dice.server.config import Config
from torpedo_dice.server.live.lobby import Lobby
from torpedo_dice.server.live.room import Room
from torpedo_dice.server.messages.rest import BotSeat, NewTable
from torpedo_dice.server.store.storage import Storage

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
    monkeypatch.delitem(__import__("sys").modules, "counting_bots", raising=False)
    return tmp_path / "moves"


def play(tmp_path: Path, *bots: str) -> Room:
    """Let bots play a game on a server; returns its room."""

    async def main() -> Room:
        data = str(tmp_path / "games.sqlite")
        lobby = Lobby(Config(data=data), Storage(data))
        seats = [BotSeat(bot) for bot in bots]
        table, _ = await lobby.make(NewTable("training", list(seats), pace="instant"))
        room = await lobby.find(table.id)
        async with asyncio.timeout(60):
            while not table.is_over:
                await asyncio.sleep(0.01)
        lobby.close()
        return room

    return asyncio.run(main())


def test_a_bot_keeps_its_state_throughout_a_game(tmp_path: Path, moves: Path) -> None:
    """A bot that counts its moves sees 1, 2, 3 … at each of its seats."""
    play(tmp_path, "counting", "counting")
    for seat in "01":
        counted = [line[2:] for line in moves.read_text().splitlines() if line[0] == seat]
        assert len(counted) > 10
        assert counted == [str(number + 1) for number in range(len(counted))]


def test_a_bot_that_fails_is_replaced(
    tmp_path: Path, moves: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The game goes on with the clock's bot, and the log has one line with the reason."""
    caplog.set_level(logging.WARNING, "torpedo_dice.server")
    room = play(tmp_path, "failing", "ensign")
    assert room.table.is_over
    assert moves.read_text().splitlines() == ["0 1", "0 2", "0 3"]
    failed = [record for record in caplog.records if record.message == "bot_failed"]
    assert len(failed) == 1
    assert "I give up" in vars(failed[0])["reason"]
