"""A sheet's tables agree with the sheet. The lockstep compares the shots too."""

from __future__ import annotations

from random import Random

import pytest

from tests.fast.random_sheets import random_sheet
from torpedo_dice.fast.tables import FastSheet, fast_sheet, formation_number
from torpedo_dice.rules import FORMATIONS, Sheet, System, parse_sheet


@pytest.fixture(scope="module", params=["mission", "training", *range(6)])
def fast(request: pytest.FixtureRequest) -> FastSheet:
    """One of our sheets, or a random one."""
    if isinstance(request.param, int):
        return fast_sheet(random_sheet(Random(request.param)))  # noqa: S311
    sheet: Sheet = request.getfixturevalue(request.param)
    return fast_sheet(sheet)


def test_every_formation_has_the_rules_shots(fast: FastSheet) -> None:
    """The distinct shots, the undominated ones first, and the torpedoes of each."""
    info, shots = fast.tables
    for face, system in FORMATIONS:
        placements = fast.sheet.placements(face, system)
        number = formation_number(face, system)
        first, end = info["first_shot"][number], info["first_shot"][number + 1]
        masks = shots[first:end].tolist()
        assert sorted(masks) == sorted(placements.distinct)
        assert masks[: info["best_shots"][number]] == [mask for mask, _ in placements.best]
        assert info["torpedoes"][number] == placements.formation.count


def test_a_shot_leads_back_to_the_placement_that_stands_for_it(fast: FastSheet) -> None:
    """From formation and targets to the shot's number, and from there to fields."""
    for face, system in FORMATIONS:
        number = formation_number(face, system)
        for mask, fields in fast.sheet.placements(face, system).distinct.items():
            assert fast.fields_of(fast.shot_number(number, mask)) == fields


def test_the_dashboard_is_the_sheets(fast: FastSheet) -> None:
    """Systems, targets, screens, limits and reserve."""
    info, sheet = fast.tables.info, fast.sheet
    assert info["all_targets"] == sheet.all_targets
    assert info["systems"] == sheet.all_systems
    assert bool(info["is_mission"]) == sheet.is_mission
    assert info["reserve"] == sheet.reserve
    for system in System:
        assert info["system_targets"][system] == sheet.system_targets.get(system, 0)
        assert info["mates"][system] == sheet.screen_mates.get(system, 0)
        assert info["limits"][system] == sheet.limit.get(system, 0)
        assert bool(info["limited"] & system.bit) == (system in sheet.limit)
        has_switch = sheet.is_mission and system.has_switch
        assert bool(info["switches"] & system.bit) == has_switch


def test_the_solo_panel_is_the_sheets(fast: FastSheet) -> None:
    """Boxes, explosions, and each arrow to the next system; zeros where there is no panel."""
    info, panel = fast.tables.info, fast.sheet.solo
    assert info["boxes"] == (panel.boxes if panel else 0)
    assert info["explosions"] == (panel.explosions if panel else 0)
    arrows = panel.arrows if panel else ()
    for place, system in enumerate(arrows):
        assert info["arrow"][system] == arrows[(place + 1) % len(arrows)]


def test_tables_are_made_once_a_sheet(mission: Sheet) -> None:
    """Equal sheets share their tables."""
    assert fast_sheet(parse_sheet(mission.to_data())) is fast_sheet(mission)
