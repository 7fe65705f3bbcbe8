"""A backup is made while a game is played, restored elsewhere, and the game isn’t over."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import sys
from pathlib import Path

import pytest

from tests.server.players import Page, Server, play_turns
from tests.server.store.test_storage import make_table
from torpedo_dice.record import verify
from torpedo_dice.server.store.backup import BackupError, back_up, restore
from torpedo_dice.server.store.storage import Storage


def store(data: Path, *names: str) -> Storage:
    """Make a database with some tables and leave it open, as a server does."""

    async def main() -> Storage:
        storage = Storage(str(data))
        await storage.written([make_table(name) for name in names])
        return storage

    return asyncio.run(main())


def tables_in(data: Path) -> list[str]:
    """Return the tables that a database holds."""
    connection = sqlite3.connect(data)
    names = [name for (name,) in connection.execute("SELECT id FROM tables ORDER BY id")]
    connection.close()
    return names


def content(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder with its content."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_game_goes_on_from_a_backup(server: Server, tmp_path: Path) -> None:
    """Nobody notices the backup; the restored server continues from its moment."""
    made = server.make(pace="instant")
    secrets = [seat["secret"] for seat in made["seats"]]
    backup = tmp_path / "backup.sqlite"

    async def play(server: Server, *, is_first: bool) -> int:
        """Play on; returns how many events there were before."""
        async with (
            Page(server, made["table"], secrets[0]) as ada,
            Page(server, made["table"], secrets[1]) as noor,
        ):
            before = ada.seen
            pages = {0: ada, 1: noor}
            if is_first:
                await play_turns(pages, lambda page: page.views["0"]["round"] == 4)
                await asyncio.to_thread(back_up, str(server.data), backup)
                await play_turns(pages, lambda page: page.views["0"]["round"] == 6)
            else:
                assert ada.views["0"]["round"] == 4
                await play_turns(pages, lambda page: page.views["0"]["over"])
            return before

    at_first = asyncio.run(play(server, is_first=True))
    restore(backup, str(tmp_path / "other" / "games.sqlite"))
    other = Server(tmp_path / "other" / "games.sqlite", tmp_path / "log")
    try:
        assert asyncio.run(play(other, is_first=False)) > at_first
        record = other.get(f"/api/tables/{made['table']}/record").json()
        assert verify(record) is None
        assert other.faults() == []
    finally:
        other.kill()


def test_a_backup_has_what_a_copy_of_the_file_lacks(tmp_path: Path) -> None:
    """Recent changes are in the WAL file; the backup needs no second file."""
    data, backup = tmp_path / "games.sqlite", tmp_path / "backup" / "games.sqlite"
    backup.parent.mkdir()
    storage = store(data, "a", "b")
    copied = tmp_path / "copied.sqlite"
    copied.write_bytes(data.read_bytes())
    with pytest.raises(BackupError):
        restore(copied, str(tmp_path / "new.sqlite"))
    assert back_up(str(data), backup) == 2
    storage.close()
    assert [file.name for file in backup.parent.iterdir()] == ["games.sqlite"]
    assert tables_in(backup) == ["a", "b"]


@pytest.mark.skipif(sys.platform == "win32", reason="no POSIX permissions")
def test_only_the_owner_may_read_a_backup(tmp_path: Path) -> None:
    """Nor what is restored from it."""
    data, backup, new = (tmp_path / name for name in ("games.sqlite", "backup", "new.sqlite"))
    store(data, "a").close()
    back_up(str(data), backup)
    backup.chmod(0o644)
    back_up(str(data), backup, force=True)
    restore(backup, str(new))
    for file in (backup, new):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    """With it a backup is replaced, and a replaced database is kept, also a second time."""
    data, backup = tmp_path / "games.sqlite", tmp_path / "backup"
    backup.write_text("something else")
    store(data, "a").close()
    with pytest.raises(BackupError, match="already exists; use --force to replace it"):
        back_up(str(data), backup)
    assert backup.read_text() == "something else"
    back_up(str(data), backup, force=True)
    with pytest.raises(BackupError, match="already exists"):
        restore(backup, str(data))
    store(data, "b").close()
    first = restore(backup, str(data), force=True)
    second = restore(backup, str(data), force=True)
    assert tables_in(data) == ["a"]
    assert first.kept == tmp_path / "games.sqlite.before-restore"
    assert tables_in(first.kept) == ["a", "b"]
    assert second.kept == tmp_path / "games.sqlite.2.before-restore"
    assert tables_in(second.kept) == ["a"]


def test_a_database_in_use_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server must be stopped first; it goes on unharmed."""
    monkeypatch.setattr("torpedo_dice.server.store.backup._BUSY_SECONDS", 0.1)
    data, backup = tmp_path / "games.sqlite", tmp_path / "backup"
    storage = store(data, "a")
    back_up(str(data), backup)
    with pytest.raises(BackupError, match="is in use: stop the server first"):
        restore(backup, str(data), force=True)
    asyncio.run(storage.written([make_table("b")]))
    storage.close()
    assert tables_in(data) == ["a", "b"]
    assert sorted(content(tmp_path)) == ["backup", "games.sqlite"]


def test_what_a_killed_server_left_in_its_wal_is_kept(tmp_path: Path) -> None:
    """It belongs to the replaced database, and must not leak into the restored one."""
    data, backup, killed = (tmp_path / name for name in ("games.sqlite", "backup", "killed"))
    storage = store(data, "a")
    back_up(str(data), backup)
    asyncio.run(storage.written([make_table("b")]))
    for suffix in ("", "-wal"):
        Path(f"{killed}{suffix}").write_bytes(Path(f"{data}{suffix}").read_bytes())
    storage.close()
    kept = restore(backup, str(killed), force=True).kept
    assert kept is not None
    assert (tables_in(killed), tables_in(kept)) == (["a"], ["a", "b"])


def test_a_damaged_database_can_be_replaced(tmp_path: Path) -> None:
    """That is what backups are for."""
    data, backup = tmp_path / "games.sqlite", tmp_path / "backup"
    store(data, "a").close()
    back_up(str(data), backup)
    data.write_bytes(b"damaged" * 1000)
    with pytest.raises(BackupError, match="not a database"):
        back_up(str(data), tmp_path / "second")
    kept = restore(backup, str(data), force=True).kept
    assert kept is not None
    assert kept.read_bytes().startswith(b"damaged")
    assert tables_in(data) == ["a"]


def truncated(file: Path) -> None:
    """Cut off the second half of a backup."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def overwritten(file: Path) -> None:
    """Overwrite a page in the middle of a backup."""
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])


def newer(file: Path) -> None:
    """Make a backup look as if a newer version had written it."""
    connection = sqlite3.connect(file)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()


def foreign(file: Path) -> None:
    """Replace a backup by a database of another program."""
    file.unlink()
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE meta (name TEXT)")
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (truncated, "malformed|damaged"),
        (overwritten, "malformed|damaged"),
        (newer, "newer version"),
        (foreign, r"can’t be used: no such column"),
        (lambda file: file.write_text("a text" * 1000), "not a database"),
        (lambda file: file.write_bytes(b""), "isn’t a Torpedo Dice database"),
        (lambda file: file.unlink(), "no such file"),
    ],
    ids=["truncated", "overwritten", "newer", "foreign", "text", "empty", "missing"],
)
def test_what_is_not_a_backup_is_refused(tmp_path: Path, spoil: object, why: str) -> None:
    """In one sentence, and nothing changes."""
    assert callable(spoil)
    data, backup = tmp_path / "games.sqlite", tmp_path / "backup"
    store(data, *map(str, range(50))).close()
    back_up(str(data), backup)
    spoil(backup)
    before = content(tmp_path)
    with pytest.raises(BackupError, match=why) as caught:
        restore(backup, str(data), force=True)
    assert "\n" not in str(caught.value)
    assert content(tmp_path) == before


def test_files_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    """The data file itself, folders, and databases of other systems."""
    data = tmp_path / "games.sqlite"
    store(data, "a").close()
    before = content(tmp_path)
    for file in (data, tmp_path / "games.sqlite-wal"):
        with pytest.raises(BackupError, match="is the data file itself"):
            back_up(str(data), file, force=True)
    with pytest.raises(BackupError, match="is the data file itself"):
        restore(data, str(data), force=True)
    with pytest.raises(BackupError, match="isn’t a regular file"):
        back_up(str(data), tmp_path, force=True)
    with pytest.raises(BackupError, match=r"can’t be written: \S"):
        back_up(str(data), tmp_path / "no" / "such" / "folder")
    with pytest.raises(BackupError, match="use your database’s own tools"):
        back_up("postgresql://localhost/games", tmp_path / "backup")
    assert content(tmp_path) == before
