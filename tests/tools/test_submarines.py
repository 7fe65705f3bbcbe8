"""The search for submarines: its changes are sound, and it measures what players notice."""

from __future__ import annotations

from random import Random

from tools.submarines import changed, measure
from torpedo_dice.rules import Mode, Sheet, parse_sheet
from torpedo_dice.rules.sheet import WATER


def test_changes_keep_the_hull_and_the_systems_whole(mission: Sheet) -> None:
    """The same hull, all systems, each in one piece: the checks of a sheet have no remarks."""
    random = Random(1)  # noqa: S311
    data, count = mission.to_data(), 0
    water = [[field == WATER for field in row.split()] for row in data["grid"]]
    while count < 30:
        other = changed(data, [int(system) for system in mission.systems], random)
        if other is None:
            continue
        sheet = parse_sheet(other)
        assert [[field == WATER for field in row.split()] for row in other["grid"]] == water
        assert sheet.systems == mission.systems
        data, count = other, count + 1
    assert data["grid"] != mission.to_data()["grid"]


def test_a_measured_submarine_has_figures_for_every_rank(mission: Sheet) -> None:
    """The first submarine is played too safely to be interesting, and its score says so."""
    measured = measure(mission, Mode.MISSION)
    assert measured.score < 0
    assert 0.3 < measured.figures["lieutenants"] < 0.7
    assert 8 < measured.figures["rounds"] < 14
