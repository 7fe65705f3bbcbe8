"""uvicorn's WebSocket, and how it parts from a client that takes nothing from it.

An answer waits until the client has taken the ones before it. A goodbye must not, and a connection
whose last bytes are never taken would stay for ever.
"""

from __future__ import annotations

import asyncio
import socket
import struct

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Wire(WebSocketsSansIOProtocol):
    """A WebSocket that is gone a moment after its goodbye, read or not."""

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message when the client has taken the others; a goodbye at once."""
        if message["type"] == "websocket.close":
            self.writable.set()
        await super().send(message)

    def data_received(self, data: bytes) -> None:
        """Take what came; a greeting that cannot be read is not waited for any longer."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.close()

    def handle_ping(self) -> None:
        """Answer a ping frame, unless answers pile up that nobody reads."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Give the client time to take the goodbye, and no more."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.loop.call_later(self.close_timeout, self._cut)

    def _cut(self) -> None:
        """Let the connection go with all that the system still holds for it."""
        if not self.disconnected:
            line = self.transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.transport.abort()
