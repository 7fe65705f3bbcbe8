"""Connections: each is a small state machine, from hello to the end.

    OPENING --hello--> SEATED --> CLOSED

A connection that is silent for too long is lost, one that does not read what it is sent is
dropped: it comes back and goes on after the last event it has seen.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, MutableMapping
from enum import Enum
from typing import Any, TypeAlias

from torpedo_dice.rules import Seat
from torpedo_dice.server import logs
from torpedo_dice.server.house import House, HouseError
from torpedo_dice.server.keys import hash_of
from torpedo_dice.server.limits import Bucket
from torpedo_dice.server.protocol import (
    PROTOCOL,
    Answer,
    Command,
    Error,
    Hello,
    MalformedError,
    Ping,
    Pong,
    Problem,
    decode_message,
    encode,
)
from torpedo_dice.server.room import STORAGE_FAILED, Room
from torpedo_dice.server.storage import StorageError

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

CLOSE_MALFORMED = 4400
CLOSE_NO_TABLE = 4404
CLOSE_SILENT = 4408
CLOSE_SLOW = 4409
CLOSE_TOO_MANY = 4429
# How long a connection may take to say goodbye.
_GOODBYE_SECONDS = 2.0
# Answers that may wait before the next message is heard.
_ANSWERS_AT_ONCE = 50
# Commands beyond the limit that are answered, before the connection is closed.
_TOO_FAST_ANSWERED = 1000

_TOO_FAST = Problem("refused", "too_fast", "too many commands a second: wait a moment")


class State(Enum):
    """Where a connection is."""

    OPENING = "opening"
    SEATED = "seated"
    CLOSED = "closed"


class Connection:
    """One WebSocket."""

    def __init__(self, house: House, table: str, send: Send) -> None:
        now = time.monotonic()
        limits = house.config.limits
        self.state = State.OPENING
        self.own: tuple[Seat, ...] = ()
        self.heard_at = now
        self._house = house
        self._limits = limits
        self._table = table
        self._send = send
        self._room: Room | None = None
        self._bucket = Bucket(limits.commands, limits.commands_at_once, now)
        self._too_fast = 0
        self._malformed = 0
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._wake = asyncio.Event()
        self._goodbye: tuple[int, str] | None = None
        self._sender: asyncio.Task[None] | None = None

    # ------------------------------------------------------------------ sending

    def send(self, data: bytes) -> None:
        """Send a message; a client that does not read its messages is dropped."""
        if self.state is State.CLOSED:
            return
        self._waiting.append(data)
        self._waiting_bytes += len(data)
        if (
            len(self._waiting) > self._limits.waiting_messages
            or self._waiting_bytes > self._limits.waiting_bytes
        ):
            self.drop(CLOSE_SLOW, "too slow")
            self._give_up()
        self._wake.set()

    def drop(self, code: int, why: str) -> None:
        """Close the connection, after what waits to be sent."""
        if self.state is State.CLOSED:
            return
        self.state = State.CLOSED
        self._house.metrics.dropped[str(code)] += 1
        self._goodbye = (code, why)
        self._wake.set()
        # A client that does not answer is not waited for.
        asyncio.get_running_loop().call_later(_GOODBYE_SECONDS, self._give_up)

    def _give_up(self) -> None:
        """Say goodbye without what waits to be sent: nobody takes it."""
        if self._sender is not None:
            self._sender.cancel()
            self._sender = asyncio.get_running_loop().create_task(self._say_goodbye())

    async def _send_all(self) -> None:
        with contextlib.suppress(OSError, RuntimeError):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._waiting:
                    data = self._waiting.popleft()
                    self._waiting_bytes -= len(data)
                    await self._send({"type": "websocket.send", "text": data.decode()})
                if self._goodbye is not None:
                    await self._say_goodbye()
                    return

    async def _say_goodbye(self) -> None:
        if self._goodbye is not None:
            code, why = self._goodbye
            with contextlib.suppress(OSError, RuntimeError):
                await self._send({"type": "websocket.close", "code": code, "reason": why})

    # ------------------------------------------------------------------ receiving

    async def serve(self, receive: Receive) -> None:
        """Serve the connection until it is closed."""
        self._sender = asyncio.get_running_loop().create_task(self._send_all())
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                if self.state is not State.CLOSED:
                    await self._hear(message)
                if len(self._waiting) > _ANSWERS_AT_ONCE:
                    # They came all at once: let the answers go before there are too many.
                    await asyncio.sleep(0)
        finally:
            self.state = State.CLOSED
            self._sender.cancel()
            self._sender = None
            if self._room is not None:
                self._room.leave(self)

    async def _hear(self, message: Message) -> None:
        self.heard_at = time.monotonic()
        text = message.get("text")
        if text is None:
            self._refuse_malformed(MalformedError("messages are text, not bytes"))
            return
        try:
            said = decode_message(text)
        except MalformedError as error:
            self._refuse_malformed(error)
            return
        if isinstance(said, Ping):
            if self._bucket.take(self.heard_at):
                self.send(encode(Pong(said.n)))
            else:
                self._refuse_too_fast(Error(_TOO_FAST))
        elif isinstance(said, Hello):
            await self._handle_hello(said)
        else:
            self._handle_command(said)

    def _refuse_malformed(self, error: MalformedError) -> None:
        self._malformed += 1
        self._house.metrics.malformed += 1
        problem = Problem("malformed", "message", str(error))
        if error.id is not None:
            self.send(encode(Answer(error.id, ok=False, error=problem)))
        else:
            self.send(encode(Error(problem)))
        if self._malformed > self._limits.malformed:
            self.drop(CLOSE_MALFORMED, "too many messages that are none")

    async def _handle_hello(self, hello: Hello) -> None:
        if self.state is not State.OPENING:
            self._refuse_malformed(MalformedError("hello is said once"))
            return
        if hello.protocol != PROTOCOL:
            self._end("refused", "protocol", f"this server speaks protocol {PROTOCOL}: reload")
            return
        try:
            room = await self._house.find(self._table)
        except HouseError as error:
            self.send(encode(Error(Problem("refused", error.code, error.why))))
            self.drop(CLOSE_NO_TABLE, error.code)
            return
        except StorageError:
            self.drop(*STORAGE_FAILED)
            return
        # The connection may have been lost meanwhile.
        if self.state is State.OPENING:
            self.own = tuple(room.table.seats_of(map(hash_of, hello.secrets)))
            self.state = State.SEATED
            self._room = room
            room.join(self, hello.seen)

    def _handle_command(self, command: Command) -> None:
        if self._room is None:
            self._end("refused", "hello_first", "say hello first")
        elif self._bucket.take(self.heard_at):
            self._room.command(self, command, self.heard_at)
        else:
            self._refuse_too_fast(Answer(command.id, ok=False, error=_TOO_FAST))

    def _refuse_too_fast(self, refusal: Answer | Error) -> None:
        self._too_fast += 1
        self.send(encode(refusal))
        if self._too_fast > _TOO_FAST_ANSWERED:
            self.drop(CLOSE_TOO_MANY, "too many commands")

    def _end(self, kind: Any, code: str, why: str) -> None:
        self.send(encode(Error(Problem(kind, code, why))))
        self.drop(CLOSE_MALFORMED, code)


class Sockets:
    """All connections of a server."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._connections: set[Connection] = set()
        self._by_address: Counter[str] = Counter()
        self._watcher: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to watch for silent connections."""
        self._watcher = asyncio.get_running_loop().create_task(self._watch())

    def close(self) -> None:
        """Stop watching."""
        if self._watcher is not None:
            self._watcher.cancel()

    async def serve(self, address: str, table: str, receive: Receive, send: Send) -> None:
        """Serve a connection from its first message to its last."""
        await receive()
        await send({"type": "websocket.accept"})
        limits = self._house.config.limits
        if (
            self._by_address[address] >= limits.connections
            or len(self._connections) >= limits.all_connections
        ):
            problem = Problem("refused", "too_many_connections", "too many connections")
            await send({"type": "websocket.send", "text": encode(Error(problem)).decode()})
            await send({"type": "websocket.close", "code": CLOSE_TOO_MANY, "reason": problem.code})
            return
        connection = Connection(self._house, table, send)
        self._connections.add(connection)
        self._by_address[address] += 1
        try:
            await connection.serve(receive)
        finally:
            self._connections.discard(connection)
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    async def _watch(self) -> None:
        silence = self._house.config.silence
        while True:
            await asyncio.sleep(min(1.0, silence / 4))
            oldest = time.monotonic() - silence
            for connection in list(self._connections):
                if connection.heard_at < oldest and connection.state is not State.CLOSED:
                    logs.note("connection_silent")
                    connection.drop(CLOSE_SILENT, "silent")
