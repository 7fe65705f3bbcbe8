"""Tokens expire, whatever the system's clock does."""

from __future__ import annotations

import pytest

from torpedo_dice.server.live import tokens
from torpedo_dice.server.live.tokens import RoomTokens
from torpedo_dice.server.table.devices import TOKEN_SECONDS, Devices


class Clocks:
    """Stands in for `time`."""

    wall = 1_000_000.0
    ran = 50.0

    def time(self) -> float:
        """Return the system's time."""
        return self.wall

    def monotonic(self) -> float:
        """Return the time that the machine has run."""
        return self.ran


@pytest.mark.parametrize("jump", [-3600.0, 0.0, 3600.0])
def test_a_token_expires(monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    """After a quarter of an hour, not earlier and not later."""
    clocks, devices = Clocks(), Devices()
    monkeypatch.setattr(tokens, "time", clocks)
    room = RoomTokens(devices)
    devices.issue(2, "aa", clocks.wall)
    room.note()
    clocks.wall += jump
    clocks.ran += TOKEN_SECONDS - 1
    assert (room.seat_of("aa"), room.count(2), room.count(1)) == (2, 1, 0)
    clocks.ran += 2
    assert (room.seat_of("aa"), room.count(2)) == (None, 0)


def test_a_token_that_was_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is as old as the system's clock says, but never valid for longer than a new one."""
    clocks, devices = Clocks(), Devices()
    monkeypatch.setattr(tokens, "time", clocks)
    devices.issue(0, "old", clocks.wall - TOKEN_SECONDS + 60)
    devices.issue(0, "of the future", clocks.wall + 9999)
    devices.issue(0, "old", clocks.wall - TOKEN_SECONDS + 60)
    room = RoomTokens(devices)
    assert room.count(0) == 2
    clocks.ran += 61
    assert room.seat_of("old") is None
    clocks.ran += TOKEN_SECONDS - 60
    assert room.count(0) == 0
