"""`sheet list`, `sheet show` and `sheet check`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import assert_refused, torpedo


def test_sheet_list_and_show() -> None:
    """Our sheets are listed and drawn."""
    listed = torpedo("sheet", "list").stdout
    assert "training" in listed
    assert "mission" in listed
    shown = torpedo("sheet", "show", "mission")
    assert shown.returncode == 0
    for word in ("A", "periscope", "propeller", "12"):
        assert word.lower() in shown.stdout.lower()


def test_sheet_check(tmp_path: Path, mission_toml: str) -> None:
    """A valid sheet is called valid; of an invalid one it says what is wrong and where."""
    file = tmp_path / "mine.toml"
    file.write_text(mission_toml, encoding="utf-8")
    good = torpedo("sheet", "check", file)
    assert good.returncode == 0
    assert "valid sheet" in good.stdout
    file.write_text(mission_toml.replace("7 o 6 o 1", "7 o 8 o 1", 1), encoding="utf-8")
    assert_refused(torpedo("sheet", "check", file), "row 4, column 9", "'8' isn’t a field")
