"""Connections: each WebSocket is a small state machine.

    OPENING --hello--> SEATED --> CLOSED

The size of the send queue is limited: a client that doesn't read is disconnected, and so is one
that stays silent. It can reconnect and resume after the last event it has seen.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any

from torpedo_dice.locale import speaking
from torpedo_dice.rules import Seat, Sentence
from torpedo_dice.server.live.lobby import Lobby
from torpedo_dice.server.live.refusal import RequestRefused
from torpedo_dice.server.live.room import Room
from torpedo_dice.server.live.room_tools import STORAGE_FAILED
from torpedo_dice.server.logs import logger
from torpedo_dice.server.messages.codec import MalformedError, decode_message, encode
from torpedo_dice.server.messages.commands import PROTOCOL, Command, Hello, Ping, Speak
from torpedo_dice.server.messages.replies import Answer, ErrorMessage, Pong, Problem
from torpedo_dice.server.rate_limit import Bucket, Buckets
from torpedo_dice.server.store.writes import StorageError
from torpedo_dice.server.table.keys import hash_of
from torpedo_dice.server.transport.websocket import CLOSE_TOO_MANY, WebSocketProtocol

# The server has a bug.
FAILED = (1011, "internal server error")
CLOSE_MALFORMED = 4400
CLOSE_NO_TABLE = 4404
CLOSE_SILENT = 4408
CLOSE_SLOW = 4409
# Commands beyond the rate limit that are answered before the connection is closed.
_TOO_FAST_ANSWERED = 1000
# Maximum number of commands that may arrive before the table is loaded.
_EARLY = 64
_TOO_FAST = Problem("refused", "too_fast", Sentence("too many requests: wait a moment"))


class State(Enum):
    """The state of a connection."""

    OPENING = "opening"
    SEATED = "seated"
    CLOSED = "closed"


class Connection:
    """One WebSocket."""

    # Set by `Connections`.
    address = ""

    def __init__(
        self,
        lobby: Lobby,
        table: str,
        language: str,
        socket: WebSocketProtocol,
        may_command: Callable[[], bool],
        forget: Callable[[Connection], None],
    ) -> None:
        """`may_command` applies the address's rate limit; `forget` is called at the end."""
        now = time.monotonic()
        limits = lobby.config.limits
        self.state = State.OPENING
        self.own: tuple[Seat, ...] = ()
        self.keys: frozenset[str] = frozenset()
        self.heard_at = now
        self._lobby = lobby
        self._limits = limits
        self._table = table
        self._language = language
        self._socket = socket
        self._may_command = may_command
        self._forget = forget
        self._room: Room | None = None
        self._finding: asyncio.Task[None] | None = None
        # Commands that arrived while the table was being loaded.
        self._early: list[Command] = []
        self._bucket = Bucket(limits.commands, limits.commands_at_once, now)
        self._too_fast = 0
        self._malformed = 0

    # ------------------------------------------------------------------ sending

    def send(self, *messages: bytes) -> None:
        """Send messages; a client that doesn't read them is disconnected."""
        if self.state is State.CLOSED:
            return
        self._socket.send(*messages)
        if self._socket.waiting_bytes > self._limits.waiting_bytes:
            self.drop(CLOSE_SLOW, "too slow")

    def drop(self, code: int, why: str) -> None:
        """Close the connection after sending all queued messages."""
        if self.state is State.CLOSED:
            return
        self.state = State.CLOSED
        self._lobby.metrics.dropped.labels(str(code)).inc()
        self._socket.close(code, why)
        # The client may take its time to answer, but it has left the table.
        self._leave()

    # ------------------------------------------------------------------ receiving

    def lost(self) -> None:
        """Clean up after the connection is closed."""
        self.state = State.CLOSED
        if self._finding is not None:
            self._finding.cancel()
        self._leave()
        self._forget(self)

    def _leave(self) -> None:
        room, self._room = self._room, None
        if room is not None:
            room.leave(self)

    def receive(self, text: str | None) -> None:
        """Handle a message; None stands for one that is not text."""
        if self.state is State.CLOSED:
            return
        self.heard_at = time.monotonic()
        with speaking(self._language):
            try:
                self._handle(text)
            except MalformedError as error:
                self._refuse_malformed(error)

    def _handle(self, text: str | None) -> None:
        if text is None:
            raise MalformedError(Sentence("messages must be text frames, not binary"))
        said = decode_message(text)
        if isinstance(said, (Ping, Speak)):
            if not self._bucket.take(self.heard_at):
                self._refuse_too_fast(ErrorMessage(_TOO_FAST))
            elif isinstance(said, Ping):
                self.send(encode(Pong(said.n)))
            else:
                self._language = said.language
        elif isinstance(said, Hello):
            self._handle_hello(said)
        else:
            self._handle_command(said)

    def _refuse_malformed(self, error: MalformedError) -> None:
        self._malformed += 1
        self._lobby.metrics.malformed.inc()
        problem = Problem("malformed", "message", error.args[0])
        if error.id is not None:
            self.send(encode(Answer(error.id, ok=False, error=problem)))
        else:
            self.send(encode(ErrorMessage(problem)))
        if self._malformed > self._limits.malformed:
            self.drop(CLOSE_MALFORMED, "too many malformed messages")

    def _handle_hello(self, hello: Hello) -> None:
        if self.state is not State.OPENING or self._finding is not None:
            raise MalformedError(Sentence("only one hello message is allowed"))
        if hello.protocol != PROTOCOL:
            why = Sentence(
                "this server uses protocol {protocol}: reload the page", protocol=PROTOCOL
            )
            self._end("refused", "protocol", why)
        else:
            self._language = hello.language or self._language
            # The task keeps the language in which it is created.
            with speaking(self._language):
                self._finding = asyncio.get_running_loop().create_task(self._join(hello))

    async def _join(self, hello: Hello) -> None:
        try:
            self._enter(await self._lobby.find(self._table), hello)
        except RequestRefused as error:
            self.send(encode(ErrorMessage(Problem("refused", error.code, error.why))))
            self.drop(CLOSE_NO_TABLE, error.code)
        except StorageError:
            self.drop(*STORAGE_FAILED)
        except Exception as error:  # noqa: BLE001  # the client must not wait in vain
            logger.error("join_failed", exc_info=error, extra={"table": self._table[:32]})
            self.drop(*FAILED)

    def _enter(self, room: Room, hello: Hello) -> None:
        # The connection may have been closed in the meantime.
        if self.state is State.OPENING:
            self.keys = frozenset(map(hash_of, hello.secrets))
            self.own = tuple(room.table.seats_of(self.keys))
            self.state = State.SEATED
            self._room = room
            room.join(self, hello.seen)
            for command in self._early:
                self._handle_command(command)
            self._early.clear()

    def _handle_command(self, command: Command) -> None:
        if self._room is None and self._finding is not None and len(self._early) < _EARLY:
            self._early.append(command)
        elif self._room is None:
            self._end("refused", "hello_first", Sentence("the first message must be hello"))
        elif self._bucket.take(self.heard_at) and self._may_command():
            self._room.command(self, command, self.heard_at)
        else:
            self._refuse_too_fast(Answer(command.id, ok=False, error=_TOO_FAST))

    def _refuse_too_fast(self, refusal: Answer | ErrorMessage) -> None:
        self._too_fast += 1
        self.send(encode(refusal))
        if self._too_fast > _TOO_FAST_ANSWERED:
            self.drop(CLOSE_TOO_MANY, "too many commands")

    def _end(self, kind: Any, code: str, why: str) -> None:
        self.send(encode(ErrorMessage(Problem(kind, code, why))))
        self.drop(CLOSE_MALFORMED, code)


class Connections:
    """All connections of a server."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._connections: set[Connection] = set()
        # By address, and by address and table.
        self._open: Counter[str] = Counter()
        limits = lobby.config.limits
        self._openings = Buckets(limits.openings, limits.openings_at_once)
        self._commands = Buckets(limits.address_commands, limits.address_commands_at_once)
        self._watcher: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start watching for clients that are silent or don't read."""
        self._watcher = asyncio.get_running_loop().create_task(self._watch())

    def close(self) -> None:
        """Stop watching."""
        if self._watcher is not None:
            self._watcher.cancel()

    def serve(self, address: str, table: str, language: str, socket: WebSocketProtocol) -> None:
        """Serve a connection from its first message to its last."""
        counted = (address, f"{address} {table}")

        def forget(connection: Connection) -> None:
            self._connections.discard(connection)
            for key in counted:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]

        may_command = partial(self._commands.take, address)
        connection = Connection(self._lobby, table, language, socket, may_command, forget)
        connection.address = address
        self._connections.add(connection)
        self._open.update(counted)
        socket.accept(connection)
        limits = self._lobby.config.limits
        here, at_table = (self._open[key] for key in counted)
        is_full = here > limits.connections or at_table > limits.table_connections
        if is_full or not self._openings.take(address):
            why = Sentence("too many connections")
            problem = Problem("refused", "too_many_connections", why)
            with speaking(language):
                connection.send(encode(ErrorMessage(problem)))
            connection.drop(CLOSE_TOO_MANY, problem.code)

    async def _watch(self) -> None:
        silence = self._lobby.config.silence
        while True:
            await asyncio.sleep(min(1.0, silence / 4))
            oldest = time.monotonic() - silence
            for connection in list(self._connections):
                if connection.heard_at < oldest:
                    connection.drop(CLOSE_SILENT, "silent")
