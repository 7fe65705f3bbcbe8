"""The other processes that share the database: which are alive, and who is connected to them.

They talk through PostgreSQL's notifications, so there is nothing else to run. A process that hasn't
been heard of for a few seconds counts as dead, also one that is merely paused: what it was
responsible for is taken over. No decision depends on this being exact, because everything that
counts is a log entry, and the log's primary key admits each number once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

import msgspec

from torpedo_dice.rules import Seat
from torpedo_dice.server.live.peer_messages import (
    Ask,
    Beat,
    Bye,
    Here,
    Made,
    PeerMessage,
    Reacted,
    decode_peer_message,
)
from torpedo_dice.server.logs import logger
from torpedo_dice.server.messages.codec import encode
from torpedo_dice.server.messages.values import ReactionId
from torpedo_dice.server.store.listener import Listener
from torpedo_dice.server.store.postgres import GROWN, PostgresStorage
from torpedo_dice.server.store.writes import StorageError

CHANNEL = "torpedo_peers"
# Seconds between signs of life, and after which a silent process counts as dead.
_BEAT_SECONDS = 2.0
_DEAD_SECONDS = 6.0
# Seconds until messages that couldn't be sent are sent again.
_RETRY_SECONDS = 0.5
# Messages that may wait to be sent; more are dropped, because they will be out of date anyway.
_WAITING = 10_000


class PeerRoom(Protocol):
    """The interface of a room to other processes."""

    def here(self) -> Here:
        """Return who is connected here."""

    def report(self, process: str, here: Here | None) -> None:
        """Note who is connected at another process."""

    def show_reaction(self, seat: Seat, reaction: ReactionId) -> None:
        """Show a reaction to the clients."""


class Peers:
    """What this process tells the others, and hears from them."""

    def __init__(
        self,
        storage: PostgresStorage,
        rooms: Mapping[str, PeerRoom],
        grown: Callable[[Iterable[str]], None],
        made: Callable[[str], None],
    ) -> None:
        """`grown` is called with tables that others have written to.

        `made` is called with a client that made a table elsewhere.
        """
        self._storage = storage
        self._rooms = rooms
        self._grown = grown
        self._made = made
        self.process = storage.process
        self._heard_at: dict[str, float] = {}
        # The tables of each other process.
        self._tables: dict[str, set[str]] = {}
        self._waiting: list[bytes] = []
        self._sender: asyncio.Task[None] | None = None
        self._beater: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listener: Listener | None = None

    def start(self) -> None:
        """Start listening and giving signs of life, in the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._storage.use_loop()
        self._listener = Listener(
            self._storage.engine, (GROWN, CHANNEL), self._connected, self._lost, self._receive
        )
        self._listener.start()
        self._beater = self._loop.create_task(self._beat())

    def close(self) -> None:
        """Tell the others, and stop."""
        for task in (self._beater, self._sender):
            if task is not None:
                task.cancel()
        if self._listener is not None:
            self._listener.stop()
            try:
                if not self._storage.is_paused:
                    # This also wakes the listener.
                    self._storage.tell(CHANNEL, [encode(Bye(self.process)).decode()])
            except StorageError:
                logger.info("bye_not_sent")
            self._listener.close()

    @property
    def is_first(self) -> bool:
        """Whether this is the oldest process: it does what has to happen once for all tables."""
        return all(self.process < other for other in self._heard_at)

    def tables_elsewhere(self) -> set[str]:
        """Return the tables with connections at other processes."""
        return set().union(*self._tables.values())

    # ------------------------------------------------------------------ telling

    def opened(self, table: str) -> None:
        """Ask who is connected to a table that was loaded here."""
        self._tell(Ask(self.process, table))

    def changed(self, room: PeerRoom) -> None:
        """Tell who is connected here."""
        self._tell(room.here())

    def reacted(self, table: str, seat: Seat, reaction: ReactionId) -> None:
        """Tell about a reaction."""
        self._tell(Reacted(self.process, table, seat, reaction))

    def made(self, client: str) -> None:
        """Tell about a client that made a table."""
        self._tell(Made(self.process, client))

    def _tell(self, message: PeerMessage) -> None:
        if self._loop is None or len(self._waiting) >= _WAITING:
            return
        self._waiting.append(encode(message))
        if self._sender is None or self._sender.done():
            self._sender = self._loop.create_task(self._send())

    async def _send(self) -> None:
        while self._waiting:
            messages, self._waiting = self._waiting, []
            texts = [message.decode() for message in messages]
            try:
                await asyncio.to_thread(self._storage.tell, CHANNEL, texts)
            except StorageError:
                # Otherwise others would believe for ever what was true before.
                self._waiting = [*messages, *self._waiting][:_WAITING]
                await asyncio.sleep(_RETRY_SECONDS)

    async def _beat(self) -> None:
        while True:
            self._tell(Beat(self.process))
            dead = time.monotonic() - _DEAD_SECONDS
            for process in [one for one, at in self._heard_at.items() if at < dead]:
                self._forget(process)
            await asyncio.sleep(_BEAT_SECONDS)

    def _forget(self, process: str) -> None:
        """Forget a process that has stopped or died."""
        if self._heard_at.pop(process, None) is not None:
            logger.info("peer_gone", extra={"peer": process})
        self._forget_tables(process)

    def _forget_tables(self, process: str) -> None:
        """Forget who is connected at a process."""
        for table in self._tables.pop(process, ()):
            room = self._rooms.get(table)
            if room is not None:
                room.report(process, None)

    # ------------------------------------------------------------------ hearing

    def _connected(self) -> None:
        self._storage.note_pause("listener", None)
        self._in_loop(self._catch_up)

    def _lost(self, reason: str) -> None:
        self._storage.note_pause("listener", reason)

    def _receive(self, channel: str, message: str) -> None:
        if channel == GROWN:
            process, *tables = message.split(" ")
            if process != self.process:
                self._in_loop(self._grown, tables)
        else:
            self._in_loop(self._hear, message)

    def _in_loop(self, call: Callable[..., None], *arguments: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *arguments)

    def _catch_up(self) -> None:
        """After a (re)connection: read and ask what was missed, and tell everything again."""
        # Others may have lost connections meanwhile; those that have any will say so.
        for process in list(self._tables):
            self._forget_tables(process)
        tables = list(self._rooms)
        self._grown(tables)
        for table in tables:
            self.opened(table)
            self.changed(self._rooms[table])

    def _hear(self, text: str) -> None:
        try:
            message = decode_peer_message(text)
        except msgspec.DecodeError:
            # A newer version may say more.
            return
        if message.process == self.process:
            return
        if isinstance(message, Bye):
            self._forget(message.process)
            return
        self._heard_at[message.process] = time.monotonic()
        match message:
            case Here():
                self._note(message)
            case Ask(table=table) if table in self._rooms:
                here = self._rooms[table].here()
                if here.seats or here.spectators:
                    self._tell(here)
            case Reacted(table=table) if table in self._rooms:
                self._rooms[table].show_reaction(message.seat, message.reaction)
            case Made():
                self._made(message.client)

    def _note(self, here: Here) -> None:
        tables = self._tables.setdefault(here.process, set())
        if here.seats or here.spectators:
            tables.add(here.table)
        else:
            tables.discard(here.table)
        room = self._rooms.get(here.table)
        if room is not None:
            room.report(here.process, here)
