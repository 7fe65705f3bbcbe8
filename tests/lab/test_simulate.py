"""Simulations: they repeat, and what cannot be played is refused at once."""

from __future__ import annotations

import pytest

from torpedo_dice.bots import UnknownBotError
from torpedo_dice.lab.simulate import Simulation
from torpedo_dice.record import verify
from torpedo_dice.rules import GameSetupError, Mode, Sheet


def test_the_same_seed_gives_the_same_records(mission: Sheet) -> None:
    """A game depends on the seed and its number alone; every record is valid."""
    simulation = Simulation(mission, Mode.MISSION, ["ensign", "lieutenant"], games=3, seed=1)
    records = list(simulation.records())
    assert [simulation.record(number) for number in (2, 1, 0)] == records[::-1]
    assert all(verify(record) is None for record in records)
    other = Simulation(mission, Mode.MISSION, ["ensign", "lieutenant"], games=1, seed=2)
    assert other.record(0) != records[0]


def test_a_game_that_cannot_be_played_is_refused_at_once(mission: Sheet) -> None:
    """An unknown bot, and a mode that does not fit the players."""
    with pytest.raises(UnknownBotError, match="commodore"):
        Simulation(mission, Mode.MISSION, ["ensign", "commodore"], games=1, seed=1)
    with pytest.raises(GameSetupError):
        Simulation(mission, Mode.SOLO, ["ensign", "ensign"], games=1, seed=1)
