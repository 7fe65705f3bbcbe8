"""The schema of the database and its versions."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from torpedo_dice.server.store.storage import Storage, StorageError


def test_a_newer_file_is_refused_politely(tmp_path: Path) -> None:
    """One sentence, and the file is as it was."""
    data = tmp_path / "games.sqlite"
    Storage(str(data)).close()
    with sqlite3.connect(data) as connection:
        connection.execute("UPDATE meta SET value = 99")
    connection.close()
    with pytest.raises(StorageError, match=r"newer version .* schema is 99"):
        Storage(str(data))
    with sqlite3.connect(data) as connection:
        assert connection.execute("SELECT value FROM meta").fetchall() == [(99,)]
    connection.close()
