"""Giving memory back to the system: glibc keeps what is free after a peak, unless it is told to."""

from __future__ import annotations

import ctypes
import sys
from functools import cache

from torpedo_dice.server.config import KIB

# Parameters of glibc's mallopt, from malloc.h.
_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8


def return_memory() -> None:
    """Let glibc return large pieces at once, and share few heaps between many threads."""
    libc = _glibc()
    if libc is not None:
        libc.mallopt(_M_ARENA_MAX, 2)
        libc.mallopt(_M_MMAP_THRESHOLD, 128 * KIB)


def trim_memory() -> None:
    """Return the free pages between small pieces as well; takes a few milliseconds."""
    libc = _glibc()
    if libc is not None:
        libc.malloc_trim(0)


@cache
def _glibc() -> ctypes.CDLL | None:
    """Return the C library if it is glibc; others have no such functions."""
    if sys.platform != "linux":
        return None
    try:
        libc = ctypes.CDLL("libc.so.6")
    except OSError:
        return None
    return libc if hasattr(libc, "mallopt") and hasattr(libc, "malloc_trim") else None
