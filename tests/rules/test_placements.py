"""Where a formation can be placed on the grid, counted by the package and by hand."""

from __future__ import annotations

import tomllib
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import patterns
from tests.rules.data import write_formations
from tests.rules.positions import drill_sheet, fields
from tests.rules.random_sheets import sheets
from torpedo_dice.rules import FACES, Placements, Sheet, System, parse_sheet
from torpedo_dice.rules import placements as placements_module
from torpedo_dice.rules.fields import MAX_COLUMNS, MAX_ROWS
from torpedo_dice.rules.formations import FORMATIONS
from torpedo_dice.sheets import load_sheet, sheet_names

BY_NAME = {"plain": None} | {name: System[name.upper()] for name in patterns.SYSTEMS[1:]}
each_face = pytest.mark.parametrize("face", FACES)
each_system = pytest.mark.parametrize("system", patterns.SYSTEMS)
few_grids = settings(max_examples=8)


def as_sets(placements: Placements) -> set[patterns.Shot]:
    """Return the package's placements as sets of fields."""
    return {frozenset(shot) for shot in placements}


@cache
def counted_by_hand() -> dict[str, dict[str, dict[str, list[int]]]]:
    """Return the table of placements and sets of targets by sheet, system and face."""
    return tomllib.loads(write_formations.FILE.read_text(encoding="utf-8"))


@each_face
@each_system
@pytest.mark.parametrize("name", sheet_names())
def test_counts_of_our_sheets(name: str, system: str, face: int) -> None:
    """The package finds as many placements and sets of targets as the table lists."""
    table = counted_by_hand()
    placements = load_sheet(name).placements(face, BY_NAME[system])
    counted = [len(placements), len(placements.distinct)]
    assert counted == table[name][system][str(face)], "see the head of formations.toml"


def test_the_table_is_up_to_date() -> None:
    """The table matches what its script would write."""
    written = write_formations.FILE.read_text(encoding="utf-8")
    assert written == write_formations.table(), "a grid has changed: see the head of the file"


@each_system
@given(sheet=sheets())
@few_grids
def test_placements_are_those_of_the_pattern(sheet: Sheet, system: str) -> None:
    """On any grid, the package and the slow search find the same shots, each exactly once."""
    for face in FACES:
        placements = sheet.placements(face, BY_NAME[system])
        assert as_sets(placements) == patterns.shots(face, system, sheet.height, sheet.width)
        assert len(as_sets(placements)) == len(placements) == len(list(placements))


@each_system
@given(sheet=sheets(), data=st.data())
@few_grids
def test_in_agrees_with_the_list(sheet: Sheet, system: str, data: st.DataObject) -> None:
    """`fields in placements` agrees with a search through the full list."""
    face = data.draw(st.sampled_from(FACES))
    placements = sheet.placements(face, BY_NAME[system])
    listed = set(placements)
    assert all(shot in placements for shot in listed)
    for _ in range(5):
        near = placements[data.draw(st.integers(0, len(placements) - 1))]
        down, right = data.draw(st.integers(-7, 7)), data.draw(st.integers(-7, 7))
        moved = tuple((row + down, column + right) for row, column in near)
        assert (moved in placements) == (moved in listed)
        spot = st.tuples(st.integers(-7, 15), st.integers(-7, 15))
        changed = tuple(sorted({*near[1:], data.draw(spot)}))
        assert (changed in placements) == (changed in listed)


@each_system
@given(sheet=sheets())
@few_grids
def test_masks_tell_the_targets_covered(sheet: Sheet, system: str) -> None:
    """The mask of a placement contains exactly the targets under its torpedoes."""
    for face in FACES:
        placements = sheet.placements(face, BY_NAME[system])
        targets = patterns.targets_of(sheet.rows)
        for shot, mask in zip(placements, placements.masks, strict=True):
            assert set(sheet.fields_of(mask)) == targets & set(shot)
        assert {frozenset(sheet.fields_of(mask)) for mask in placements.distinct} == {
            targets & set(shot) for shot in placements
        }
        assert all(sheet.mask_of(shot) == mask for mask, shot in placements.distinct.items())
        assert all(shot in placements for shot in placements.distinct.values())


@each_system
@given(sheet=sheets())
@few_grids
def test_distinct_is_what_the_full_list_gives(sheet: Sheet, system: str) -> None:
    """The first shot of each set of targets, in the order of their last: bots depend on it."""
    for face in FACES:
        placements = sheet.placements(face, BY_NAME[system])
        listed = list(zip(placements.masks, placements, strict=True))
        assert list(placements.distinct.items()) == list(dict(listed[::-1]).items())


@each_face
@each_system
def test_best_leaves_out_only_what_another_shot_covers(
    mission: Sheet, system: str, face: int
) -> None:
    """Every shot's targets are covered by a best one, and no best one covers another."""
    placements = mission.placements(face, BY_NAME[system])
    best = [mask for mask, _ in placements.best]
    assert all(any(mask & other == mask for other in best) for mask in placements.masks)
    assert not any(mask & other == mask for mask in best for other in best if mask != other)
    assert all(mission.mask_of(shot) == mask for mask, shot in placements.best)


def test_a_1_may_be_fired_at_any_field() -> None:
    """A single pip can be placed on every field of the grid."""
    sheet = drill_sheet()
    for row in range(sheet.height):
        for column in range(sheet.width):
            assert ((row, column),) in sheet.placements(1)


def test_the_pattern_lies_anywhere_over_the_grid() -> None:
    """The corners of a 4 may start on any field, even if the pattern hangs over the edge."""
    sheet = drill_sheet()
    for row in range(sheet.height):
        for column in range(sheet.width):
            shot = ((row, column), (row, column + 2), (row + 2, column), (row + 2, column + 2))
            assert shot in sheet.placements(4)


@pytest.mark.parametrize(
    "shot",
    ["Y-1 Y1 A-1 A1", "Y8 Y10 A8 A10", "D-1 D1 F-1 F1", "D8 D10 F8 F10"],
)
def test_a_pattern_may_cover_just_one_field(shot: str) -> None:
    """At each corner of the grid, a 4 may have three of its pips outside."""
    assert tuple(sorted(fields(shot))) in drill_sheet().placements(4)


@pytest.mark.parametrize(
    "shot",
    ["X1 X3 Z1 Z3", "E1 E3 G1 G3", "A-2 A0 C-2 C0", "A9 A11 C9 C11"],
)
def test_a_pattern_may_not_lie_wholly_outside(shot: str) -> None:
    """There is no shot if the pattern covers no field of the grid."""
    placements = drill_sheet().placements(4)
    assert tuple(sorted(fields(shot))) not in placements
    assert placements.objection(tuple(sorted(fields(shot)))) == "off_the_grid"


def test_what_is_left_by_the_engine_still_lies_in_a_pattern_over_the_grid() -> None:
    """After removing an end of a 3, the pattern must still cover a field of the grid."""
    placements = drill_sheet().placements(3, System.ENGINE)
    assert fields("Y9 Z10") not in placements
    assert tuple(sorted(fields("Y9 Z8"))) in placements
    assert fields("Y8 Z9") in placements


def test_a_long_line_reaches_as_far_as_it_is_long() -> None:
    """A line of six has a frame of six: five of its torpedoes may be outside, but not all."""
    placements = drill_sheet().placements(6, System.PORTHOLES)
    assert fields("A-4 A-3 A-2 A-1 A0 A1") in placements
    assert fields("A-5 A-4 A-3 A-2 A-1 A0") not in placements


def test_placements_are_a_sorted_sequence() -> None:
    """They are sorted, can be counted and indexed, and have a descriptive repr."""
    placements = drill_sheet().placements(2)
    assert list(placements) == sorted(placements)
    assert all(shot == tuple(sorted(shot)) for shot in placements)
    assert [placements[i] for i in range(len(placements))] == list(placements)
    assert "on 4 by 8 fields" in repr(placements)
    something_else: object = [(0, 0), (2, 2)]
    assert something_else not in placements


def test_a_sheet_lays_out_each_formation_once() -> None:
    """A sheet caches its placements."""
    sheet = drill_sheet()
    assert sheet.placements(6) is sheet.placements(6)
    assert sheet.placements(6) is not sheet.placements(6, System.ENGINE)


def large_sheet(number: int) -> Sheet:
    """A sheet as large as possible, unlike those of other numbers."""
    grid = [["o"] * MAX_COLUMNS for _ in range(MAX_ROWS)]
    for system in range(7):
        for column in range(9):
            grid[2 * system][number % 8 + system + column] = str(system + 1)
    rows = [" ".join(row) for row in grid]
    return parse_sheet({**load_sheet("mission").to_data(), "name": f"{number}", "grid": rows})


def test_only_so_many_placements_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many large sheets in use take no more memory than a few; what was dropped is built again."""
    monkeypatch.setattr(placements_module, "KEPT", 20_000)
    large = [large_sheet(number) for number in range(2)]
    first = large[0].placements(1)
    before = (first.masks, dict(first.distinct), first.best)
    all_placements = [sheet.placements(*key) for sheet in large for key in FORMATIONS]
    assert sum(len(placements.masks) for placements in all_placements) > 120_000
    assert all(placements.best for placements in all_placements)
    kept = [vars(placements) for placements in all_placements]
    assert sum(len(parts.get("_laid_out", ())) for parts in kept) <= 20_000
    assert sum(len(parts.get("distinct", ())) for parts in kept) <= 20_000
    assert "masks" not in vars(first)
    assert (first.masks, dict(first.distinct), first.best) == before
