"""The automaton's shots, compared with the rules for every die and several panels."""

from __future__ import annotations

import pytest

from torpedo_dice.fast.automaton import automaton_fires
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import FACES, Game, Sheet, System
from torpedo_dice.rules import automaton as rules


@pytest.mark.parametrize("exploded", [0, 1], ids=["no explosion", "explosion"])
@pytest.mark.parametrize(
    "destroyed",
    [
        (),
        (System.TOWER,),
        (System.TOWER, System.FINS),
        # The arrows lead from the last system back to the first.
        (System.PORTHOLES, System.PROPELLER),
        tuple(system for system in System if system is not System.ARTILLERY),
    ],
    ids=lambda systems: " ".join(system.id for system in systems) or "none",
)
def test_it_marks_what_it_marks_in_the_rules(
    mission: Sheet, destroyed: tuple[System, ...], exploded: int
) -> None:
    """It hits the die's system, follows the arrows, or misses after an explosion."""
    assert mission.solo is not None
    for die in FACES:
        for marked in (0, 1):
            game = Game.new(mission, "solo", 1)
            player = game.players[0]
            player.destroyed = sum(system.bit for system in destroyed)
            player.boxes = (marked,) * len(mission.systems)
            row = from_game(game)
            rules.automaton_fires(mission, mission.solo, player, die, exploded=bool(exploded))
            automaton_fires(fast_sheet(mission).tables, row, die, exploded)
            assert row.tobytes() == from_game(game).tobytes()
