"""Moves go to numbers and back."""

from __future__ import annotations

from random import Random

import pytest

from tests.rules.random_games import SETUPS, Setup, moves_of, new_game
from torpedo_dice.fast.codes import MOVE_ROLL, MOVE_TAKE
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.convert_moves import from_move, to_move
from torpedo_dice.fast.legal import is_legal
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Fire, Game, Reroll, Roll, Sheet, Stage, Start, Take


@pytest.mark.parametrize("setup", SETUPS)
def test_moves_go_to_numbers_and_back(setup: Setup) -> None:
    """Each move of a game is legal as numbers, and comes back as it was."""
    game = new_game(setup)
    tables = fast_sheet(game.sheet).tables
    before = game.copy()
    for move, _ in moves_of(game, Random(7)):  # noqa: S311
        kind, argument = from_move(before, move)
        row = from_game(before)
        seat = 0 if isinstance(move, Start | Roll) else move.seat
        if not isinstance(move, Start | Roll | Reroll):
            assert is_legal(tables, row, seat, kind, argument)
            back = to_move(game.sheet, seat, kind, argument)
            assert back == move or (isinstance(move, Fire) and before.is_legal(back))
            assert from_move(before, back) == (kind, argument)
        before = game.copy()


@pytest.mark.parametrize(("kind", "argument"), [(MOVE_ROLL, 9), (99, 1), (3, 0)])
def test_moves_of_chance_are_refused(mission: Sheet, kind: int, argument: int) -> None:
    """So are unknown kinds, and the number that stands for no modification."""
    with pytest.raises(ValueError, match="not a player's move"):
        to_move(mission, 0, kind, argument)


def test_a_take_is_the_index_of_a_die(mission: Sheet) -> None:
    """An example of a move in numbers."""
    game = Game.new(mission, "mission", 2)
    game.apply(Start(0))
    game.apply(Roll((5, 3, 2)))
    assert game.stage is Stage.TAKE
    assert from_move(game, Take(0, 2)) == (MOVE_TAKE, 2)
