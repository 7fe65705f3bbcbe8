"""The HTTP protocol: clients that send too much, too slowly or not at all."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref

import pytest
import uvicorn
from uvicorn.server import ServerState

from tests.server.transport.attacks import NarrowServer, connect, read_all, wait_for_answer
from torpedo_dice.server.config import Limits
from torpedo_dice.server.transport.admission import Admission
from torpedo_dice.server.transport.http import HttpProtocol

GET = b"GET /api/bots HTTP/1.1\r\nHost: 127.0.0.1\r\n"
KIB = 1024


@pytest.mark.parametrize(
    "head",
    [
        GET + b"X-Long: " + b"x" * 64 * KIB,
        GET + b"X-Many: y\r\n" * 5000 + b"\r\n",
        b"GET /" + b"x" * 64 * KIB + b" HTTP/1.1\r\n\r\n",
        b"GET /api/tables/x/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\n" + b"X-Many: y\r\n" * 5000 + b"\r\n",
    ],
    ids=["one header without end", "many headers", "a long URL", "a WebSocket's headers"],
)
def test_large_heads_are_refused(narrow: NarrowServer, head: bytes) -> None:
    """The server held 400 MB of headers for one connection."""
    with connect(narrow, "127.0.0.3") as line:
        line.sendall(head)
        assert read_all(line).startswith(b"HTTP/1.1 431 ")


def test_a_websocket_with_many_headers_is_refused(narrow: NarrowServer) -> None:
    """They fit into our limit, but not into that of `websockets`; it used to hang."""
    with connect(narrow, "127.0.0.3") as line:
        line.sendall(
            b"GET /api/tables/x/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\n" + b"X: y\r\n" * 200 + b"\r\n"
        )
        assert read_all(line).startswith(b"HTTP/1.1 4")


@pytest.mark.parametrize(
    ("beginning", "drop", "status"),
    [
        (b"", b"", b"HTTP/1.1 408 "),
        (b"", b"\r\n", b"HTTP/1.1 408 "),
        (GET, b"X: y\r\n", b"HTTP/1.1 408 "),
        (b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n", b"x", b""),
    ],
    ids=["silence", "empty lines", "slow headers", "a slow body"],
)
def test_slow_requests_end(
    narrow: NarrowServer, beginning: bytes, drop: bytes, status: bytes
) -> None:
    """A connection that never sends, or sends a little now and then, does not stay open."""
    with connect(narrow, "127.0.0.4") as line:
        line.sendall(beginning)
        line.settimeout(0.2)
        until = time.monotonic() + 6
        heard = b""
        while time.monotonic() < until:
            try:
                line.sendall(drop)
                if not (part := line.recv(1000)):
                    break
                heard += part
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            pytest.fail("the connection is still open")
        assert heard.startswith(status)


def test_responses_that_nobody_reads_end(narrow: NarrowServer) -> None:
    """The client keeps requesting the rulebook without reading a byte."""
    with connect(narrow, "127.0.0.5", receive_buffer=2048) as line:
        line.settimeout(0.2)
        until = time.monotonic() + 10
        while time.monotonic() < until:
            try:
                line.sendall(b"GET /rules HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            except TimeoutError:
                continue
            except ConnectionError:
                return
    pytest.fail("the connection is still open")


def test_pipelining_is_bounded(narrow: NarrowServer) -> None:
    """Thousands of requests in one write used to become thousands of objects at once."""
    with connect(narrow, "127.0.0.6") as line:
        line.sendall((GET + b"\r\n") * 2000)
        heard = read_all(line)
        assert heard.count(b"HTTP/1.1 200 ") <= 10
        assert b"HTTP/1.1 429 " in heard


def test_a_trailer_without_end_is_refused(narrow: NarrowServer) -> None:
    """Trailers are headers too, and count as such."""
    with connect(narrow, "127.0.0.7") as line:
        line.sendall(
            b"POST /api/commitments HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
            + b"X-Many: y\r\n" * 5000
            + b"\r\n"
        )
        assert b" 431 " in read_all(line)


def test_one_address_cannot_take_all_connections(narrow: NarrowServer) -> None:
    """1,100 connections of one client locked newcomers out."""
    lines = [connect(narrow, "127.0.0.8") for _ in range(25)]
    try:
        assert read_all(lines[-1]).startswith(b"HTTP/1.1 429 ")
        assert wait_for_answer(narrow) < 1
    finally:
        for line in lines:
            line.close()


def test_many_requests_wait_their_turn(narrow: NarrowServer) -> None:
    """A burst is served at once, the rest more slowly, and others notice nothing."""
    with connect(narrow, "127.0.0.10") as line:
        began = time.monotonic()
        for _ in range(100):
            line.sendall(GET + b"\r\n")
            heard = b""
            while not heard.endswith(b"}"):
                heard += line.recv(65536)
        # 60 at once, then 50 per second.
        assert time.monotonic() - began > 0.5
    assert wait_for_answer(narrow) < 1


async def _unused(_scope: object, _receive: object, _send: object) -> None:
    """Stand for an application that is never asked."""


def test_a_refused_connection_is_forgotten_at_once() -> None:
    """It stayed in memory, with its headers, until its client would have been heard again."""
    # The connection counts as one request, so the next one has to wait for five seconds.
    limits = Limits(requests=0.2, requests_at_once=1)
    config = uvicorn.Config(_unused, log_config=None, lifespan="off", interface="asgi3")
    made: list[weakref.ref[HttpProtocol]] = []

    def make() -> HttpProtocol:
        given = {"config": config, "server_state": ServerState(), "app_state": {}}
        protocol = HttpProtocol(limits, Admission(limits), **given)
        made.append(weakref.ref(protocol))
        return protocol

    async def refuse() -> None:
        server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(GET + b"X: y\r\n" * 3000)
            assert (await reader.read()).startswith(b"HTTP/1.1 431 ")
            writer.close()
            until = time.monotonic() + 3
            while made[0]() is not None and time.monotonic() < until:
                await asyncio.sleep(0.05)
                gc.collect()
            assert made[0]() is None

    asyncio.run(refuse())
