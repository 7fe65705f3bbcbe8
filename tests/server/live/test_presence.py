"""Presence: who is connected, here and at other processes."""

from __future__ import annotations

import json

from torpedo_dice.server.live.peer_messages import Here
from torpedo_dice.server.live.presence import Presence
from torpedo_dice.server.table.seat import SeatState

SEATS = [SeatState("human", "Ada"), SeatState("human", "Noor"), SeatState("bot", "B", "ensign")]


def here(process: str, *seats: int, spectators: int = 0) -> Here:
    """A report of a process."""
    return Here(process, "t", list(seats), spectators, [])


def test_a_seat_is_away_once_it_is_connected_nowhere() -> None:
    """Being connected to several processes counts as one."""
    presence = Presence(SEATS, "b")
    assert presence.away(0) is not None
    presence.note([0])
    assert presence.away(0) is None
    assert presence.report("a", here("a", 0, 1, spectators=2))
    assert not presence.report("a", here("a", 0, 1, spectators=2))
    presence.note([])
    assert (presence.away(0), presence.away(1)) == (None, None)
    message = json.loads(presence.message(SEATS, 1))
    assert [seat["connected"] for seat in message["seats"]] == [True, True]
    assert message["spectators"] == 3
    assert presence.report("a", None)
    presence.note([])
    assert presence.away(0) is not None


def test_the_oldest_process_with_connections_is_responsible() -> None:
    """One without connections only if there is no other."""
    presence = Presence(SEATS, "b")
    assert presence.is_responsible(has_clients=False)
    presence.report("c", here("c", 0))
    assert presence.is_responsible(has_clients=True)
    assert not presence.is_responsible(has_clients=False)
    presence.report("a", here("a", spectators=1))
    assert not presence.is_responsible(has_clients=True)
    presence.report("a", here("a"))
    assert presence.is_responsible(has_clients=True)
