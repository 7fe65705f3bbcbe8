"""Usable and switchable systems, compared with the rules at every step of some games."""

from __future__ import annotations

from tests.fast.played import positions
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.dashboard import switchable, usable_systems
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules.dashboard import can_switch_on


def test_systems_are_usable_when_the_rules_say_active() -> None:
    """By switch, by screen, and as long as limited uses are left."""
    seen = set()
    for game in positions():
        tables, row = fast_sheet(game.sheet).tables, from_game(game)
        for seat in game.seats:
            active = [s for s in game.sheet.systems if game.status(seat, s).is_active]
            assert usable_systems(tables, row, seat) == sum(system.bit for system in active)
            seen.update(active)
    assert len(seen) == 7


def test_systems_can_be_switched_on_when_the_rules_say_so() -> None:
    """Those with a switch that is off and that are not destroyed."""
    for game in positions():
        tables, row = fast_sheet(game.sheet).tables, from_game(game)
        for seat, player in enumerate(game.players):
            off = [s for s in game.sheet.systems if can_switch_on(game.sheet, player, s)]
            assert switchable(tables, row, seat) == sum(system.bit for system in off)
