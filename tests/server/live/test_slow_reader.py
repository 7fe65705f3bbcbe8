"""A client that never reads is disconnected, and nobody waits for it."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from tests.server.players import Page, Server, play_turns

CLOSE_SLOW = 4409


class NoisyServer(Server):
    """A server with unlimited renames, so that there is always news.

    Its buffers are small, and it waits only seconds for clients that don't read.
    """

    program = (
        "import socket, sys; from torpedo_dice.server import run; "
        "from torpedo_dice.server.config import Config, Limits; "
        "from torpedo_dice.server.table import commands; commands.MAX_DETOURS = 1e9; "
        "from torpedo_dice.server.transport import websocket; websocket._GOODBYE_SECONDS = 3; "
        "config = Config(data=sys.argv[2], limits=Limits(commands=0, waiting_bytes=262_144)); "
        "listener = run._bind('127.0.0.1', int(sys.argv[1]), or_any=False); "
        "listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536); "
        "run._run(config, listener, level='info')"
    )


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Such a server, in place of the usual one."""
    server = NoisyServer(tmp_path / "games.sqlite", tmp_path / "log")
    yield server
    server.kill()


def dropped(server: Server) -> int:
    """How many clients the server has disconnected for this reason."""
    found = re.search(rf'dropped_total{{why="{CLOSE_SLOW}"}} (\d+)', server.get("/metrics").text)
    return int(found[1]) if found is not None else 0


@asynccontextmanager
async def deaf_spectator(server: Server, table: str) -> AsyncIterator[ClientConnection]:
    """A client that says hello and sends pings, but reads nothing."""
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
    """Keep the table busy, with prompt answers, until the slow readers are disconnected."""
    for number in range(20_000):
        assert (await page.command("name", seat=0, name=f"Ada {number}"))["ok"]
        if number % 20 == 0:
            if await asyncio.to_thread(dropped, server) == len(deaf):
                return
            for connection in deaf:
                await connection.send(json.dumps({"type": "ping"}))
    pytest.fail("they were not dropped")


def test_who_does_not_read_is_dropped(server: Server) -> None:
    """With 4409, which it receives when it reads again; if it never does, it is closed anyway."""
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
            late.transport.resume_reading()
            await asyncio.wait_for(late.wait_closed(), 30)
            assert late.close_code == CLOSE_SLOW
            await others
            await asyncio.to_thread(wait_until_closed, never)

    async def play_elsewhere() -> None:
        secrets = [seat["secret"] for seat in quiet["seats"]]
        async with Page(server, quiet["table"], *secrets) as page:
            await play_turns({0: page, 1: page}, lambda p: p.views["0"]["over"])

    asyncio.run(main())


def wait_until_closed(connection: ClientConnection) -> None:
    """Wait until the server's end of a connection is gone; the client gets no packet."""
    client = connection.transport.get_extra_info("sockname")[1]
    server = connection.transport.get_extra_info("peername")[1]
    ends = re.compile(rf":{server:04X} \w+:{client:04X} ")
    until = time.monotonic() + 60
    while ends.search(Path("/proc/net/tcp").read_text()):
        assert time.monotonic() < until, "the connection is still open"
        time.sleep(0.2)
