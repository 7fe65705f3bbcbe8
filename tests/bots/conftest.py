"""A game that bots are asked about."""

from __future__ import annotations

import pytest

from torpedo_dice.rules import Game, Roll, Sheet, Start


@pytest.fixture
def game(mission: Sheet) -> Game:
    """A game in which seat 1 is to take a die."""
    game = Game.new(mission, "mission", 2)
    game.apply(Start(1))
    game.apply(Roll((5, 3, 1)))
    return game
