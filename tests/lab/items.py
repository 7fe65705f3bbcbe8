"""Functions for the tests of parallel work, in a module that worker processes import quickly."""

from __future__ import annotations

import os
import time
from pathlib import Path


def square(number: int) -> int:
    """A function of a module, as it must be."""
    return number * number


def square_slowly(number: int) -> int:
    """The same after a while."""
    time.sleep(0.05)
    return square(number)


def process_of(_item: int) -> int:
    """Return the process that computes it."""
    return os.getpid()


def fail_at_twenty(number: int) -> int:
    """Fail like a function that has a bug."""
    if number == 20:
        raise KeyError(number)
    return number


def die_at_twenty(marker: Path | None, number: int) -> int:
    """End the worker process: always, or if a file doesn't exist yet."""
    if number == 20 and not (marker and marker.exists()):
        if marker:
            marker.touch()
        os._exit(3)
    return number
