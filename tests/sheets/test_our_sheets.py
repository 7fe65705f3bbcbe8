"""The two submarines that ship with the game."""

from __future__ import annotations

import pytest

from torpedo_dice.rules import Game, Mode, Sheet, System
from torpedo_dice.sheets import DEFAULT_SHEETS, find_sheet, load_sheet, sheet_names

each_sheet = pytest.mark.parametrize("name", ["training", "mission"])


def test_there_are_two_sheets() -> None:
    """One sheet for Training, and one for Mission and solo."""
    assert set(sheet_names()) == {"training", "mission"}
    assert {mode: load_sheet(name).is_mission for mode, name in DEFAULT_SHEETS.items()} == {
        Mode.TRAINING: False,
        Mode.MISSION: True,
        Mode.SOLO: True,
    }


@each_sheet
def test_the_name_in_the_file_is_the_files(name: str) -> None:
    """A sheet has the name it is loaded by, and is loaded only once."""
    assert load_sheet(name).name == name
    assert load_sheet(name) is load_sheet(name)


def test_the_reserves() -> None:
    """Each player has 8 reserve torpedoes in Training, 6 in Mission."""
    assert {name: load_sheet(name).reserve for name in sheet_names()} == {
        "training": 8,
        "mission": 6,
    }


@each_sheet
def test_the_first_versions_are_kept(name: str) -> None:
    """They can be loaded by name, and are found like any other sheet."""
    first = load_sheet(f"{name}@1")
    assert first.name == name
    assert first.reserve == 12
    assert find_sheet(f"{name}@1") is first


def numbers(sheet: Sheet) -> list[set[int]]:
    """Return the system numbers on each screen."""
    return [{system.value for system in screen} for screen in sheet.screens]


def test_the_screens() -> None:
    """The screens are {1,2,3} {4} {5,6,7}; Training has no 7."""
    assert numbers(load_sheet("mission")) == [{1, 2, 3}, {4}, {5, 6, 7}]
    assert numbers(load_sheet("training")) == [{1, 2, 3}, {4}, {5, 6}]


def test_the_limits() -> None:
    """In Training, artillery and portholes are limited to three uses; in Mission nothing is."""
    assert load_sheet("training").limit == {System.ARTILLERY: 3, System.PORTHOLES: 3}
    assert load_sheet("mission").limit == {}


def test_the_solo_panel() -> None:
    """Two boxes per system, seven explosion boxes, and the arrows 1→2→3→4→5→6→7→1."""
    panel = load_sheet("mission").solo
    assert panel is not None
    assert (panel.boxes, panel.explosions) == (2, 7)
    assert [system.value for system in panel.arrows] == [1, 2, 3, 4, 5, 6, 7]
    assert load_sheet("training").solo is None


def test_six_systems_and_seven() -> None:
    """Training has the systems 1 to 6, Mission 1 to 7."""
    assert [s.value for s in load_sheet("training").systems] == [1, 2, 3, 4, 5, 6]
    assert [s.value for s in load_sheet("mission").systems] == [1, 2, 3, 4, 5, 6, 7]


@each_sheet
def test_the_fields_of_a_system_touch(name: str) -> None:
    """Every field of a system is reachable from any other via fields of the same system."""
    rows = load_sheet(name).rows
    for number in {kind for row in rows for kind in row if kind.isdigit()}:
        spots = {(r, c) for r, row in enumerate(rows) for c, k in enumerate(row) if k == number}
        reached: set[tuple[int, int]] = set()
        waiting = {min(spots)}
        while waiting:
            reached |= waiting
            near = {(r + d, c + e) for r, c in waiting for d in (-1, 0, 1) for e in (-1, 0, 1)}
            waiting = near & spots - reached
        assert reached == spots, f"system {number}"


@each_sheet
def test_all_three_kinds_of_fields(name: str) -> None:
    """The submarine has targets and plain hull, and is surrounded by water."""
    kinds = {kind for row in load_sheet(name).rows for kind in row}
    assert {"o", "."} < kinds


@each_sheet
def test_they_can_be_played(name: str) -> None:
    """A game can be set up on each sheet, in each of its modes."""
    for mode, default in DEFAULT_SHEETS.items():
        if default == name:
            players = 1 if mode is Mode.SOLO else 4
            assert Game.new(load_sheet(name), mode, players).sheet.name == name
