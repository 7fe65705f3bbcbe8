"""A client that takes nothing of what it is sent: it is dropped, and nobody waits for it."""

from __future__ import annotations

import asyncio
import json
import re
import select
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import websockets
from torpedo_dice.server.live.wire import Wire
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.asyncio.client import ClientConnection
from websockets.frames import Frame, Opcode

from tests.server.players import Page, Server, play_turns

CLOSE_SLOW = 4409


def dropped(server: Server) -> int:
    """How many clients the server has dropped for this."""
    found = re.search(rf'dropped_total{{why="{CLOSE_SLOW}"}} (\d+)', server.get("/metrics").text)
    return int(found[1]) if found is not None else 0


@asynccontextmanager
async def deaf_spectator(server: Server, table: str) -> AsyncIterator[ClientConnection]:
    """Somebody who says hello and gives signs of life, but reads nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    connection = await websockets.connect(
        f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket",
        sock=line,
        ping_interval=None,
        max_queue=None,
        compression=None,
    )
    connection.transport.pause_reading()
    await connection.send(json.dumps({"type": "hello", "protocol": 1}))
    try:
        yield connection
    finally:
        connection.transport.abort()


async def talk_until_dropped(server: Server, page: Page, deaf: list[ClientConnection]) -> None:
    """Do small things at the table, each answered at once, until the deaf are dropped."""
    for number in range(20_000):
        assert (await page.command("name", seat=0, name=f"Ada {number}"))["ok"]
        if number % 100 == 0:
            if dropped(server) == len(deaf):
                return
            for connection in deaf:
                await connection.send(json.dumps({"type": "ping"}))
    pytest.fail("they were not dropped")


def test_who_does_not_read_is_dropped(server: Server) -> None:
    """With 4409, which it finds when it reads again; if it never does, it is cut off anyway."""
    noisy, quiet = server.make(), server.make("training")

    async def main() -> None:
        secrets = [seat["secret"] for seat in noisy["seats"]]
        async with (
            Page(server, noisy["table"], *secrets) as page,
            deaf_spectator(server, noisy["table"]) as late,
            deaf_spectator(server, noisy["table"]) as never,
        ):
            others = asyncio.create_task(play_elsewhere())
            await talk_until_dropped(server, page, [late, never])
            await others
            late.transport.resume_reading()
            await asyncio.wait_for(late.wait_closed(), 30)
            assert late.close_code == CLOSE_SLOW
            await asyncio.to_thread(wait_until_cut, never)

    async def play_elsewhere() -> None:
        secrets = [seat["secret"] for seat in quiet["seats"]]
        async with Page(server, quiet["table"], *secrets) as page:
            await play_turns({0: page, 1: page}, lambda p: p.views["0"]["over"])

    asyncio.run(main())


def wait_until_cut(connection: ClientConnection) -> None:
    """Wait until the other side has let go of a connection that nobody reads."""
    line: socket.socket = connection.transport.get_extra_info("socket")
    signs = select.poll()
    signs.register(line.fileno(), 0)
    assert signs.poll(30_000), "the connection is still held"


class Line(asyncio.Transport):
    """A connection that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Keep it."""
        self.written += data

    def is_closing(self) -> bool:
        """It stays open."""
        return False

    def close(self) -> None:
        """Nothing is to be let go."""


HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Nobody:
    """Hears nothing."""

    def hear(self, text: bytes | None) -> None:
        """Pass over it."""

    def lost(self) -> None:
        """Pass over it."""


async def welcome(scope: dict[str, Any], _receive: object, _send: object) -> None:
    """Let everybody in."""
    scope["wire"].accept(Nobody())


@pytest.mark.parametrize("reads", [True, False])
def test_answers_to_ping_frames_do_not_pile_up(reads: bool) -> None:  # noqa: FBT001
    """Who does not take the answers to its ping frames gets no more of them."""

    async def main() -> bytes:
        line = Line()
        config = Config(welcome, interface="asgi3", log_config=None)
        config.load()
        wire = Wire(config, ServerState(), {})
        wire.connection_made(line)
        wire.data_received(HANDSHAKE)
        while b"101" not in line.written:
            await asyncio.sleep(0)
        line.written = b""
        if not reads:
            wire.pause_writing()
        wire.data_received(Frame(Opcode.PING, b"?").serialize(mask=True) * 3)
        wire.resume_writing()
        wire.data_received(Frame(Opcode.PING, b"!").serialize(mask=True))
        return line.written

    answers = asyncio.run(main())
    assert (answers.count(b"?"), answers.count(b"!")) == (3 if reads else 0, 1)
