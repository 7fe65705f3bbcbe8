"""`data backup` and `data restore`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import assert_refused, torpedo, torpedo_process
from tests.server.store.test_transfer import fill
from torpedo_dice.server.store.storage import Storage


def test_back_up_and_restore(tmp_path: Path) -> None:
    """Both print what they did, and where the replaced file is."""
    data, backup = tmp_path / "games.sqlite", tmp_path / "backup.sqlite"
    # Open, as in a running server, which is another process.
    storage = Storage(str(data))
    made = torpedo_process("data", "backup", backup, "--data", data)
    assert (made.returncode, made.stdout) == (0, f"{backup}: backed up 0 tables.\n")
    assert_refused(torpedo("data", "backup", backup, "--data", data), "--force")
    assert_refused(
        torpedo_process("data", "restore", backup, "--data", data, "--force"),
        "stop the server first",
    )
    storage.close()
    assert_refused(torpedo("data", "restore", backup, "--data", data), "--force")
    restored = torpedo("data", "restore", backup, "--data", data, "--force")
    assert restored.returncode == 0
    assert restored.stdout.splitlines() == [
        f"{data}: restored 0 tables.",
        f"The previous file is now {data}.before-restore.",
    ]


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "isn’t a Torpedo Dice database"), (b"a text" * 1000, "file is not a database")],
)
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes, why: str) -> None:
    """One sentence, exit code 2, and nothing is written."""
    file, data = tmp_path / "backup.sqlite", tmp_path / "games.sqlite"
    file.write_bytes(content)
    assert_refused(torpedo("data", "restore", file, "--data", data), str(file), why)
    assert_refused(torpedo("data", "backup", tmp_path / "copy", "--data", file), why)
    assert [path.name for path in tmp_path.iterdir()] == ["backup.sqlite"]


def test_data_alone_shows_its_help() -> None:
    """That is not an error."""
    shown = torpedo("data")
    assert shown.returncode == 0
    for word in ("backup", "restore", "copy", "export", "import", "check"):
        assert word in shown.stdout


def test_copy_export_import_and_check(tmp_path: Path) -> None:
    """Each prints what it did; a broken table is named, and the exit code is 1."""
    data, other, file = tmp_path / "a.sqlite", tmp_path / "b.sqlite", tmp_path / "games.ndjson"
    fill(str(data), "a", "b")
    copied = torpedo("data", "copy", data, other)
    assert (copied.returncode, copied.stdout) == (0, f"{other}: copied 2 tables.\n")
    assert_refused(torpedo("data", "copy", data, other), "already contains games")
    exported = torpedo("data", "export", file, "--data", data)
    assert (exported.returncode, exported.stdout) == (0, f"{file}: exported 2 tables.\n")
    assert_refused(torpedo("data", "export", file, "--data", data), "--force")
    added = torpedo("data", "import", file, "--data", other)
    assert added.stdout.splitlines() == [f"{other}: added 0 tables.", "2 were already there."]
    assert_refused(torpedo("data", "import", data, "--data", other), "isn’t an export")
    assert_refused(torpedo("data", "import", tmp_path / "none", "--data", other), "can’t be read")
    checked = torpedo("data", "check", "--data", data)
    # The game of the first is not over, although it is stored so.
    assert checked.returncode == 1
    assert checked.stdout.splitlines() == [
        "table a: whether its game is over is stored wrongly",
        "2 tables checked: 1 is broken.",
    ]
    assert_refused(torpedo("data", "check", "--data", tmp_path / "none"), "no such file")
