"""The lesson's positions: played games with exactly the marks that they state."""

from __future__ import annotations

import pytest

from torpedo_dice.lesson import STEPS, Step
from torpedo_dice.rules import Game, Seat, field_name


def names_hit(game: Game, seat: Seat) -> set[str]:
    """Return the names of the fields that a player has hit."""
    return {field_name(spot) for spot in game.sheet.fields_of(game.players[seat].hits)}


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_the_lessons_positions(step: Step) -> None:
    """Each one has exactly the stated marks, round and dice."""
    position = step.position
    game = position.game()
    assert (game.mode, game.round, game.dice) == (position.mode, position.round, position.dice)
    assert [game.players[take.seat].pick for take in position.taken] == [
        take.pick for take in position.taken
    ]
    for seat, marks in enumerate(position.players):
        player = game.players[seat]
        assert names_hit(game, seat) == set(marks.hits.split())
        assert player.reserve == (game.sheet.reserve if marks.reserve is None else marks.reserve)
        # What is missing from the reserve is marked on the grid.
        assert len(player.misses) == game.sheet.reserve - player.reserve
        assert all(map(game.sheet.is_on_grid, player.misses))
        assert player.switched == sum(system.bit for system in marks.switched)
        assert not any(player.uses)
