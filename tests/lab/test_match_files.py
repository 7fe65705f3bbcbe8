"""The files of a match: all or none of them, one row a game, records of finished games."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from torpedo_dice.lab.match import Lineup, MatchError, MatchGame
from torpedo_dice.lab.match_files import MatchFiles, header, row
from torpedo_dice.lab.play import Forfeit

GAME = MatchGame(
    dice=4,
    lineup=Lineup("ensign", "lieutenant", 1, 3),
    first=2,
    reason="sunk",
    winners=(0, 2),
    rounds=9,
    scores=(31, 7, 31),
    skulls=(1,),
)


def test_a_row_has_a_cell_for_every_column() -> None:
    """What there is not is empty; every column stands in the document."""
    cells = dict(zip(header(3), row(GAME), strict=True))
    assert cells["seat_0"] == "lieutenant"
    assert cells["seat_1"] == "ensign"
    assert (cells["rotation"], cells["winners"], cells["skulls"]) == (1, "0 2", "1")
    assert cells["solo_score"] == cells["forfeit"] == ""
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in header(2))


def test_a_forfeited_game_has_a_row_and_no_record(tmp_path: Path) -> None:
    """Records are for games that can be verified; the table tells of all."""
    records, table = tmp_path / "records", tmp_path / "table"
    forfeit = Forfeit(1, "ensign", 'raised ValueError: "no", it said')
    with MatchFiles(records, table, 3) as files:
        files.write(replace(GAME, record="a record\n"))
        files.write(replace(GAME, reason="forfeit", forfeit=forfeit))
    assert records.read_text(encoding="utf-8") == "a record\n"
    with table.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [cells["reason"] for cells in rows] == ["sunk", "forfeit"]
    assert (rows[1]["forfeit_seat"], rows[1]["forfeit"]) == ("1", forfeit.message)


def test_files_are_opened_all_or_none(tmp_path: Path) -> None:
    """If one cannot be written, the other is neither made nor emptied."""
    new, old, nowhere = tmp_path / "new", tmp_path / "old", tmp_path / "no" / "where"
    old.write_text("precious", encoding="utf-8")
    for good in (new, old):
        for paths in ((good, nowhere), (nowhere, good)):
            with pytest.raises(MatchError, match=r"where: can’t be written: .*No such"):
                MatchFiles(*paths, 2).__enter__()
    assert not new.exists()
    assert old.read_text(encoding="utf-8") == "precious"
    with pytest.raises(MatchError, match="both"):
        MatchFiles(old, tmp_path / "no" / ".." / "old", 2).__enter__()


def test_a_disk_that_is_full_is_told() -> None:
    """What cannot be written after the beginning is a sentence too."""
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this machine has no device that is always full")
    files = MatchFiles(full, None, 2).__enter__()
    files.write(replace(GAME, record="a record\n"))
    with pytest.raises(MatchError, match=r"full: can’t be written: .*No space"):
        files.__exit__(None, None, None)
