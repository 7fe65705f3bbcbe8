"""The file of a database is found, and only its owner may read it."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.store.test_storage import make_table
from torpedo_dice.server.store.database_file import database_file, url_of
from torpedo_dice.server.store.storage import Storage

needs_permissions = pytest.mark.skipif(sys.platform == "win32", reason="no POSIX permissions")


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o277], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    """Some umask."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(file: Path) -> int:
    """Return a file's permissions."""
    return stat.S_IMODE(file.stat().st_mode)


@needs_permissions
def test_only_the_owner_may_read_a_new_database(tmp_path: Path, umask: int) -> None:
    """Nor its side files, whatever the umask is."""
    assert umask == os.umask(umask)

    async def main() -> None:
        storage = Storage(str(tmp_path / "games.sqlite"))
        await storage.written([make_table("a")])
        files = {file.name: mode(file) for file in tmp_path.iterdir()}
        storage.close()
        assert files == dict.fromkeys(
            ("games.sqlite", "games.sqlite-wal", "games.sqlite-shm"), 0o600
        )

    asyncio.run(main())


@needs_permissions
def test_the_permissions_of_an_existing_database_are_kept(tmp_path: Path) -> None:
    """Its owner may have chosen them."""
    data = tmp_path / "games.sqlite"
    Storage(str(data)).close()
    data.chmod(0o640)
    Storage(str(data)).close()
    assert mode(data) == 0o640


def test_where_a_database_is(tmp_path: Path) -> None:
    """A database in memory or of another system has no file."""
    data = tmp_path / "games.sqlite"
    assert database_file(url_of(str(data))) == data
    assert database_file(f"sqlite:///{data}") == data
    for url in ("sqlite://", "sqlite:///:memory:", "postgresql://localhost/games"):
        assert database_file(url) is None
