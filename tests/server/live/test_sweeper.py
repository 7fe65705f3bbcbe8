"""Old tables are deleted, but never because a clock jumped."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.live.lobbies import BODY, open_lobby
from torpedo_dice.server.config import DAY
from torpedo_dice.server.live import sweeper
from torpedo_dice.server.live.lobby import Lobby
from torpedo_dice.server.messages.commands import NameCommand


class Clocks:
    """Stands in for `time` in the sweeper: both clocks are set by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall = sweeper.time.time()
        self.ran = sweeper.time.monotonic()
        monkeypatch.setattr(sweeper, "time", self)

    def time(self) -> float:
        """Return the system's time."""
        return self.wall

    def monotonic(self) -> float:
        """Return the time that the machine has run."""
        return self.ran


def _open(data: str) -> Lobby:
    """Open a lobby that does not sweep on its own."""
    lobby = open_lobby(data)
    assert lobby._sweeper is not None
    lobby._sweeper.cancel()
    return lobby


async def _made(lobby: Lobby) -> str:
    table, _ = await lobby.make(BODY)
    lobby.rooms.clear()
    return table.id


async def _is_there(lobby: Lobby, table: str) -> bool:
    is_there = await asyncio.to_thread(lobby.storage.load, table) is not None
    lobby.rooms.clear()
    return is_there


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    """Return the sweeper's clocks."""
    return Clocks(monkeypatch)


def test_two_months_ahead_at_startup(data: str, clocks: Clocks) -> None:
    """Nothing is deleted; when the clock is right again, the marks disappear."""

    async def main() -> None:
        lobby = _open(data)
        table = await _made(lobby)
        lobby.close()
        clocks.wall += 61 * DAY
        for _ in range(3):
            lobby = _open(data)
            assert await lobby.sweep_storage() == 0
            assert await lobby.sweep_storage() == 0
            lobby.close()
        lobby = _open(data)
        clocks.wall -= 61 * DAY
        await lobby.sweep_storage()
        clocks.ran += 8 * DAY
        clocks.wall += 61 * DAY
        # It was not marked any more, so it is marked anew.
        assert await lobby.sweep_storage() == 0
        assert await _is_there(lobby, table)
        lobby.close()

    asyncio.run(main())


def test_deleted_after_the_notice(data: str, clocks: Clocks) -> None:
    """The server has to run for the notice, over restarts; its time off does not count."""

    async def main() -> None:
        lobby = _open(data)
        table = await _made(lobby)
        clocks.wall += 61 * DAY
        await lobby.sweep_storage()
        for _ in range(3):
            clocks.wall += 2 * DAY
            clocks.ran += 2 * DAY
            assert await lobby.sweep_storage() == 0
            lobby.close()
            clocks.wall += 20 * DAY
            clocks.ran += 20 * DAY
            lobby = _open(data)
        clocks.ran += 1.1 * DAY
        assert await _is_there(lobby, table)
        assert await lobby.sweep_storage() == 1
        assert not await _is_there(lobby, table)
        lobby.close()

    asyncio.run(main())


def test_a_table_that_is_used_again(data: str, clocks: Clocks) -> None:
    """It loses its mark."""

    async def main() -> None:
        lobby = _open(data)
        table = await _made(lobby)
        clocks.wall += 61 * DAY
        await lobby.sweep_storage()
        clocks.wall -= 61 * DAY
        room = await lobby.find(table)
        room.command(_Nobody(), NameCommand(id="a", seat=0, name="Grace"), 0.0)
        await lobby.storage.settled()
        lobby.rooms.clear()
        await lobby.sweep_storage()
        clocks.ran += 30 * DAY
        clocks.wall += 30 * DAY
        assert await lobby.sweep_storage() == 0
        assert await _is_there(lobby, table)
        lobby.close()

    asyncio.run(main())


class _Nobody:
    own = (0,)

    def send(self, *messages: bytes) -> None: ...

    def drop(self, code: int, why: str) -> None: ...
