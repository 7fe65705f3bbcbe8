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


def test_a_database_of_version_0_1_0_is_migrated(tmp_path: Path) -> None:
    """It gets the column for marks; its tables stay."""
    data = tmp_path / "games.sqlite"
    with sqlite3.connect(data) as connection:
        connection.executescript(
            """
            CREATE TABLE meta (key VARCHAR(32) PRIMARY KEY, value INTEGER NOT NULL);
            INSERT INTO meta VALUES ('schema', 1);
            CREATE TABLE tables (id VARCHAR(32) PRIMARY KEY, made FLOAT NOT NULL,
                                 setting TEXT NOT NULL, ended FLOAT);
            INSERT INTO tables VALUES ('a', 1.0, '{}', NULL);
            CREATE TABLE log (table_id VARCHAR(32), number INTEGER, at FLOAT NOT NULL,
                              entry TEXT NOT NULL, PRIMARY KEY (table_id, number));
            """
        )
    connection.close()
    storage = Storage(str(data))
    assert storage.stale(2.0, 0).unmarked == ["a"]
    assert storage.running() == 0
    storage.close()
    Storage(str(data)).close()
