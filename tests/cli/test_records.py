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


def test_verify_compares_what_a_player_noted(tmp_path: Path, scheme_2_record: RecordData) -> None:
    """A commitment and a nonce that differ from the record are findings."""
    file = tmp_path / "game.json"
    file.write_text(record_line(scheme_2_record), encoding="utf-8")
    dice = scheme_2_record["dice"]
    noted = ("--commitment", dice["commitment"].upper(), "--nonce", dice["nonces"][2])
    result = torpedo("verify", file, *noted)
    assert (result.returncode, result.stdout) == (0, "1 record checked: all valid.\n")
    for flag, place in (("--commitment", "dice.commitment"), ("--nonce", "dice.nonces")):
        result = torpedo("verify", file, flag, "0" * 64)
        assert result.returncode == 1
        assert result.stdout.startswith(f"{file}:1: {place}: ")
    # The empty nonce of a bot is nobody's own.
    assert torpedo("verify", file, "--nonce", "").returncode == 1
    file.write_text(record_line(scheme_2_record) * 2, encoding="utf-8")
    assert_refused(torpedo("verify", file, *noted), "give one record")


def test_verify_labels_scheme_1(tmp_path: Path, mission_record: RecordData) -> None:
    """A valid record does not prove more than its scheme can."""
    file = tmp_path / "game.json"
    file.write_text(record_line(mission_record), encoding="utf-8")
    result = torpedo("verify", file)
    assert result.returncode == 0
    assert "scheme 1: the host could have chosen the dice" in result.stdout


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["no record"]),
        (b"hello\n", ["not JSON"]),
        (b"\xff\xfe", ["UTF-8"]),
        (b"[]", ["isn’t a JSON object"]),
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
