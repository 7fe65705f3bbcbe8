"""Memory: what is free goes back to the system."""

from __future__ import annotations

import ctypes
import re
import sys
from pathlib import Path

import pytest

from torpedo_dice.server import memory
from torpedo_dice.server.memory import return_memory, trim_memory

MIB = 1024 * 1024
PIECE = 64 * 1024


def resident() -> int:
    """Return the bytes of this process in memory."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return 1024 * int(found[1])


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no glibc")
def test_free_pieces_below_one_in_use_are_returned() -> None:
    """By itself, glibc returns only what is free at the end of its heap."""
    libc = ctypes.CDLL("libc.so.6")
    libc.malloc.restype = ctypes.c_void_p
    libc.free.argtypes = [ctypes.c_void_p]
    return_memory()
    pieces = [libc.malloc(PIECE) for _ in range(64 * MIB // PIECE)]
    last = libc.malloc(PIECE)
    for piece in pieces:
        ctypes.memset(piece, 1, PIECE)
        libc.free(piece)
    before = resident()
    trim_memory()
    returned = before - resident()
    libc.free(last)
    assert returned > 32 * MIB


def test_it_can_be_asked_for_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no glibc, the C library isn't even loaded."""
    memory._glibc.cache_clear()
    monkeypatch.setattr(memory.sys, "platform", "darwin")
    monkeypatch.setattr(memory.ctypes, "CDLL", pytest.fail)
    return_memory()
    trim_memory()
    assert memory._glibc() is None
    memory._glibc.cache_clear()
