"""Opening a database: one sentence for each thing that can be wrong."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path
from threading import Timer

import pytest

from tests.server.databases import new_postgres
from tests.server.players import free_port
from torpedo_dice.server.store.opening import open_engine, open_to_read
from torpedo_dice.server.store.writes import StorageError


def test_a_database_that_cannot_be_reached_is_named() -> None:
    """Without its password."""
    data = f"postgresql://ada:secret@127.0.0.1:{free_port()}/games"
    with pytest.raises(StorageError, match=r"/games: can’t be reached: .*refused") as caught:
        open_engine(data)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_database_that_does_not_exist_is_named() -> None:
    """The server says so itself."""
    data = new_postgres().rpartition("/")[0] + "/nothing"
    with pytest.raises(StorageError, match=r'be reached: .*database "nothing" does not'):
        open_engine(data)


def test_several_hosts_are_tried_in_turn() -> None:
    """The address is libpq's, so the next host is used if the first can't be reached."""
    host, _, database = new_postgres().removeprefix("postgresql://torpedo@").partition("/")
    # Nothing listens on port 1, whereas a free port may be taken by another test meanwhile.
    data = f"postgresql://torpedo@127.0.0.1:1,{host}/{database}"
    open_engine(f"{data}?target_session_attrs=read-write").dispose()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ("mysql://localhost/games", "must be a file name or a postgresql:// address"),
        ("nonsense://", "must be a file name or a postgresql:// address"),
        ("postgresql://localhost/games?colour=red", "can’t be used: .*colour"),
    ],
)
def test_other_addresses_are_refused(data: str, why: str) -> None:
    """In one sentence."""
    with pytest.raises(StorageError, match=why):
        open_engine(data)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command that installs it."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StorageError, match=r"pip install 'torpedo-dice\[postgres\]'"):
        open_engine("postgresql://localhost/games")


def test_a_file_can_be_required_to_exist(tmp_path: Path) -> None:
    """A command that only reads doesn't create one."""
    with pytest.raises(StorageError, match="no such file"):
        open_to_read(str(tmp_path / "games.sqlite"))
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty").touch()
    with pytest.raises(StorageError, match="isn’t a Torpedo Dice database"):
        open_to_read(str(tmp_path / "empty"))


def test_a_new_file_that_another_process_is_creating_is_waited_for(tmp_path: Path) -> None:
    """SQLite itself doesn't wait for the lock that changing the journal takes."""
    file = tmp_path / "games.sqlite"
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = Timer(0.2, other.close)
    timer.start()
    open_engine(str(file)).dispose()
    timer.join()
    assert sqlite3.connect(file).execute("PRAGMA journal_mode").fetchone() == ("wal",)
