"""Listening to what other processes tell through PostgreSQL (LISTEN), in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, cast

import sqlalchemy as sa

from torpedo_dice.server.store.opening import first_line

# Seconds until the thread looks whether it should stop, and between attempts to connect.
_LOOK_SECONDS = 0.5
_RETRY_SECONDS = 0.5


class Listener:
    """A thread that passes on notifications, and reconnects when the connection is lost."""

    def __init__(
        self,
        engine: sa.Engine,
        channels: Sequence[str],
        connected: Callable[[], None],
        lost: Callable[[str], None],
        receive: Callable[[str, str], None],
    ) -> None:
        """All functions are called in the thread.

        `connected` is called after each (re)connection: notifications may have been missed. `lost`
        is called with the reason when there is no connection, `receive` with a channel and a
        message.
        """
        self._engine = engine
        self._channels = channels
        self._connected = connected
        self._lost = lost
        self._receive = receive
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)

    def start(self) -> None:
        """Start listening."""
        self._thread.start()

    def stop(self) -> None:
        """Stop listening after the next notification, or soon."""
        self._stopping.set()

    def close(self) -> None:
        """Wait until it has stopped."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2 * _LOOK_SECONDS)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._listen()
            except Exception as error:  # noqa: BLE001  # the next connection may work
                self._lost(first_line(error))
                self._stopping.wait(_RETRY_SECONDS)

    def _listen(self) -> None:
        # A connection that isn't returned to the pool: its session listens.
        connection = cast("Any", self._engine.raw_connection())
        driver = connection.driver_connection
        connection.detach()
        try:
            driver.autocommit = True
            for channel in self._channels:
                driver.execute(f"LISTEN {channel}")
            self._connected()
            while not self._stopping.is_set():
                for notice in driver.notifies(timeout=_LOOK_SECONDS):
                    self._receive(notice.channel, notice.payload)
                    if self._stopping.is_set():
                        break
        finally:
            driver.close()
