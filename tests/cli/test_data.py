"""`data backup` and `data restore`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import assert_refused, torpedo, torpedo_process
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
    for word in ("backup", "restore"):
        assert word in shown.stdout
