"""A network connection between browser and server that can be cut without either side noticing."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading


class Wire:
    """Forwards bytes to a port of this machine; while it is cut they are swallowed."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._is_cut = False
        self._dead: set[socket.socket] = set()
        self._other_end: dict[socket.socket, socket.socket] = {}
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Drop every byte from now on; nothing is closed."""
        self._is_cut = True

    def mend(self) -> None:
        """Let new connections through, and those that wait; those that lost bytes stay silent."""
        self._is_cut = False

    def close(self) -> None:
        """Close it."""
        self._is_closed.set()
        self._thread.join(10)

    def _run(self) -> None:
        with selectors.DefaultSelector() as waiting, self._listener:
            waiting.register(self._listener, selectors.EVENT_READ)
            while not self._is_closed.is_set():
                for key, _ in waiting.select(0.05):
                    end = key.fileobj
                    assert isinstance(end, socket.socket)
                    if end is self._listener and self._is_cut:
                        # As TCP does, which asks again until somebody answers.
                        self._is_closed.wait(0.05)
                    elif end is self._listener:
                        self._connect(waiting)
                    else:
                        self._forward(waiting, end)
            for end in self._other_end:
                end.close()

    def _connect(self, waiting: selectors.BaseSelector) -> None:
        near, _ = self._listener.accept()
        far = socket.create_connection(("127.0.0.1", self._port))
        for end, other in ((near, far), (far, near)):
            self._other_end[end] = other
            waiting.register(end, selectors.EVENT_READ)

    def _forward(self, waiting: selectors.BaseSelector, end: socket.socket) -> None:
        try:
            data = end.recv(1 << 16)
        except OSError:
            data = b""
        other = self._other_end.get(end)
        if self._is_cut:
            self._dead.update((end, other) if other else (end,))
        if not data:
            waiting.unregister(end)
        if other is None or end in self._dead:
            return
        with contextlib.suppress(OSError):
            if data:
                other.sendall(data)
            else:
                other.shutdown(socket.SHUT_WR)
