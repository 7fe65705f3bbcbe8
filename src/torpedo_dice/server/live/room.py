"""A table in use: its connected clients and their messages, bots and clocks.

The results of a log entry are sent only after its commit. Messages are encoded when the
entry is applied, so they never show a later state, which may not be stored yet.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import partial

from torpedo_dice.rules import Move, MoveError, Seat, Sentence
from torpedo_dice.server.live.bots import RoomBots
from torpedo_dice.server.live.clocks import RoomClocks
from torpedo_dice.server.live.encoding import encode_change, encode_welcome
from torpedo_dice.server.live.peer_messages import KEY_LETTERS, Here
from torpedo_dice.server.live.presence import Presence
from torpedo_dice.server.live.room_tools import REVOKED, STORAGE_FAILED, Client, RoomTools
from torpedo_dice.server.live.shared_table import PAUSE, SharedTable
from torpedo_dice.server.live.tokens import RoomTokens
from torpedo_dice.server.logs import logger
from torpedo_dice.server.messages import replies
from torpedo_dice.server.messages.codec import encode
from torpedo_dice.server.messages.commands import Command, ReactCommand
from torpedo_dice.server.messages.values import ReactionId
from torpedo_dice.server.store.writes import (
    AddEntry,
    ConflictError,
    EndTable,
    StorageError,
    Write,
)
from torpedo_dice.server.table.commands import handle_command
from torpedo_dice.server.table.log import (
    BotFailed,
    ClockRanOut,
    DeviceRevoked,
    Entry,
    Filled,
    MoveEntry,
    Resigned,
)
from torpedo_dice.server.table.table import Change, Table
from torpedo_dice.server.table.views import ViewWriter

_REFUSALS_KEPT = 256
_TOO_OFTEN = replies.Problem("refused", "too_fast", Sentence("too many requests: wait a moment"))


class Room(SharedTable):
    """A table in use."""

    def __init__(self, table: Table, tools: RoomTools) -> None:
        super().__init__(table, tools.storage, tools.follow)
        self.clients: set[Client] = set()
        # Those that haven't been sent their welcome, which will tell them about all changes so far.
        self._arriving: set[Client] = set()
        # The number of entries of other processes that were shown.
        self._shown = 0
        self.used_at = time.monotonic()
        self._tools = tools
        self._metrics = tools.metrics
        self._peers = tools.peers
        process = "" if tools.peers is None else tools.peers.process
        self._presence = Presence(table.seats, process)
        self._bots = RoomBots(table, tools.thinking, self)
        self._clocks = RoomClocks(table, self.may_act, self._time_is_up)
        self.tokens = RoomTokens(table.devices)
        self._refusals: OrderedDict[tuple[tuple[Seat, ...], str], bytes] = OrderedDict()
        self._writer = ViewWriter()

    def open(self) -> None:
        """Start the bots and the clock."""
        if self._peers is not None:
            self._peers.opened(self.table.id)
        self.follow_up()

    def close(self) -> None:
        """Stop the bots and the clock."""
        super().close()
        self._bots.stop()
        self._clocks.close()

    # ------------------------------------------------------------------ presence

    def join(self, client: Client, seen: int) -> None:
        """Add a client that has seen the events up to a number."""
        self.clients.add(client)
        self._arriving.add(client)
        self._welcome(client, seen)
        self._note_presence()
        self._bots.wake()

    def _welcome(self, client: Client, seen: int) -> None:
        if client not in self.clients:
            return
        again, shown = partial(self._welcome, client, seen), self._shown
        if self.is_rebuilding:
            self.redo_when_rebuilt(again)
            return
        message = encode_welcome(self._writer, self.table, client.own, seen)

        def done(error: StorageError | None) -> None:
            if isinstance(error, ConflictError):
                self.note_conflict(again, is_entry=False)
            elif error is not None:
                client.drop(*STORAGE_FAILED)
            elif shown != self._shown:
                # Entries of another process came first: the welcome has to include them.
                again()
            else:
                self._arriving.discard(client)
                client.send(message)

        self._storage.after(done, self.table.id)
        if self._clocks.are_running:
            self._send_after([client], self._clocks.message())

    def leave(self, client: Client) -> None:
        """Remove a client."""
        self.clients.discard(client)
        self._arriving.discard(client)
        self.used_at = time.monotonic()
        self._note_presence()

    def _note_presence(self) -> None:
        self._presence.note(seat for client in self.clients for seat in client.own)
        if self._peers is not None:
            self._peers.changed(self)
        self.send_presence()

    def away(self, seat: Seat) -> float | None:
        """Return how many seconds a seat has had no connection; None if it has one."""
        return self._presence.away(seat)

    def is_connected(self, secret_hash: str) -> bool:
        """Whether a device with this secret is connected."""
        if any(secret_hash in client.keys for client in self.clients):
            return True
        return secret_hash[:KEY_LETTERS] in self._presence.other_keys()

    def revoke(self, seat: Seat, secret_hash: str) -> None:
        """Take a seat away from a device, and close its connections."""
        self.do(DeviceRevoked(time.time(), seat, secret_hash))
        for client in list(self.clients):
            if secret_hash in client.keys:
                client.drop(*REVOKED)

    def send_presence(self) -> None:
        """Tell all clients who is connected."""
        spectators = sum(not client.own for client in self.clients)
        message = self._presence.message(self.table.seats, spectators)
        self._send_after(self.clients, message, again=self.send_presence)

    # ------------------------------------------------------------------ other processes

    def here(self) -> Here:
        """Return who is connected here, for other processes."""
        return self._presence.here(self.table.id, self.clients)

    def report(self, process: str, here: Here | None) -> None:
        """Note who is connected at another process."""
        if self._presence.report(process, here):
            self._presence.note(seat for client in self.clients for seat in client.own)
            self.send_presence()
            self.follow_up()

    def show_change(self, entry: Entry, change: Change) -> None:
        """Show the effects of another process's entry to the clients."""
        self._shown += 1
        present = self.clients - self._arriving
        for client, data in encode_change(self._writer, self.table, present, change).items():
            client.send(data)
        if isinstance(entry, DeviceRevoked | Filled):
            for client in list(self.clients):
                if tuple(self.table.seats_of(client.keys)) != client.own:
                    client.drop(*REVOKED)
        self.tokens.note()

    def use_table(self, table: Table) -> None:
        """Continue with another table."""
        self.table = self._bots.table = table
        self._clocks.use_table(table)
        self.tokens = RoomTokens(table.devices)
        self._refusals.clear()
        self._writer = ViewWriter()

    def give_up(self) -> None:
        """Unload the table, because it can't be used as it is."""
        self._tools.lost(self)

    def pause(self) -> None:
        """Stop everything, because nothing can be stored."""
        self.hold(PAUSE)
        self._clocks.stop()
        self._send_now(replies.Paused(paused=True))

    def resume(self) -> None:
        """Go on after a pause; nobody has lost time."""
        self._clocks.go_on()
        self._send_now(replies.Paused(paused=False))
        self.release(PAUSE)

    def _send_now(self, message: replies.Paused) -> None:
        data = encode(message)
        for client in self.clients:
            client.send(data)

    # ------------------------------------------------------------------ changes

    def command(
        self, client: Client, command: Command, came_at: float, *, is_checked: bool = False
    ) -> None:
        """Execute a command and answer it; if it changed something, after the commit.

        A refusal may be due to an old state of the table: if others write to it, it is read again
        first, unless it `is_checked`.
        """
        self.used_at = came_at
        again = partial(self.command, client, command, came_at)
        key = (client.own, command.id)
        refused = self._refusals.get(key)
        if refused is None and self._must_wait(client, command, again):
            return
        if refused is not None:
            self._send_after([client], refused, came_at, again)
            return
        try:
            reply = handle_command(self.table, list(client.own), command, time.time(), self.away)
        except Exception:
            self.give_up()
            raise
        if not reply.answer.ok and self._storage.is_shared and not is_checked:
            self._holds.wait(partial(again, is_checked=True))
            self._tools.follow(self.table.id)
            return
        answer = encode(reply.answer)
        if reply.answer.ok:
            self._metrics.commands_done.inc()
        else:
            self._metrics.commands_refused.inc()
            self._refusals[key] = answer
            if len(self._refusals) > _REFUSALS_KEPT:
                self._refusals.popitem(last=False)
        if reply.entry is None or reply.change is None:
            self._send_after([client], answer, came_at, again)
            if isinstance(command, ReactCommand) and reply.answer.ok:
                self._react(command)
        else:
            self._store(reply.entry, reply.change, (client, answer, came_at), again)

    def _must_wait(self, client: Client, command: Command, again: Callable[[], None]) -> bool:
        """Whether a command is executed later, or refused because its client is too fast."""
        if self._holds and self._holds.wait(again):
            return True
        if self._holds:
            client.send(_too_often(command))
            return True
        if self._reacts_too_often(client, command):
            self._send_after([client], _too_often(command))
            return True
        return False

    def _reacts_too_often(self, client: Client, command: Command) -> bool:
        # Only the holder of a seat uses up its reactions.
        if not isinstance(command, ReactCommand) or command.seat not in client.own:
            return False
        return not self._tools.may_react(f"{self.table.id} {command.seat}")

    def _react(self, command: ReactCommand) -> None:
        self.show_reaction(command.seat, command.reaction)
        if self._peers is not None:
            self._peers.reacted(self.table.id, command.seat, command.reaction)

    def show_reaction(self, seat: Seat, reaction: ReactionId) -> None:
        """Show a reaction to the clients."""
        self._send_after(self.clients, encode(replies.Reaction(seat, reaction)))

    def do(self, entry: Entry, *writes: Write) -> None:
        """Apply and store an entry that does not come from a client's command."""
        try:
            change = self.table.apply(entry)
        except MoveError:
            # These leave the table as it was.
            raise
        except Exception:
            # The change may be incomplete: reload the table as stored.
            self.give_up()
            raise
        self._store(entry, change, None, None, *writes)

    def _store(
        self,
        entry: Entry,
        change: Change,
        answer: tuple[Client, bytes, float] | None,
        again: Callable[[], None] | None,
        *more: Write,
    ) -> None:
        table = self.table
        writes: list[Write] = [AddEntry(table.id, table.entries, entry), *more]
        if isinstance(entry, MoveEntry | Resigned) and table.is_over:
            writes.append(EndTable(table.id, entry.at))
            self._metrics.games_ended.inc()
            logger.info("game_ended", extra={"table": table.id})
        messages = encode_change(self._writer, self.table, self.clients, change)

        def done(error: StorageError | None) -> None:
            if error is not None:
                if isinstance(error, ConflictError):
                    self.note_conflict(again, is_entry=True)
                else:
                    self.give_up()
                return
            if answer is not None:
                asker, text, came_at = answer
                # The events come before the answer.
                before = messages.pop(asker, None)
                asker.send(text) if before is None else asker.send(before, text)
                self._metrics.latency.observe(time.monotonic() - came_at)
            for client, data in messages.items():
                if client not in self._arriving:
                    client.send(data)
            self.note_stored()

        self._in_flight += 1
        self._storage.write(writes, done)
        self.follow_up()

    def _send_after(
        self,
        clients: Iterable[Client],
        message: bytes,
        came_at: float | None = None,
        again: Callable[[], None] | None = None,
    ) -> None:
        """Send a message after the commit of everything it may depend on.

        `came_at` is when the command that it answers arrived; `again` is called instead if the
        message was based on entries that are discarded.
        """
        receivers = list(clients)

        def done(error: StorageError | None) -> None:
            if isinstance(error, ConflictError):
                self.note_conflict(again, is_entry=False)
                return
            for client in receivers:
                if error is None:
                    client.send(message)
                else:
                    client.drop(*STORAGE_FAILED)
            if error is None and came_at is not None:
                self._metrics.latency.observe(time.monotonic() - came_at)

        self._storage.after(done, self.table.id)

    # ------------------------------------------------------------------ bots and the clock

    def may_act(self) -> bool:
        """Whether this process moves bots and lets clocks run out now."""
        return not self._holds and self._presence.is_responsible(has_clients=bool(self.clients))

    def watcher(self) -> str | None:
        """Return the address of somebody who is connected, if bots may move; else None."""
        if not self.may_act():
            return None
        return next((client.address for client in self.clients), None)

    def move_bot(self, seat: Seat, bot: str, move: Move) -> None:
        """Make a bot's move."""
        self.do(MoveEntry(time.time(), seat, str(move), bot=bot))

    def replace_bot(self, seat: Seat, bot: str) -> None:
        """Let a bot play from now on for one that failed."""
        self.do(BotFailed(time.time(), seat, bot))

    def follow_up(self) -> None:
        """After a change: wake the bots, and update the clocks."""
        if self.table.journal is None:
            return
        self._bots.wake()
        if self._clocks.update():
            self._send_after(self.clients, self._clocks.message())

    def _time_is_up(self, seats: list[Seat]) -> None:
        for seat in seats:
            self.do(ClockRanOut(time.time(), seat))
        self.follow_up()


def _too_often(command: Command) -> bytes:
    return encode(replies.Answer(command.id, ok=False, error=_TOO_OFTEN))
