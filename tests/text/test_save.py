"""The file that keeps a game: written safely, read strictly."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from torpedo_dice.text.save import NotSavedError, Save, SaveError

SETTING: dict[str, Any] = {"mode": "solo", "names": ["Zoë"]}
ENTRIES: list[dict[str, Any]] = [
    {"move": "0 take 1"},
    {"move": "0 activate tower"},
    {"take_back": 0},
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A save with three entries."""
    path = tmp_path / "game.save"
    save = Save.create(path, SETTING)
    for entry in ENTRIES:
        save.append(entry)
    save.close()
    return path


def test_what_was_written_is_read(path: Path) -> None:
    """The setup and every entry, in order; one line of JSON each."""
    save = Save.open(path)
    save.close()
    assert save.setup == {"format": "torpedo-dice-save", "version": 1, **SETTING}
    assert save.entries == ENTRIES
    assert not save.is_torn
    assert len(path.read_text("ascii").splitlines()) == 4
    assert all(json.loads(line)["check"] for line in path.read_text("ascii").splitlines())


def test_only_the_player_may_read_it(path: Path) -> None:
    """It holds the secret seed; and nothing else is left in the folder."""
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_a_line_is_on_the_disk_before_it_counts(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written and flushed to the disk when `append` returns."""
    synced = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        synced.append(path.read_bytes())
        real(descriptor)

    save = Save.open(path)
    monkeypatch.setattr(os, "fsync", fsync)
    save.append({"move": "0 take 0"})
    save.close()
    assert synced == [path.read_bytes()]


def test_a_torn_last_line_is_dropped(path: Path) -> None:
    """Cut anywhere in the last line, the lines before it are read, and the next one fits."""
    whole = path.read_bytes()
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in range(start + 1, len(whole)):
        path.write_bytes(whole[:end])
        save = Save.open(path)
        assert save.is_torn
        assert save.entries == ENTRIES[:2]
        assert path.read_bytes() == whole[:end], "opening alone changed it"
        save.append(ENTRIES[2])
        save.close()
        assert path.read_bytes() == whole


def test_any_other_damage_is_refused_and_left(path: Path) -> None:
    """Each byte of the whole lines is covered: a changed one is found, the file stays as it is."""
    whole = path.read_bytes()
    for place in range(0, len(whole) - 1, 3):
        damaged = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        path.write_bytes(damaged)
        with pytest.raises(SaveError, match=r"game\.save: "):
            Save.open(path)
        assert path.read_bytes() == damaged


def test_a_missing_line_is_found(path: Path) -> None:
    """Each check covers all lines before it."""
    lines = path.read_bytes().splitlines(keepends=True)
    for gone in range(1, 3):
        path.write_bytes(b"".join(lines[:gone] + lines[gone + 1 :]))
        with pytest.raises(
            SaveError, match=f"line {gone + 1} is damaged: its checksum doesn’t match"
        ):
            Save.open(path)


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"hello\n", b"[]\n", b"{}\n", b"7\n", b"\xff\xfe\n", b"[" * 9999 + b"\n"],
)
def test_a_file_that_is_no_save_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """One sentence, and not a byte is changed."""
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    with pytest.raises(SaveError, match=r"letter\.txt: isn’t a saved game"):
        Save.open(path)
    assert path.read_bytes() == content


def test_another_version_is_named(tmp_path: Path) -> None:
    """A newer save is not taken for a damaged one."""
    path = tmp_path / "new.save"
    path.write_text('{"format":"torpedo-dice-save","version":9}\n', "ascii")
    with pytest.raises(SaveError, match="another version of the game \\(format 9\\)"):
        Save.open(path)


def test_what_is_not_a_file_is_refused(tmp_path: Path) -> None:
    """A folder, a pipe and a place that does not exist."""
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(SaveError, match="isn’t a saved game"):
            Save.open(place)
    with pytest.raises(SaveError, match="can’t be opened: no such file"):
        Save.create(tmp_path / "nowhere" / "game.save", SETTING)


def test_a_new_save_never_takes_the_place_of_a_file(path: Path) -> None:
    """Even if that file came up after it was looked for."""
    before = path.read_bytes()
    with pytest.raises(SaveError, match="it already exists"):
        Save.create(path, SETTING)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_two_programs_cannot_play_one_game(path: Path) -> None:
    """The second is told so; when the first has gone, it may."""
    first = Save.open(path)
    with pytest.raises(SaveError, match="this game is already being played elsewhere"):
        Save.open(path)
    first.close()
    Save.open(path).close()


def test_a_full_disk_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could be written of a line is cut off before the next attempt."""
    save = Save.open(path)
    real = os.write
    room = iter([10])

    def write(descriptor: int, data: bytes) -> int:
        left = next(room, 0)
        if not left:
            raise OSError(28, "the disk is full")
        return real(descriptor, data[:left])

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(NotSavedError, match="the disk is full"):
        save.append({"move": "0 take 0"})
    monkeypatch.undo()
    save.append({"move": "0 take 1"})
    save.close()
    assert Save.open(path).entries[-1] == {"move": "0 take 1"}
