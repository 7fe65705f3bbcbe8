"""Who is connected to a table: at this process, and at others that share the database."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Sequence

from torpedo_dice.rules import Seat
from torpedo_dice.server.live.peer_messages import KEY_LETTERS, MAX_KEYS, Here
from torpedo_dice.server.live.room_tools import Client
from torpedo_dice.server.messages import replies
from torpedo_dice.server.messages.codec import encode
from torpedo_dice.server.table.seat import SeatState


class Presence:
    """Which seats are connected, and since when the others are not."""

    def __init__(self, seats: Sequence[SeatState], process: str = "") -> None:
        """`process` is this process's name among those that share the database."""
        humans = [seat for seat, state in enumerate(seats) if state.bot is None]
        self._away_since: dict[Seat, float] = dict.fromkeys(humans, time.monotonic())
        self._connected: set[Seat] = set()
        self._process = process
        # What other processes report, by process; only those with connections.
        self._others: dict[str, Here] = {}

    def note(self, seats: Iterable[Seat]) -> None:
        """Note the seats that are connected here now."""
        connected = set(seats).union(*(one.seats for one in self._others.values()))
        now = time.monotonic()
        for seat in connected:
            self._away_since.pop(seat, None)
        for seat in self._connected - connected:
            self._away_since[seat] = now
        self._connected = connected

    def here(self, table: str, clients: Collection[Client]) -> Here:
        """Return who is connected here, for other processes."""
        keys = {key[:KEY_LETTERS] for client in clients for key in client.keys}
        return Here(
            process=self._process,
            table=table,
            seats=sorted({seat for client in clients for seat in client.own}),
            spectators=sum(not client.own for client in clients),
            keys=sorted(keys)[:MAX_KEYS],
        )

    def report(self, process: str, here: Here | None) -> bool:
        """Note who is connected at another process; return whether that is news."""
        if here is not None and (here.seats or here.spectators):
            is_news = self._others.get(process) != here
            self._others[process] = here
            return is_news
        return self._others.pop(process, None) is not None

    def away(self, seat: Seat) -> float | None:
        """Return how many seconds a seat has had no connection; None if it has one."""
        since = self._away_since.get(seat)
        return None if since is None else time.monotonic() - since

    def other_keys(self) -> Iterator[str]:
        """Give the shortened hashes of the secrets of devices that are connected elsewhere."""
        for one in self._others.values():
            yield from one.keys

    def is_responsible(self, *, has_clients: bool) -> bool:
        """Whether this process does what has to happen once: bots' moves, clocks.

        That is the oldest process with connections to the table. If two believe so for a moment,
        the log's key decides, and the slower one starts over: nothing happens twice.
        """
        if not self._others:
            return True
        return has_clients and self._process < min(self._others)

    def message(self, seats: Sequence[SeatState], spectators: int) -> bytes:
        """Return the message that tells who is connected, with this many spectators here."""
        told = []
        for seat, state in enumerate(seats):
            if state.kind == "human":
                away = self.away(seat)
                told.append(replies.SeatPresence(seat, away is None, round(away or 0.0, 1)))
        spectators += sum(one.spectators for one in self._others.values())
        return encode(replies.Presence(told, spectators))
