"""Random submarines are valid sheets, all different, and the same for the same seed."""

from __future__ import annotations

import pytest

from torpedo_dice.lab.random_sheet import random_sheet
from torpedo_dice.rules import Game


@pytest.mark.parametrize("mission", [True, False])
def test_random_submarines_can_be_played(mission: bool) -> None:  # noqa: FBT001
    """Each is validated, and fits its mode."""
    sheets = [random_sheet(seed, mission=mission) for seed in range(30)]
    assert len({sheet.rows for sheet in sheets}) == 30
    for sheet in sheets:
        assert sheet.is_mission is mission
        for targets in sheet.system_targets.values():
            assert 3 <= targets.bit_count() <= 6
        Game.new(sheet, "mission" if mission else "training", 2)


def test_the_same_seed_gives_the_same_submarine() -> None:
    """So that training is repeatable."""
    assert random_sheet("a", mission=True) == random_sheet("a", mission=True)
