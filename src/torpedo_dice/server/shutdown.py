"""Stopping in time: a restart must not wait for a database that hangs."""

from __future__ import annotations

import os
import threading

from torpedo_dice.server.logs import logger

# Seconds for requests in progress, then for everything else; together less than five.
REQUEST_SECONDS = 2
_CLOSE_SECONDS = 2.5


def exit_in_time() -> None:
    """End the process in a moment, even if a thread still waits for the database.

    Nothing is lost: what isn't stored yet was never acknowledged.
    """
    timer = threading.Timer(_CLOSE_SECONDS, _exit)
    timer.daemon = True
    timer.start()


def _exit() -> None:
    logger.warning("stopped_late")
    os._exit(0)
