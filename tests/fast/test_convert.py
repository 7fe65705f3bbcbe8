"""Games go to rows of numbers and back."""

from __future__ import annotations

from random import Random

import pytest

from tests.fast.driver import with_standing_shots
from tests.rules.random_games import SETUPS, Setup, moves_of, new_game
from torpedo_dice.fast.codes import ACTION_COVERED
from torpedo_dice.fast.convert import from_game, from_games, to_game
from torpedo_dice.fast.convert_moves import from_move
from torpedo_dice.fast.moves import apply_move
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Game, Sheet, Start


@pytest.mark.parametrize("setup", SETUPS)
def test_a_game_comes_back_as_it_was(setup: Setup) -> None:
    """At every step of a game, with hidden choices; a shot as its representative."""
    game = new_game(setup)
    for _ in moves_of(game, Random(5)):  # noqa: S311
        back = to_game(from_game(game), game.sheet)
        assert back == with_standing_shots(game)
        assert from_game(back).tobytes() == from_game(game).tobytes()


def test_a_view_comes_back_as_it_was() -> None:
    """Choices that a view hides stay hidden."""
    game = new_game(Setup("mission", 3, reserve=12))
    covered = 0
    for _ in moves_of(game, Random(6)):  # noqa: S311
        for seat in (*game.seats, None):
            view = game.view(seat)
            row = from_game(view)
            covered += int((row["action"] == ACTION_COVERED).sum())
            assert to_game(row, game.sheet) == with_standing_shots(view)
    assert covered > 10


def test_rows_of_games_can_be_changed(mission: Sheet) -> None:
    """A row is independent of the game that it was made from, and can be played on."""
    games = [Game.new(mission, "mission", players) for players in (2, 3)]
    rows = from_games(games)
    apply_move(fast_sheet(mission).tables, rows[1], 0, *from_move(games[1], Start(2)))
    games[1].apply(Start(2))
    assert [to_game(row, mission) for row in rows] == games
