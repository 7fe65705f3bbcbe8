"""Sheets as TOML files, our own and those of a player."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from torpedo_dice.rules import SheetError
from torpedo_dice.sheets import find_sheet, load_sheet, parse_sheet_toml

TOML = (resources.files("torpedo_dice.sheets") / "mission.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    """Return the text of the Mission sheet with one part replaced."""
    assert old in TOML
    return TOML.replace(old, new, 1)


def test_a_text_is_read() -> None:
    """Parsing the text of a sheet yields that sheet."""
    assert parse_sheet_toml(TOML) == load_sheet("mission")


@pytest.mark.parametrize("text", ["name = ", "= 3", "[solo", "\0", "name = 'a'\nname = 'b'"])
def test_bad_toml(text: str) -> None:
    """Invalid TOML is reported with the parser's own message."""
    with pytest.raises(SheetError, match=r"invalid TOML: \S"):
        parse_sheet_toml(text)


def test_a_number_that_is_too_long() -> None:
    """A number with thousands of digits is an ordinary SheetError."""
    with pytest.raises(SheetError):
        parse_sheet_toml(changed("reserve = 6", "reserve = " + "9" * 5000))
    with pytest.raises(SheetError, match="reserve: must be a whole number from 1 to 60"):
        parse_sheet_toml(changed("reserve = 6", "reserve = 0x" + "f" * 5000))


def test_toml_that_is_nested_without_end() -> None:
    """Input crafted to exhaust the parser is an ordinary SheetError."""
    with pytest.raises(SheetError, match="is nested more than 8 levels deep"):
        parse_sheet_toml("a = " + "[" * 20000)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("reserve", "reserves", "reserves"),
        ("name", "title", "title"),
        ("[solo]", "[Solo]", "Solo"),
        ("explosions", "explosion", "solo, explosion"),
        ("[solo]", "[limit]\nartillery = 3\n[solo]", "limit"),
    ],
)
def test_misspelt_keys(old: str, new: str, where: str) -> None:
    """An unknown key is rejected rather than ignored, and the error lists the known ones."""
    with pytest.raises(SheetError, match=r"is unknown \(known: ") as caught:
        parse_sheet_toml(changed(old, new))
    assert caught.value.where == where


def test_faults_of_the_data_are_told() -> None:
    """Invalid data is reported as for any sheet."""
    with pytest.raises(SheetError, match="reserve: must be a whole number from 1 to 60, not 0"):
        parse_sheet_toml(changed("reserve = 6", "reserve = 0"))
    with pytest.raises(SheetError, match="solo: must be a table"):
        parse_sheet_toml("solo = 3\n" + TOML[: TOML.index("[solo]")])


def test_an_unknown_sheet() -> None:
    """An unknown name is reported together with our own sheets."""
    with pytest.raises(SheetError, match=r"'war' isn’t a sheet \(known: training, mission\)"):
        load_sheet("war")


def test_find_by_name() -> None:
    """Our own sheets are found by name."""
    assert find_sheet("training") is load_sheet("training")


def test_find_a_file(tmp_path: Path) -> None:
    """Any other sheet is read from its file."""
    file = tmp_path / "mine.toml"
    file.write_text(changed('name = "mission"', 'name = "Grüne Gefahr"'), encoding="utf-8")
    sheet = find_sheet(str(file))
    assert sheet.name == "Grüne Gefahr"
    assert sheet.rows == load_sheet("mission").rows


def test_a_file_with_the_line_ends_of_windows(tmp_path: Path) -> None:
    """Windows line endings make no difference."""
    file = tmp_path / "mine.toml"
    file.write_bytes(TOML.replace("\n", "\r\n").encode())
    assert find_sheet(str(file)) == load_sheet("mission")


def test_a_missing_file() -> None:
    """A missing file is reported together with our own sheets."""
    with pytest.raises(SheetError, match=r"'no/such.toml' is neither a file nor a sheet \(train"):
        find_sheet("no/such.toml")


def test_a_name_that_no_file_can_have() -> None:
    """A name with a null byte is rejected like any other unreadable file."""
    with pytest.raises(SheetError):
        find_sheet("mis\0sion")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A folder or non-UTF-8 bytes are reported with the file's name."""
    with pytest.raises(SheetError, match="can’t be read: ") as caught:
        find_sheet(str(tmp_path))
    assert caught.value.where == str(tmp_path)
    file = tmp_path / "bytes.toml"
    file.write_bytes(b"name = '\xff'")
    with pytest.raises(SheetError, match="it isn’t UTF-8 text") as caught:
        find_sheet(str(file))
    assert caught.value.where == str(file)


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    """A file of more than 32 KiB is rejected."""
    file = tmp_path / "large.toml"
    file.write_text("#" * (32 * 1024) + "\n", encoding="utf-8")
    with pytest.raises(SheetError, match="is larger than 32 KiB") as caught:
        find_sheet(str(file))
    assert caught.value.where == str(file)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a system without such devices")
def test_a_device_without_end_is_too_large() -> None:
    """The read is bounded, whatever size the operating system reports."""
    with pytest.raises(SheetError, match="is larger than 32 KiB"):
        find_sheet("/dev/zero")


@pytest.mark.parametrize("text", ["name = ", "[limits]\nartillery = 0\n", "reserves = 12"])
def test_a_fault_in_a_file_is_told(tmp_path: Path, text: str) -> None:
    """An error in a file is reported like any other error in a sheet."""
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SheetError):
        find_sheet(str(file))
