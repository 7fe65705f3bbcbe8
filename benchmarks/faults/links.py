"""A TCP connection that can be cut, slowed down and stalled: a small proxy on loopback."""

from __future__ import annotations

import asyncio
import contextlib

_CHUNK = 65536


class Link:
    """Passes connections on to a port, as its `mode` allows."""

    def __init__(self, name: str, target: int) -> None:
        self.name = name
        self.target = target
        self.port = 0
        self._delay = 0.0
        self._is_cut = False
        self._may_pass = asyncio.Event()
        self._may_pass.set()
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    async def open(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Close the port and all connections."""
        if self._server is not None:
            self._server.close()
        self.cut()

    def cut(self) -> None:
        """Break all connections, and refuse new ones."""
        self._is_cut = True
        for writer in list(self._writers):
            writer.transport.abort()

    def slow(self, delay: float) -> None:
        """Delay everything by this many seconds."""
        self._delay = delay

    def stall(self) -> None:
        """Let nothing through, without telling anybody."""
        self._may_pass.clear()

    def mend(self) -> None:
        """Work normally again."""
        self._delay, self._is_cut = 0.0, False
        self._may_pass.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        self._writers.add(writer)
        try:
            # A stalled link doesn't connect either.
            await self._may_pass.wait()
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            self._drop(writer)
            return
        self._writers.add(there[1])
        await asyncio.gather(self._pump(reader, there[1]), self._pump(there[0], writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(_CHUNK):
                if self._delay:
                    await asyncio.sleep(self._delay)
                await self._may_pass.wait()
                writer.write(data)
                await writer.drain()
        self._drop(writer)

    def _drop(self, writer: asyncio.StreamWriter) -> None:
        self._writers.discard(writer)
        writer.transport.abort() if self._is_cut else writer.close()
