"""The sheet: its fields and its systems."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.rules.positions import AT, drill_data, drill_sheet, fields
from tests.rules.random_sheets import sheets
from torpedo_dice.rules import Sheet, System, parse_sheet


def test_fields_are_targets_plain_or_water() -> None:
    """Of the three kinds of fields, only those with a system's number are targets."""
    sheet = drill_sheet()
    assert sheet.targets == fields("A1 A2 A4 A6 A8 C1 C3 C5")
    assert {kind for row in sheet.rows for kind in row} == set("1234567o.")


def test_a_target_belongs_to_exactly_one_system() -> None:
    """Each target is in the mask of one system, and the masks together cover all targets."""
    sheet = drill_sheet()
    assert {system: sheet.fields_of(mask) for system, mask in sheet.system_targets.items()} == {
        system: fields(names) for system, names in AT.items()
    }
    assert sum(sheet.system_targets.values()) == sheet.all_targets


@given(sheets())
def test_masks_and_fields_agree_on_any_sheet(sheet: Sheet) -> None:
    """Masks and fields convert both ways, and a system is destroyed with its last field."""
    assert sheet.mask_of(sheet.fields_of(sheet.all_targets)) == sheet.all_targets
    for system, mask in sheet.system_targets.items():
        spots = sheet.fields_of(mask)
        assert {sheet.system_at(spot) for spot in spots} == {system}
        assert sheet.destroyed_by(mask) == system.bit
        assert sheet.destroyed_by(mask & ~sheet.mask_of(spots[:1])) == 0
    assert sheet.destroyed_by(sheet.all_targets) == sheet.all_systems


@given(sheets())
def test_data_round_trips_on_any_sheet(sheet: Sheet) -> None:
    """A sheet survives a round trip through its data."""
    assert parse_sheet(sheet.to_data()) == sheet


@pytest.mark.parametrize("mode", ["training", "mission"])
def test_data_round_trips(mode: str) -> None:
    """A sheet's data is complete, including limits and the solo panel."""
    sheet = drill_sheet(mode)
    assert parse_sheet(sheet.to_data()) == sheet
    assert sheet.to_data() == {"limits": {}, "solo": None} | drill_data(mode)


def test_the_two_sides() -> None:
    """Training has six systems, Mission seven; a sheet with the propeller is a Mission side."""
    assert drill_sheet("training").systems == tuple(System)[:6]
    assert drill_sheet("mission").systems == tuple(System)
    assert not drill_sheet("training").is_mission
    assert drill_sheet("mission").is_mission


def test_beyond_the_edge_is_not_on_the_grid() -> None:
    """Fields have a place on the grid; what lies around it is water."""
    sheet = drill_sheet()
    assert (sheet.height, sheet.width) == (4, 8)
    assert all(sheet.is_on_grid(spot) for spot in fields("A1 A8 D1 D8"))
    assert not any(sheet.is_on_grid(spot) for spot in fields("Z1 E1 A0 A9"))
    assert sheet.mask_of(fields("Z1 E1 A0 A9 B1 C7")) == 0


def test_the_screens() -> None:
    """A system's mates are the other systems of its screen."""
    mates = drill_sheet().screen_mates
    assert mates[System.ARTILLERY] == System.PERISCOPE.bit | System.TOWER.bit
    assert mates[System.PORTHOLES] == System.ENGINE.bit | System.PROPELLER.bit
    assert mates[System.FINS] == 0


def test_sheets_are_values() -> None:
    """Sheets with equal data are equal, whatever they have cached; others are not."""
    one, two = drill_sheet(), drill_sheet()
    one.placements(6)
    assert one == two
    assert hash(one) == hash(two)
    assert one != drill_sheet(reserve=11)
