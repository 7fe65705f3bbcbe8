"""Durability of new and renamed files."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from torpedo_dice.record.durable import sync_folder


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot open folders")
def test_a_folder_is_flushed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder itself, not a file in it, and its descriptor is closed again."""
    flushed: list[int] = []

    def fsync(descriptor: int) -> None:
        assert os.path.samestat(os.fstat(descriptor), tmp_path.stat())
        flushed.append(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    sync_folder(tmp_path)
    assert len(flushed) == 1
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(flushed[0])
