"""The WebSocket protocol: complete messages in and out, with limits.

`websockets` (its sans-I/O layer) does the handshake and the frames, and uvicorn hands over a
connection when it is upgraded. The application decides through ASGI whether the connection is
accepted, so that routes, guards and a proxy's headers apply. Messages do not pass through ASGI,
for two reasons: only here can frames that carry no message be counted, and a queue, a task switch
and a dictionary for each message cost more than the game does.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
import time
from typing import Any, Protocol, cast
from urllib.parse import unquote

from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from torpedo_dice.server.config import Limits
from torpedo_dice.server.rate_limit import Bucket
from torpedo_dice.server.transport.admission import Admission

# The key of the protocol in the application's scope.
SCOPE_KEY = "torpedo_dice.websocket"
# The client has too many connections, or sends too much.
CLOSE_TOO_MANY = 4429
# Bytes parsed at once: a few hundred empty frames.
_SLICE = 4096
# Seconds for a client to read the rest and answer the close frame.
_GOODBYE_SECONDS = 10.0
_SERVICE_RESTART = 1012
# The first byte of a frame that is a whole text message.
_TEXT = 0x81
_logger = logging.getLogger("uvicorn.error")


def _text_header(length: int) -> bytes:
    """Return what precedes a whole text message in its frame (RFC 6455, section 5.2).

    A `Frame` of `websockets` does the same in four times the time, and most of what a server sends
    is text.
    """
    if length < 126:
        return struct.pack("!BB", _TEXT, length)
    if length < 1 << 16:
        return struct.pack("!BBH", _TEXT, 126, length)
    return struct.pack("!BBQ", _TEXT, 127, length)


class Listener(Protocol):
    """The receiver of a connection's messages."""

    def receive(self, text: str | None) -> None:
        """Handle a message; None stands for one that is not text."""

    def lost(self) -> None:
        """Handle the end of the connection; called once, last."""


class WebSocketProtocol(asyncio.Protocol):
    """One WebSocket, created by uvicorn."""

    def __init__(
        self,
        limits: Limits,
        admission: Admission,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """All but the limits and the admission are uvicorn's arguments."""
        now = time.monotonic()
        self._limits = limits
        self._admission = admission
        self._frame_bucket = Bucket(limits.frames, limits.frames_at_once, now)
        self._byte_bucket = Bucket(limits.bytes, limits.bytes_at_once, now)
        self._throttled = 0.0
        # What arrived while the connection was throttled.
        self._unread = b""
        self._app = config.loaded_app
        self._app_state = app_state
        self._state = server_state
        self._frames = ServerProtocol(max_size=config.ws_max_size, logger=_logger)
        self._transport: asyncio.Transport = None  # type: ignore[assignment]
        self._listener: Listener | None = None
        self._opcode = Opcode.TEXT
        self._parts: list[bytes] = []
        self._is_full = False
        self._is_lost = False

    # ------------------------------------------------------------------ called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start."""
        self._transport = cast("asyncio.Transport", transport)
        self._state.connections.add(self)  # type: ignore[arg-type]  # it lists its own classes only

    def data_received(self, data: bytes) -> None:
        """Handle the handshake, then frames, as fast as the limits allow."""
        self._unread = self._unread + data if self._unread else data
        self._read()

    def _read(self) -> None:
        """Parse what arrived, in slices: thousands of empty frames fit into one read."""
        while self._unread and not self._transport.is_closing():
            if len(self._unread) <= _SLICE:
                data, self._unread = self._unread, b""
            else:
                data, self._unread = self._unread[:_SLICE], self._unread[_SLICE:]
            wait = self._parse(data)
            if wait > 0:
                self._throttle(wait)
                break

    def _parse(self, data: bytes) -> float:
        """Handle the frames in some data; return how many seconds to pause reading."""
        self._frames.receive_data(data)
        events = self._frames.events_received()
        for event in events:
            if isinstance(event, Request):
                self._handle_request(event)
            else:
                self._handle_frame(cast("Frame", event))
        if self._is_full and not self._frames.close_expected():
            # Answers to ping frames must not pile up for a client that does not read them.
            self._frames.data_to_send()
        self._flush()
        now = time.monotonic()
        return max(
            self._frame_bucket.charge(len(events), now), self._byte_bucket.charge(len(data), now)
        )

    def _throttle(self, wait: float) -> None:
        self._throttled += wait
        self._transport.pause_reading()
        if self._throttled > self._limits.throttle_seconds:
            # Stop reading, even if the client keeps sending instead of closing its end.
            self._unread = b""
            self.close(CLOSE_TOO_MANY, "too much data")
        else:
            asyncio.get_running_loop().call_later(wait, self._resume)

    def _resume(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()
            self._read()

    def pause_writing(self) -> None:
        """Note that the client has stopped reading."""
        self._is_full = True

    def resume_writing(self) -> None:
        """Note that the client is reading again."""
        self._is_full = False

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # the name is asyncio's
        """End."""
        self._is_lost = True
        self._admission.close(self._transport)
        self._state.connections.discard(self)
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.lost()

    def shutdown(self) -> None:
        """Tell the client that the server is shutting down; called by uvicorn."""
        self.close(_SERVICE_RESTART, "the server stops: come again")
        self._transport.close()

    # ------------------------------------------------------------------ opening

    def _handle_request(self, request: Request) -> None:
        """Ask the application whether to accept the connection."""
        self._response = self._frames.accept(request)
        if self._response.status_code != 101:
            self._frames.send_response(self._response)
            return
        task = asyncio.get_running_loop().create_task(self._run(self._scope(request)))
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)

    def _scope(self, request: Request) -> dict[str, Any]:
        path, _, query = request.path.partition("?")
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": unquote(path),
            "raw_path": path.encode("ascii"),
            "query_string": query.encode("ascii"),
            "root_path": "",
            "headers": [
                (name.lower().encode("ascii"), value.encode("latin-1", "replace"))
                for name, value in request.headers.raw_items()
            ],
            "subprotocols": [],
            "client": self._end_point("peername"),
            "server": self._end_point("sockname"),
            "state": self._app_state.copy(),
            SCOPE_KEY: self,
        }

    def _end_point(self, name: str) -> tuple[str, int] | None:
        """Return a host and a port as in ASGI; None if the client is already gone."""
        found = self._transport.get_extra_info(name)
        # An IPv6 address has more parts.
        return None if found is None else (found[0], found[1])

    async def _run(self, scope: dict[str, Any]) -> None:
        try:
            await self._app(scope, self._asgi_receive, self._asgi_send)
        except Exception:
            _logger.exception("Exception in ASGI application")
            self._transport.abort()

    async def _asgi_receive(self) -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def _asgi_send(self, message: dict[str, Any]) -> None:
        """Reject the connection: the application's only alternative to accepting it."""
        if message["type"] != "websocket.close":
            raise RuntimeError(f"unexpected ASGI message {message['type']!r}")
        self._frames.send_response(self._frames.reject(403, ""))
        self._flush()

    def accept(self, listener: Listener) -> None:
        """Open the connection."""
        if self._transport.is_closing():
            listener.lost()
            return
        self._frames.send_response(self._response)
        self._flush()
        self._listener = listener

    # ------------------------------------------------------------------ messages

    def _handle_frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.TEXT or frame.opcode is Opcode.BINARY:
            self._opcode = frame.opcode
            self._parts = [bytes(frame.data)]
        elif frame.opcode is Opcode.CONT:
            self._parts.append(bytes(frame.data))
        else:
            # `websockets` has answered pings and closes already.
            return
        if frame.fin and self._listener is not None:
            self._deliver(self._listener, b"".join(self._parts))

    def _deliver(self, listener: Listener, message: bytes) -> None:
        if self._opcode is not Opcode.TEXT:
            listener.receive(None)
            return
        try:
            text = message.decode()
        except UnicodeDecodeError:
            self._frames.fail(CloseCode.INVALID_DATA)
        else:
            listener.receive(text)

    def send(self, *texts: bytes) -> None:
        """Send messages in one write, unless the client has closed the connection."""
        if self._frames.state is not State.OPEN:
            return
        # What `websockets` has prepared, such as an answer to a ping, goes first.
        parts = self._frames.data_to_send()
        for text in texts:
            parts += (_text_header(len(text)), text)
        self._transport.write(b"".join(parts))

    @property
    def waiting_bytes(self) -> int:
        """How many bytes are waiting for the client to read."""
        return self._transport.get_write_buffer_size()

    def close(self, code: int, why: str) -> None:
        """Close the connection after sending all queued data."""
        if self._transport.is_closing() or self._frames.close_expected():
            return
        self._frames.send_close(code, why)
        self._flush()
        asyncio.get_running_loop().call_later(_GOODBYE_SECONDS, self._abort)

    def _abort(self) -> None:
        """Abort the connection immediately, discarding everything that is still buffered."""
        if not self._is_lost:
            line = self._transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self._transport.abort()

    def _flush(self) -> None:
        """Send what `websockets` has prepared; an empty chunk means the end."""
        for data in self._frames.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()
