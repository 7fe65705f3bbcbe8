"""A server with tight transport limits, and a client that sends raw bytes."""

from __future__ import annotations

import contextlib
import socket
import time

from tests.server.players import Server

NARROW = (
    "import sys; from torpedo_dice.server import run; "
    "from torpedo_dice.server.transport import websocket; websocket._GOODBYE_SECONDS = 2; "
    "from torpedo_dice.server.config import Config, Limits; "
    "limits = Limits(head_seconds=1, request_seconds=2, tcp_connections=20, "
    "requests=50, requests_at_once=60, throttle_seconds=1.5); "
    "config = Config(data=sys.argv[2], silence=2.0, limits=limits); "
    "listener = run._bind('127.0.0.1', int(sys.argv[1]), or_any=False); "
    "run._run(config, listener, level='info')"
)


class NarrowServer(Server):
    """A server whose limits are reached within seconds."""

    program = NARROW


def connect(
    server: Server, address: str = "127.0.0.2", *, receive_buffer: int = 0
) -> socket.socket:
    """Open a connection from a given loopback address, each of which has its own limits."""
    line = socket.socket()
    if receive_buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    line.settimeout(15)
    line.bind((address, 0))
    line.connect(("127.0.0.1", server.port))
    return line


def read_all(line: socket.socket) -> bytes:
    """Read until the server ends the connection."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65536):
            heard += part
    return heard


def upgrade(server: Server, table: str, address: str = "127.0.0.2") -> socket.socket:
    """Open a WebSocket by hand."""
    line = connect(server, address)
    line.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert line.recv(1000).startswith(b"HTTP/1.1 101 ")
    return line


def wait_for_answer(server: Server) -> float:
    """Return how many seconds a bystander at another address waits for an answer."""
    began = time.monotonic()
    with connect(server, "127.0.0.9") as line:
        line.sendall(b"GET /api/bots HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert read_all(line).startswith(b"HTTP/1.1 200 ")
    return time.monotonic() - began
