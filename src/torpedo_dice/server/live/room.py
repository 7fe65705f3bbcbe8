"""A table in use: its connected clients and their messages, bots and clocks.

The results of a log entry are sent only after its commit. Messages are encoded when the
entry is applied, so they never show a later state, which may not be stored yet.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import cache
from typing import Protocol

from torpedo_dice.rules import Move, MoveError, Seat, Sentence
from torpedo_dice.server.live.bots import RoomBots
from torpedo_dice.server.live.thinking import Thinking
from torpedo_dice.server.live.tokens import RoomTokens
from torpedo_dice.server.logs import logger
from torpedo_dice.server.messages import replies
from torpedo_dice.server.messages.codec import encode, preencoded
from torpedo_dice.server.messages.commands import Command, ReactCommand
from torpedo_dice.server.metrics import Metrics
from torpedo_dice.server.store.storage import Storage
from torpedo_dice.server.store.writes import AddEntry, EndTable, StorageError, Write
from torpedo_dice.server.table.commands import handle_command
from torpedo_dice.server.table.log import (
    BotFailed,
    ClockRanOut,
    DeviceRevoked,
    Entry,
    MoveEntry,
    Resigned,
)
from torpedo_dice.server.table.table import Change, Table
from torpedo_dice.server.table.views import ViewWriter

# The name of a spectator's view.
SPECTATOR = "-"
# Grace period: after a restart of the server a clock has at least this many seconds left.
GRACE = 30.0
_REFUSALS_KEPT = 256
# Closes connections whose messages depend on data that couldn't be stored.
STORAGE_FAILED = (1011, "the storage failed: come again")


_TOO_OFTEN = replies.Problem("refused", "too_fast", Sentence("too many requests: wait a moment"))
# Closes the connections of a device that lost its seat.
REVOKED = (4403, "this device was removed")


class Client(Protocol):
    """The interface of a connection to its room."""

    own: tuple[Seat, ...]
    address: str
    # The hashes of the secrets it presented.
    keys: frozenset[str]

    def send(self, *messages: bytes) -> None:
        """Send messages."""

    def drop(self, code: int, why: str) -> None:
        """Close the connection."""


class Room:
    """A table in use."""

    def __init__(
        self,
        table: Table,
        storage: Storage,
        thinking: Thinking,
        metrics: Metrics,
        lost: Callable[[Room], None],
        may_react: Callable[[str], bool],
    ) -> None:
        """`thinking` runs the bots.

        `lost` is called when the storage has failed and the table must be reloaded. `may_react`
        applies the rate limit for a seat's reactions.
        """
        self.table = table
        self.clients: set[Client] = set()
        self.used_at = time.monotonic()
        self._storage = storage
        self._metrics = metrics
        self._lost = lost
        self._may_react = may_react
        humans = [seat for seat, state in enumerate(table.seats) if state.bot is None]
        self._away_since: dict[Seat, float] = dict.fromkeys(humans, time.monotonic())
        self._bots = RoomBots(table, thinking, self)
        self._timer: asyncio.TimerHandle | None = None
        # In monotonic time, because the system clock may jump: when the running clocks expire, and
        # when the current turn began.
        self._clocks: dict[Seat, float] = {}
        self._turn_key = table.turn_key
        self._turn_began = _began(table)
        self.tokens = RoomTokens(table.devices)
        self._refusals: OrderedDict[tuple[tuple[Seat, ...], str], bytes] = OrderedDict()
        self._writer = ViewWriter()

    def open(self) -> None:
        """Start the bots and the clock."""
        self._follow_up()

    def close(self) -> None:
        """Stop the bots and the clock."""
        self._bots.stop()
        if self._timer is not None:
            self._timer.cancel()

    # ------------------------------------------------------------------ presence

    def join(self, client: Client, seen: int) -> None:
        """Add a client that has seen the events up to a number."""
        table = self.table
        self.clients.add(client)
        for seat in client.own:
            self._away_since.pop(seat, None)
        # A client that claims to have seen more events than exist gets all of them.
        first = seen if seen <= table.number else 0
        welcome = replies.Welcome(
            you=list(client.own),
            table=table.facts(),
            number=table.number,
            events=table.events[first:],
            views={
                name: self._writer.write(table.scene(), seat)
                for name, seat in _views_of(client.own).items()
            },
            commitment=table.commitment,
            nonces=table.nonces,
            nonce_commitments=table.nonce_commitments,
        )
        self._send_after([client], encode(welcome))
        if self._clocks:
            self._send_after([client], self._clock_message())
        self.send_presence()
        self._bots.wake()

    def leave(self, client: Client) -> None:
        """Remove a client."""
        self.clients.discard(client)
        self.used_at = time.monotonic()
        here = {seat for other in self.clients for seat in other.own}
        for seat in client.own:
            if seat not in here:
                self._away_since[seat] = time.monotonic()
        self.send_presence()

    def away(self, seat: Seat) -> float | None:
        """Return how many seconds a seat has had no connection; None if it has one."""
        since = self._away_since.get(seat)
        return None if since is None else time.monotonic() - since

    def is_connected(self, secret_hash: str) -> bool:
        """Whether a device with this secret is connected."""
        return any(secret_hash in client.keys for client in self.clients)

    def revoke(self, seat: Seat, secret_hash: str) -> None:
        """Take a seat away from a device, and close its connections."""
        self.do(DeviceRevoked(time.time(), seat, secret_hash))
        for client in list(self.clients):
            if secret_hash in client.keys:
                client.drop(*REVOKED)

    def send_presence(self) -> None:
        """Tell all clients who is connected."""
        seats = []
        for seat, state in enumerate(self.table.seats):
            if state.kind == "human":
                away = self.away(seat)
                seats.append(replies.SeatPresence(seat, away is None, round(away or 0.0, 1)))
        spectators = sum(not client.own for client in self.clients)
        self._send_after(self.clients, encode(replies.Presence(seats, spectators)))

    # ------------------------------------------------------------------ changes

    def command(self, client: Client, command: Command, came_at: float) -> None:
        """Execute a command and answer it; if it changed something, after the commit."""
        self.used_at = came_at
        key = (client.own, command.id)
        refused = self._refusals.get(key)
        if refused is not None:
            self._send_after([client], refused, came_at)
            return
        if self._reacts_too_often(client, command):
            too_fast = replies.Answer(command.id, ok=False, error=_TOO_OFTEN)
            self._send_after([client], encode(too_fast), came_at)
            return
        try:
            reply = handle_command(self.table, list(client.own), command, time.time(), self.away)
        except Exception:
            self._lost(self)
            raise
        answer = encode(reply.answer)
        if reply.answer.ok:
            self._metrics.commands_done.inc()
        else:
            self._metrics.commands_refused.inc()
            self._refusals[key] = answer
            if len(self._refusals) > _REFUSALS_KEPT:
                self._refusals.popitem(last=False)
        if reply.entry is None or reply.change is None:
            self._send_after([client], answer, came_at)
            if isinstance(command, ReactCommand) and reply.answer.ok:
                said = replies.Reaction(command.seat, command.reaction)
                self._send_after(self.clients, encode(said))
        else:
            self._store(reply.entry, reply.change, (client, answer, came_at))

    def _reacts_too_often(self, client: Client, command: Command) -> bool:
        # Only the holder of a seat uses up its reactions.
        if not isinstance(command, ReactCommand) or command.seat not in client.own:
            return False
        return not self._may_react(f"{self.table.id} {command.seat}")

    def do(self, entry: Entry, *writes: Write) -> None:
        """Apply and store an entry that does not come from a client's command."""
        try:
            change = self.table.apply(entry)
        except MoveError:
            # These leave the table as it was.
            raise
        except Exception:
            # The change may be incomplete: reload the table as stored.
            self._lost(self)
            raise
        self._store(entry, change, None, *writes)

    def _store(
        self,
        entry: Entry,
        change: Change,
        answer: tuple[Client, bytes, float] | None,
        *more: Write,
    ) -> None:
        table = self.table
        writes: list[Write] = [AddEntry(table.id, table.entries, entry), *more]
        if isinstance(entry, MoveEntry | Resigned) and table.is_over:
            writes.append(EndTable(table.id, entry.at))
            self._metrics.games_ended.inc()
            logger.info("game_ended", extra={"table": table.id})
        messages = self._messages(change)

        def done(error: StorageError | None) -> None:
            if error is not None:
                self._lost(self)
                return
            if answer is not None:
                asker, text, came_at = answer
                # The events come before the answer.
                before = messages.pop(asker, None)
                asker.send(text) if before is None else asker.send(before, text)
                self._metrics.latency.observe(time.monotonic() - came_at)
            for client, data in messages.items():
                client.send(data)

        self._storage.write(writes, done)
        self._follow_up()

    def _messages(self, change: Change) -> dict[Client, bytes]:
        """Encode what each client may see of a change; if that is nothing, it gets no message."""
        owners: dict[tuple[Seat, ...], list[Client]] = {}
        for client in self.clients:
            if change.events or any(seat in change.private for seat in client.own):
                owners.setdefault(client.own, []).append(client)
        watchers = {own: _views_of(own) for own in owners}
        seats = {seat for named in watchers.values() for seat in named.values()}
        views = self._writer.write_all(self.table.scene(), seats)
        events = preencoded(change.events)
        messages: dict[Client, bytes] = {}
        for own, clients in owners.items():
            message = replies.Events(
                events=events,
                private=[one for seat in own for one in change.private.get(seat, ())],
                views={name: views[seat] for name, seat in watchers[own].items()},
            )
            messages |= dict.fromkeys(clients, encode(message))
        return messages

    def _send_after(
        self, clients: Iterable[Client], message: bytes, came_at: float | None = None
    ) -> None:
        """Send a message after the commit of everything it may depend on.

        `came_at` is when the command that it answers arrived.
        """
        receivers = list(clients)

        def done(error: StorageError | None) -> None:
            for client in receivers:
                if error is None:
                    client.send(message)
                else:
                    client.drop(*STORAGE_FAILED)
            if error is None and came_at is not None:
                self._metrics.latency.observe(time.monotonic() - came_at)

        self._storage.after(done)

    # ------------------------------------------------------------------ bots and the clock

    def watcher(self) -> str | None:
        """Return the address of somebody who is connected; None if nobody is."""
        return next((client.address for client in self.clients), None)

    def move_bot(self, seat: Seat, bot: str, move: Move) -> None:
        """Make a bot's move."""
        self.do(MoveEntry(time.time(), seat, str(move), bot=bot))

    def replace_bot(self, seat: Seat, bot: str) -> None:
        """Let a bot play from now on for one that failed."""
        self.do(BotFailed(time.time(), seat, bot))

    def _follow_up(self) -> None:
        """After a change: wake the bots, and update the clocks."""
        if self.table.journal is None:
            return
        self._bots.wake()
        if self.table.setup.clock is None:
            return
        clocks = self._deadlines(self.table.setup.clock)
        if clocks == self._clocks:
            return
        self._clocks = clocks
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if clocks:
            wait = max(0.0, min(clocks.values()) - time.monotonic())
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait, self._time_is_up)
        self._send_after(self.clients, self._clock_message())

    def _deadlines(self, clock: float) -> dict[Seat, float]:
        table, now = self.table, time.monotonic()
        if table.turn_key != self._turn_key:
            self._turn_key = table.turn_key
            self._turn_began.clear()
        for seat in table.turn_since:
            self._turn_began.setdefault(seat, now)
        return {seat: self._turn_began[seat] + clock for seat in table.seats_on_clock()}

    def _clock_message(self) -> bytes:
        now = time.monotonic()
        left = {seat: round(max(0.0, at - now), 2) for seat, at in self._clocks.items()}
        return encode(replies.Clock([replies.ClockLeft(*each) for each in left.items()]))

    def _time_is_up(self) -> None:
        self._timer = None
        now = time.monotonic() + 0.001
        for seat, at in list(self._clocks.items()):
            if at <= now:
                self.do(ClockRanOut(time.time(), seat))
        self._clocks = {}
        self._follow_up()


def _began(table: Table) -> dict[Seat, float]:
    """Return when the current turn of a newly loaded table began, in monotonic time.

    Only the system clock knows how long ago that was, so it may be wrong: at least the grace period
    is left, and at most a whole turn.
    """
    clock = table.setup.clock or 0.0
    most = clock - min(clock, GRACE)
    now, wall = time.monotonic(), time.time()
    return {
        seat: now - min(max(0.0, wall - since), most) for seat, since in table.turn_since.items()
    }


@cache
def _views_of(own: tuple[Seat, ...]) -> dict[str, Seat | None]:
    """Return the seats of a client's views, by their names."""
    return {str(seat): seat for seat in own} if own else {SPECTATOR: None}
