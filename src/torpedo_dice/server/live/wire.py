"""A WebSocket as play needs it: whole messages in, whole messages out, at once.

uvicorn hands a connection over when it wants to be a WebSocket, and `websockets` shakes hands and
reads the frames. The application is asked through ASGI whether the connection may be, so that a
proxy's headers count. The messages do not go through ASGI: a queue, a task's turn and a
dictionary for each of them cost more than the game does.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
from typing import Any, Protocol, cast
from urllib.parse import unquote

from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

# How long a client may take to hear a goodbye.
_GOODBYE_SECONDS = 10.0
_STOPPING = 1012
_TEXT = 0x80 | Opcode.TEXT
_logger = logging.getLogger("uvicorn.error")


class Listener(Protocol):
    """Whoever hears what a wire brings."""

    def hear(self, text: bytes | None) -> None:
        """Hear a message; None stands for one that is not text."""

    def lost(self) -> None:
        """Hear that the connection is gone; called once, as the last."""


class Wire(asyncio.Protocol):
    """One WebSocket, made by uvicorn."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._app = config.loaded_app
        self._app_state = app_state
        self._state = server_state
        self._frames = ServerProtocol(max_size=config.ws_max_size, logger=_logger)
        self._transport: asyncio.Transport = None  # type: ignore[assignment]
        self._listener: Listener | None = None
        self._kind = Opcode.TEXT
        self._parts: list[bytes] = []
        self._is_full = False
        self._is_lost = False

    # ------------------------------------------------------------------ what uvicorn calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast("asyncio.Transport", transport)
        self._state.connections.add(self)  # type: ignore[arg-type]  # it names its own kinds only

    def data_received(self, data: bytes) -> None:
        """Take in what came: the request to be a WebSocket, then frames."""
        self._frames.receive_data(data)
        for event in self._frames.events_received():
            if isinstance(event, Request):
                self._ask(event)
            else:
                self._take(cast("Frame", event))
        if self._is_full and not self._frames.close_expected():
            # Answers to ping frames must not pile up for somebody who does not take them.
            self._frames.data_to_send()
        self._flush()

    def pause_writing(self) -> None:
        """Note that the client does not take what it is sent."""
        self._is_full = True

    def resume_writing(self) -> None:
        """Note that it does again."""
        self._is_full = False

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # the name is asyncio's
        """End."""
        self._is_lost = True
        self._state.connections.discard(self)
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.lost()

    def shutdown(self) -> None:
        """Say that the server stops."""
        self.close(_STOPPING, "the server stops: come again")
        self._transport.close()

    # ------------------------------------------------------------------ opening

    def _ask(self, request: Request) -> None:
        """Ask the application whether this connection may be."""
        self._response = self._frames.accept(request)
        if self._response.status_code != 101:
            self._frames.send_response(self._response)
            return
        path, _, query = request.path.partition("?")
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "ws",
            "path": unquote(path),
            "raw_path": path.encode("ascii"),
            "query_string": query.encode("ascii"),
            "root_path": "",
            "headers": [
                (name.lower().encode("latin-1"), value.encode("latin-1", "replace"))
                for name, value in request.headers.raw_items()
            ],
            "subprotocols": [],
            "client": self._transport.get_extra_info("peername"),
            "server": self._transport.get_extra_info("sockname"),
            "state": self._app_state,
            "wire": self,
        }
        task = asyncio.get_running_loop().create_task(self._run(scope))
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)

    async def _run(self, scope: dict[str, Any]) -> None:
        """Let the application call `accept` or `refuse`; it has nothing to receive or to send."""
        try:
            await self._app(scope, None, None)
        except Exception:
            _logger.exception("the application failed")
            self._transport.abort()

    def accept(self, listener: Listener) -> None:
        """Open the connection."""
        if self._transport.is_closing():
            listener.lost()
            return
        self._frames.send_response(self._response)
        self._flush()
        self._listener = listener

    def refuse(self) -> None:
        """Answer with 403 and end."""
        self._frames.send_response(self._frames.reject(403, ""))
        self._flush()

    # ------------------------------------------------------------------ messages

    def _take(self, frame: Frame) -> None:
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
            self._kind = frame.opcode
            self._parts = [bytes(frame.data)]
        elif frame.opcode is Opcode.CONT:
            self._parts.append(bytes(frame.data))
        else:
            # Pings and closes have been answered already.
            return
        if frame.fin and self._listener is not None:
            self._hear(self._listener, b"".join(self._parts))

    def _hear(self, listener: Listener, message: bytes) -> None:
        if self._kind is not Opcode.TEXT:
            listener.hear(None)
            return
        try:
            message.decode()
        except UnicodeDecodeError:
            self._frames.fail(CloseCode.INVALID_DATA)
        else:
            listener.hear(message)

    def send(self, *texts: bytes) -> None:
        """Send texts, in one go."""
        self._transport.write(b"".join([_head(len(text)) + text for text in texts]))

    @property
    def waiting(self) -> int:
        """How many bytes wait until the client reads."""
        return self._transport.get_write_buffer_size()

    def close(self, code: int, why: str) -> None:
        """Say goodbye, after what waits to be sent; whoever does not answer is not waited for."""
        if self._transport.is_closing() or self._frames.close_expected():
            return
        self._frames.send_close(code, why)
        self._flush()
        asyncio.get_running_loop().call_later(_GOODBYE_SECONDS, self._cut)

    def _cut(self) -> None:
        """Let the connection go, with all that the system still holds for it."""
        if not self._is_lost:
            line = self._transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self._transport.abort()

    def _flush(self) -> None:
        """Send what `websockets` has to say; nothing in it means the end."""
        for data in self._frames.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()


def _head(length: int) -> bytes:
    """Return what stands before a text in a frame (RFC 6455, 5.2)."""
    if length < 126:
        return struct.pack("!BB", _TEXT, length)
    if length < 1 << 16:
        return struct.pack("!BBH", _TEXT, 126, length)
    return struct.pack("!BBQ", _TEXT, 127, length)
