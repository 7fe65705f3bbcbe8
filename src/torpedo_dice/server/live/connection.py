"""Connections: each WebSocket is a small state machine, from hello to the end.

    OPENING --hello--> SEATED --> CLOSED

A connection has a reader, which handles messages as they arrive, and a writer, which sends what
the room hands it. What waits for the writer is bounded in bytes: a client that does not read is
dropped. So is one that stays silent. It can reconnect and resume after the last event it has seen.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, deque
from enum import Enum
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from torpedo_dice.locale import speaking
from torpedo_dice.rules import Seat, Sentence
from torpedo_dice.server.live.lobby import Lobby, RequestRefused
from torpedo_dice.server.live.room import STORAGE_FAILED, Room
from torpedo_dice.server.logs import logger
from torpedo_dice.server.messages.codec import MalformedError, decode_message, encode
from torpedo_dice.server.messages.commands import PROTOCOL, Command, Hello, Ping, Speak
from torpedo_dice.server.messages.replies import Answer, ErrorMessage, Pong, Problem
from torpedo_dice.server.rate_limit import Bucket
from torpedo_dice.server.store.storage import StorageError
from torpedo_dice.server.table.keys import hash_of

CLOSE_MALFORMED = 4400
CLOSE_NO_TABLE = 4404
CLOSE_SILENT = 4408
CLOSE_SLOW = 4409
CLOSE_TOO_MANY = 4429
# Commands beyond the rate limit that are answered before the connection is closed.
_TOO_FAST_ANSWERED = 1000
# Commands that may arrive before the table is loaded.
_EARLY = 64
# What sending raises when the client takes too long to read, has disconnected, or has broken the
# WebSocket protocol, for which uvicorn closes the connection itself.
_CANNOT_SEND = (TimeoutError, OSError, WebSocketDisconnect, RuntimeError)
# Seconds that a client has to read the rest before it is disconnected.
_GOODBYE_SECONDS = 10.0

_TOO_FAST = Problem("refused", "too_fast", Sentence("too many commands a second: wait a moment"))


class State(Enum):
    """Where a connection is."""

    OPENING = "opening"
    SEATED = "seated"
    CLOSED = "closed"


class Connection:
    """One WebSocket."""

    def __init__(
        self, lobby: Lobby, table: str, language: str, socket: WebSocket[Any, Any, Any]
    ) -> None:
        now = time.monotonic()
        limits = lobby.config.limits
        self.state = State.OPENING
        self.own: tuple[Seat, ...] = ()
        self.heard_at = now
        # When the writer began to send the message that is under way; None if none is.
        self.sending_since: float | None = None
        self._lobby = lobby
        self._limits = limits
        self._table = table
        self._language = language
        self._socket = socket
        self._room: Room | None = None
        self._finding: asyncio.Task[None] | None = None
        # Commands that arrived while the table was being loaded.
        self._early: list[Command] = []
        self._bucket = Bucket(limits.commands, limits.commands_at_once, now)
        self._too_fast = 0
        self._malformed = 0
        self._outbox: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._has_mail = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._deadline: asyncio.Timeout | None = None

    # ------------------------------------------------------------------ sending

    def send(self, *messages: bytes) -> None:
        """Queue messages for the writer; a client that does not read them is dropped."""
        if self.state is State.CLOSED:
            return
        self._outbox.extend(messages)
        self._waiting_bytes += sum(map(len, messages))
        self._has_mail.set()
        if self._waiting_bytes > self._limits.waiting_bytes:
            self.drop(CLOSE_SLOW, "too slow")

    def drop(self, code: int, why: str) -> None:
        """Close the connection after the messages that are queued, unless it does not read."""
        if self.state is State.CLOSED:
            return
        if code == CLOSE_SLOW:
            self._outbox.clear()
        self.state = State.CLOSED
        self._lobby.metrics.dropped.labels(str(code)).inc()
        self._closing = code, why
        self._has_mail.set()
        if self._deadline is not None:
            self._deadline.reschedule(asyncio.get_running_loop().time() + _GOODBYE_SECONDS)

    async def _write(self) -> None:
        """Send what is queued until the connection is to be closed, then close it."""
        with contextlib.suppress(*_CANNOT_SEND):
            seconds = None if self._closing is None else _GOODBYE_SECONDS
            async with asyncio.timeout(seconds) as self._deadline:
                while self._closing is None or self._outbox:
                    await self._has_mail.wait()
                    self._has_mail.clear()
                    await self._send_queued()
                await self._socket.close(*self._closing)

    async def _send_queued(self) -> None:
        while self._outbox:
            message = self._outbox.popleft()
            self._waiting_bytes -= len(message)
            self.sending_since = time.monotonic()
            await self._socket.send_data(message)
        self.sending_since = None

    # ------------------------------------------------------------------ receiving

    async def serve(self) -> None:
        """Serve the connection until it has ended."""
        tasks = {asyncio.create_task(self._read()), asyncio.create_task(self._write())}
        done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        self.state = State.CLOSED
        for task in (*others, self._finding):
            if task is not None:
                task.cancel()
        if self._room is not None:
            self._room.leave(self)
        for task in done:
            await task

    async def _read(self) -> None:
        while (event := await self._socket.receive())["type"] == "websocket.receive":
            if self.state is not State.CLOSED:
                self.heard_at = time.monotonic()
                with speaking(self._language):
                    try:
                        self._handle(event.get("text"))
                    except MalformedError as error:
                        self._refuse_malformed(error)

    def _handle(self, text: str | None) -> None:
        if text is None:
            raise MalformedError(Sentence("messages are text, not bytes"))
        said = decode_message(text)
        if isinstance(said, Ping | Speak):
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
            raise MalformedError(Sentence("hello is said once"))
        if hello.protocol != PROTOCOL:
            why = Sentence("this server speaks protocol {protocol}: reload", protocol=PROTOCOL)
            self._end("refused", "protocol", why)
        else:
            self._language = hello.language or self._language
            # The task keeps the language in which it is created.
            with speaking(self._language):
                self._finding = asyncio.get_running_loop().create_task(self._join(hello))

    async def _join(self, hello: Hello) -> None:
        try:
            room = await self._lobby.find(self._table)
        except RequestRefused as error:
            self.send(encode(ErrorMessage(Problem("refused", error.code, error.why))))
            self.drop(CLOSE_NO_TABLE, error.code)
            return
        except StorageError:
            self.drop(*STORAGE_FAILED)
            return
        # Meanwhile the connection may have ended.
        if self.state is State.OPENING:
            self.own = tuple(room.table.seats_of(map(hash_of, hello.secrets)))
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
            self._end("refused", "hello_first", Sentence("say hello first"))
        elif self._bucket.take(self.heard_at):
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
        self._by_address: Counter[str] = Counter()
        self._watcher: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to watch for clients that are silent or do not read."""
        self._watcher = asyncio.get_running_loop().create_task(self._watch())

    def close(self) -> None:
        """Stop watching."""
        if self._watcher is not None:
            self._watcher.cancel()

    async def serve(
        self, address: str, table: str, language: str, socket: WebSocket[Any, Any, Any]
    ) -> None:
        """Serve a connection from its first message to its last."""
        await socket.accept()
        connection = Connection(self._lobby, table, language, socket)
        self._connections.add(connection)
        self._by_address[address] += 1
        limits = self._lobby.config.limits
        if (
            self._by_address[address] > limits.connections
            or len(self._connections) > limits.all_connections
        ):
            why = Sentence("too many connections")
            problem = Problem("refused", "too_many_connections", why)
            with speaking(language):
                connection.send(encode(ErrorMessage(problem)))
            connection.drop(CLOSE_TOO_MANY, problem.code)
        try:
            await connection.serve()
        except Exception:
            logger.exception("connection_failed", extra={"table": table})
            raise
        finally:
            self._connections.discard(connection)
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    async def _watch(self) -> None:
        silence = self._lobby.config.silence
        while True:
            await asyncio.sleep(min(1.0, silence / 4))
            oldest = time.monotonic() - silence
            for connection in list(self._connections):
                if connection.heard_at < oldest:
                    connection.drop(CLOSE_SILENT, "silent")
                elif connection.sending_since is not None and connection.sending_since < oldest:
                    connection.drop(CLOSE_SLOW, "too slow")
