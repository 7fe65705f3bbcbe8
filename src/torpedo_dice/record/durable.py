"""Durability: a new or renamed file survives a power cut only if its folder is flushed too."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk; not possible or needed on Windows."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
