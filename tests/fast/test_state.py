"""New games as rows."""

from __future__ import annotations

import pytest

from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.state import new_games
from torpedo_dice.rules import Game, GameSetupError, Sheet, SoloEnd


@pytest.mark.parametrize(("mode", "players"), [("mission", 2), ("mission", 4), ("solo", 1)])
@pytest.mark.parametrize("solo_end", SoloEnd)
def test_new_games_are_the_rules_new_games(
    mission: Sheet, mode: str, players: int, solo_end: SoloEnd
) -> None:
    """Every row of a new batch is the row of a new game."""
    rows = new_games(3, mission, mode, players, solo_end=solo_end)
    game = Game.new(mission, mode, players, solo_end=solo_end)
    assert [row.tobytes() for row in rows] == [from_game(game).tobytes()] * 3


def test_what_does_not_fit_is_refused_as_in_the_rules(training: Sheet) -> None:
    """A wrong number of players, or a sheet for another mode."""
    with pytest.raises(GameSetupError, match="5"):
        new_games(1, training, "training", 5)
    with pytest.raises(GameSetupError, match="propeller"):
        new_games(1, training, "mission", 2)
