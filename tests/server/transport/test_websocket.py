"""The WebSocket protocol: fragments, control frames, malformed frames, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
from pathlib import Path

import pytest
import websockets

from tests.server.players import Data, Page, Server
from tests.server.transport.attacks import NarrowServer, upgrade, wait_for_answer

SOLO: list[Data] = [{"kind": "human", "name": "Ada"}]


def address_of(server: Server, table: str) -> str:
    """Where a table's WebSocket is."""
    return f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"


def hello(made: Data) -> str:
    """The first message of the player who made a table."""
    secrets = [seat["secret"] for seat in made["seats"]]
    return json.dumps({"type": "hello", "protocol": 1, "secrets": secrets, "seen": 0})


MOVE = json.dumps({"type": "command", "id": "c1", "command": "move", "move": "0 take 0"})


def test_commands_may_follow_hello_at_once(tmp_path: Path) -> None:
    """Messages sent before the welcome are answered after it, even if the table must be loaded."""
    server = Server(tmp_path / "games.sqlite", tmp_path / "log")
    made = server.make("solo", SOLO)
    server.kill()
    server.start()

    async def main() -> list[str]:
        async with websockets.connect(address_of(server, made["table"])) as page:
            await page.send(hello(made))
            await page.send(MOVE)
            heard: list[str] = []
            while "answer" not in heard:
                message = json.loads(await page.recv())
                heard.append(message["type"])
            assert message["ok"], message
            return heard

    try:
        heard = asyncio.run(main())
    finally:
        server.kill()
    assert heard[0] == "welcome"


def test_a_message_may_come_in_pieces(server: Server) -> None:
    """Fragments are put together, and a ping between two messages is answered."""
    made = server.make("solo", SOLO)

    async def main() -> None:
        async with websockets.connect(address_of(server, made["table"])) as page:
            await page.send(iter([hello(made)[:9], hello(made)[9:30], hello(made)[30:]]))
            assert json.loads(await page.recv())["type"] == "welcome"
            await (await page.ping())
            await page.send(iter([MOVE[:5], MOVE[5:]]))
            while (message := json.loads(await page.recv()))["type"] != "answer":
                pass
            assert message["ok"], message

    asyncio.run(main())


def test_what_is_no_frame_ends_the_connection(server: Server) -> None:
    """An unmasked frame is answered with 1002, and the table is as before."""
    made = server.make("solo", SOLO)
    with socket.create_connection(("127.0.0.1", server.port)) as wire:
        wire.sendall(
            f"GET /api/tables/{made['table']}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert wire.recv(1000).startswith(b"HTTP/1.1 101 ")
        wire.sendall(b"\x81\x02{}")
        heard = b""
        while part := wire.recv(1000):
            heard += part
        # A close frame with its code.
        assert (heard[0], int.from_bytes(heard[2:4])) == (0x88, 1002)

    async def main() -> None:
        async with Page(server, made["table"], made["seats"][0]["secret"]) as page:
            assert (await page.move(page.choice(0)))["ok"]

    asyncio.run(main())


def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    """1012 tells the page to reconnect; the process exits on its own, without a traceback."""
    server = Server(tmp_path / "games.sqlite", tmp_path / "log")
    made = server.make("solo", SOLO)

    async def main() -> None:
        async with Page(server, made["table"], made["seats"][0]["secret"]) as page:
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await page.until(lambda _: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012

    asyncio.run(main())
    assert server.process is not None
    server.process.wait(15)
    assert "Traceback" not in server.log.read_text()


PING = b"\x89\x80\0\0\0\0"
PONG = b"\x8a\x80\0\0\0\0"
EMPTY_FRAGMENTS = b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 20_000


@pytest.mark.parametrize(
    "flood", [PING * 20_000, PONG * 20_000, EMPTY_FRAGMENTS], ids=["pings", "pongs", "fragments"]
)
def test_a_flood_of_empty_frames_ends_the_connection(narrow: NarrowServer, flood: bytes) -> None:
    """Others waited 8 to 11 seconds; now the client is throttled, then disconnected."""
    table = narrow.make()["table"]
    with upgrade(narrow, table) as line:
        line.settimeout(0.5)
        closed = b""
        with contextlib.suppress(ConnectionError):
            for _ in range(40):
                with contextlib.suppress(TimeoutError):
                    line.sendall(flood)
                assert wait_for_answer(narrow) < 1
                with contextlib.suppress(TimeoutError):
                    while part := line.recv(65536):
                        closed += part
                    break
            else:
                pytest.fail("the connection is still open")
        # Its last frame is a close frame with the code 4429, unless it was cut off before.
        assert (4429).to_bytes(2) in closed or not closed.strip(b"\x8a\x00")
