"""Sheets as TOML files, our own and those of a player."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from torpedo_dice.rules import SheetError
from torpedo_dice.sheets import find_sheet, load_sheet, parse_sheet_toml

TOML = (resources.files("torpedo_dice.sheets") / "mission.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    """Return the Mission sheet's text with a part changed."""
    assert old in TOML
    return TOML.replace(old, new, 1)


def test_a_text_is_read() -> None:
    """The text of a sheet makes that sheet."""
    assert parse_sheet_toml(TOML) == load_sheet("mission")


@pytest.mark.parametrize("text", ["name = ", "= 3", "[solo", "\0", "name = 'a'\nname = 'b'"])
def test_bad_toml(text: str) -> None:
    """What is not TOML is told, with the reader's own words."""
    with pytest.raises(SheetError, match=r"this is not TOML: \S"):
        parse_sheet_toml(text)


def test_a_number_that_is_too_long() -> None:
    """A number of thousands of digits is told as any other fault."""
    with pytest.raises(SheetError):
        parse_sheet_toml(changed("reserve = 12", "reserve = " + "9" * 5000))
    with pytest.raises(SheetError, match="reserve: must be a whole number from 1 to 60"):
        parse_sheet_toml(changed("reserve = 12", "reserve = 0x" + "f" * 5000))


def test_toml_that_is_nested_without_end() -> None:
    """A text made to exhaust the reader is told as any other fault."""
    with pytest.raises(SheetError, match="this is not TOML"):
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
    """A key that is not known is named, rather than passed over, with those that are."""
    with pytest.raises(SheetError, match=r"is not known \(known: ") as caught:
        parse_sheet_toml(changed(old, new))
    assert caught.value.where == where


def test_faults_of_the_data_are_told() -> None:
    """What is wrong with the data is told as for any sheet."""
    with pytest.raises(SheetError, match="reserve: must be a whole number from 1 to 60, not 0"):
        parse_sheet_toml(changed("reserve = 12", "reserve = 0"))
    with pytest.raises(SheetError, match="solo: must be a table"):
        parse_sheet_toml("solo = 3\n" + TOML[: TOML.index("[solo]")])


def test_an_unknown_sheet() -> None:
    """A name that is none of ours is told, with those that are."""
    with pytest.raises(SheetError, match=r"'war' is not a sheet \(known: training, mission\)"):
        load_sheet("war")


def test_find_by_name() -> None:
    """Our own sheets are found by their names."""
    assert find_sheet("training") is load_sheet("training")


def test_find_a_file(tmp_path: Path) -> None:
    """Any other sheet is read from its file."""
    file = tmp_path / "mine.toml"
    file.write_text(changed('name = "mission"', 'name = "Grüne Gefahr"'), encoding="utf-8")
    sheet = find_sheet(str(file))
    assert sheet.name == "Grüne Gefahr"
    assert sheet.rows == load_sheet("mission").rows


def test_a_file_with_the_line_ends_of_windows(tmp_path: Path) -> None:
    """Other line ends make the same sheet."""
    file = tmp_path / "mine.toml"
    file.write_bytes(TOML.replace("\n", "\r\n").encode())
    assert find_sheet(str(file)) == load_sheet("mission")


def test_a_missing_file() -> None:
    """A file that is not there is named, with our own sheets."""
    with pytest.raises(SheetError, match=r"'no/such.toml' is neither a file nor a sheet \(train"):
        find_sheet("no/such.toml")


def test_a_name_that_no_file_can_have() -> None:
    """A name with a zero byte is refused like any other that cannot be read."""
    with pytest.raises(SheetError):
        find_sheet("mis\0sion")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    """A folder, or bytes that are no text, are told with the file's name."""
    with pytest.raises(SheetError, match="cannot be read: ") as caught:
        find_sheet(str(tmp_path))
    assert caught.value.where == str(tmp_path)
    file = tmp_path / "bytes.toml"
    file.write_bytes(b"name = '\xff'")
    with pytest.raises(SheetError, match="cannot be read: ") as caught:
        find_sheet(str(file))
    assert caught.value.where == str(file)


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    """A file of more than 64 KiB is no sheet."""
    file = tmp_path / "large.toml"
    file.write_text("#" * (64 * 1024) + "\n", encoding="utf-8")
    with pytest.raises(SheetError, match="is larger than 64 KiB") as caught:
        find_sheet(str(file))
    assert caught.value.where == str(file)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a system without such devices")
def test_a_device_without_end_is_too_large() -> None:
    """No more is read than a sheet may have, whatever size the system tells."""
    with pytest.raises(SheetError, match="is larger than 64 KiB"):
        find_sheet("/dev/zero")


@pytest.mark.parametrize("text", ["name = ", "[limits]\nartillery = 0\n", "reserves = 12"])
def test_a_fault_in_a_file_is_told(tmp_path: Path, text: str) -> None:
    """A file's fault is a fault of the sheet."""
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SheetError):
        find_sheet(str(file))
