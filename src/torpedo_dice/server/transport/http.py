"""The HTTP protocol: uvicorn's, with limits on connections, heads, bytes, pipelining and time.

uvicorn alone waits indefinitely for a slow client, and stores all headers it sends.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from torpedo_dice.server.config import KIB, Limits
from torpedo_dice.server.transport.admission import Admission

_HEAD_TOO_LARGE = HTTPStatus(431)
_BODY_TOO_LARGE = HTTPStatus(413)
# The memory overhead of a header besides its text.
_HEADER_BYTES = 32
# Chunk sizes, trailers and line ends of a chunked body.
_FRAMING_BYTES = 64 * KIB


class HttpProtocol(HttpToolsProtocol):
    """One connection, until it ends or becomes a WebSocket."""

    def __init__(self, limits: Limits, admission: Admission, **uvicorn_arguments: Any) -> None:
        super().__init__(**uvicorn_arguments)
        self._limits = limits
        self._admission = admission
        self._deadline: asyncio.TimerHandle | None = None
        # Ends the pause of a client that has sent too much.
        self._pause: asyncio.TimerHandle | None = None
        self._is_in_head = False
        self._head_bytes = 0
        self._request_bytes = 0
        self._begun = 0
        # Why the parser was stopped.
        self._refusal = HTTPStatus.BAD_REQUEST

    # ------------------------------------------------------------------ called by the event loop

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start, unless the client has too many connections already."""
        super().connection_made(transport)
        if self._admission.open(transport):
            self._set_deadline(self._limits.head_seconds)
            self._throttle(1)
        else:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._admission.close(self.transport)
        self._clear_deadline()
        if self._pause is not None:
            # It would keep the connection, with all its headers, in memory until then.
            self._pause.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what arrived, within the limits."""
        if self.transport.is_closing():
            return
        if self._deadline is None:
            self._set_deadline(self._limits.head_seconds)
        super().data_received(data)
        self._request_bytes += len(data)
        limits = self._limits
        most = limits.head if self._is_in_head else limits.record_body + _FRAMING_BYTES
        if self._request_bytes > most:
            self._refuse(_HEAD_TOO_LARGE if self._is_in_head else _BODY_TOO_LARGE)
        self._throttle(self._begun)
        self._begun = 0

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol, which has its own limits."""
        self._clear_deadline()
        super().handle_websocket_upgrade()

    # ------------------------------------------------------------------ called by the parser

    def on_message_begin(self) -> None:
        """Start a request."""
        self._is_in_head = True
        self._head_bytes = self._request_bytes = 0
        self._begun += 1
        if len(self.pipeline) >= self._limits.pipelined:
            self._stop_parsing(HTTPStatus.TOO_MANY_REQUESTS)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Add a piece of the URL."""
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header, or a trailer."""
        self._count_head(len(name) + len(value) + _HEADER_BYTES)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Start to answer; the client must send the body and read the response in time."""
        self._is_in_head = False
        self._set_deadline(self._limits.request_seconds)
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, which may already have begun."""
        self._clear_deadline()
        super().on_response_complete()
        if self.pipeline or self._is_in_head:
            self._set_deadline(self._limits.request_seconds)

    def _count_head(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > self._limits.head:
            self._stop_parsing(_HEAD_TOO_LARGE)

    def _stop_parsing(self, why: HTTPStatus) -> None:
        self._refusal = why
        raise ValueError(why.phrase)

    def send_400_response(self, msg: str) -> None:
        """Answer a request that could not be parsed completely; called by uvicorn."""
        if self._refusal is HTTPStatus.BAD_REQUEST:
            super().send_400_response(msg)
        else:
            self._refuse(self._refusal)

    # ------------------------------------------------------------------ limits

    def _throttle(self, requests: int) -> None:
        """Count requests; stop reading for a while if the client sends too many."""
        wait = self._admission.charge(self.transport, requests)
        if wait > self._limits.throttle_seconds:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
        elif wait > 0 and not self.transport.is_closing():
            self.transport.pause_reading()
            self._pause = self.loop.call_later(wait, self._resume)

    def _resume(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._time_is_up)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _time_is_up(self) -> None:
        self._deadline = None
        if self.cycle is None or self.cycle.response_complete:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            # A response has begun, or the body is missing: there is no room for another answer.
            self.transport.abort()

    def _refuse(self, status: HTTPStatus) -> None:
        """Answer without calling the application, and close the connection."""
        if self.transport.is_closing():
            return
        head = f"HTTP/1.1 {status.value} {status.phrase}\r\n"
        self.transport.write(f"{head}content-length: 0\r\nconnection: close\r\n\r\n".encode())
        self.transport.close()
