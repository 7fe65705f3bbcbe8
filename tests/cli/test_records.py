"""`verify` and `show`: their findings, their exit codes, and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import assert_refused, torpedo
from torpedo_dice.record import RecordData, record_line


def test_verify_prints_one_line_a_finding(tmp_path: Path, mission_record: RecordData) -> None:
    """File, line, place and sentence; exit code 1."""
    bad = {**mission_record, "first": (mission_record["first"] + 1) % 3}
    file = tmp_path / "games.ndjson"
    file.write_text(record_line(mission_record) + record_line(bad) + "{broken\n", encoding="utf-8")
    result = torpedo("verify", file)
    assert result.returncode == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{file}:2: first: says seat")
    assert lines[1].startswith(f"{file}:3: not JSON")
    assert lines[2] == "3 records checked: 2 invalid."


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["no record"]),
        (b"hello\n", ["not JSON"]),
        (b"\xff\xfe", ["UTF-8"]),
        (b"[]", ["not a JSON object"]),
    ],
)
def test_verify_refuses_what_is_no_record(content: bytes, words: list[str], tmp_path: Path) -> None:
    """A file of something else is bad input, not a finding."""
    file = tmp_path / "x"
    file.write_bytes(content)
    assert_refused(torpedo("verify", file), str(file), *words)


def test_verify_refuses_a_missing_file() -> None:
    """A file that is not there is named."""
    assert_refused(torpedo("verify", "nowhere.json"), "nowhere.json", "No such file")
    assert_refused(torpedo("verify"), "FILE")


def test_show_retells_a_game(tmp_path: Path, mission_record: RecordData) -> None:
    """All rounds, or one of them; of a file of several games the one that is asked for."""
    file = tmp_path / "games.ndjson"
    file.write_text(record_line(mission_record) * 2, encoding="utf-8")
    whole = torpedo("show", file, "--game", 2)
    assert whole.returncode == 0
    one = torpedo("show", file, "--round", 2)
    assert one.returncode == 0
    assert 0 < len(one.stdout) < len(whole.stdout)


def test_show_refuses_bad_input(tmp_path: Path, mission_record: RecordData) -> None:
    """No such game, no such round, an invalid record."""
    file = tmp_path / "game.json"
    file.write_text(record_line(mission_record), encoding="utf-8")
    assert_refused(torpedo("show", file, "--game", 3), "no number 3")
    assert_refused(torpedo("show", file, "--round", 99), "round 99")
    assert_refused(torpedo("show", tmp_path / "nowhere"), "No such file")
    file.write_text(record_line({**mission_record, "version": 9}), encoding="utf-8")
    assert_refused(torpedo("show", file), "version")
