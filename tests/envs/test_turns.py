"""Whose decision it is, compared with the rules at every step of some games."""

from __future__ import annotations

import pytest

from tests.fast.played import positions
from torpedo_dice.envs.turns import NOBODY, deciding_seat, roll_for_seat, seat_to_decide
from torpedo_dice.fast.chance import new_chance
from torpedo_dice.fast.codes import STAGE_TAKE
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.state import new_games
from torpedo_dice.rules import Sheet, Stage


def test_seats_decide_one_after_another() -> None:
    """A row and a game name the same seat, which is one that the rules wait for."""
    for game in positions():
        seat = seat_to_decide(game)
        if seat is not None:
            assert seat in game.seats_to_move()
            assert deciding_seat(from_game(game)) == seat
        elif game.stage is not Stage.ACT:
            assert deciding_seat(from_game(game)) == NOBODY


@pytest.mark.parametrize(("mode", "players"), [("mission", 3), ("solo", 1)])
def test_chance_begins_a_game(mission: Sheet, mode: str, players: int) -> None:
    """The start player is drawn and the dice are rolled, so that a seat can decide."""
    row = new_games(1, mission, mode, players)[0]
    assert deciding_seat(row) == NOBODY
    roll_for_seat(row, 0, new_chance(1))
    assert row["stage"] == STAGE_TAKE
    assert all(1 <= die <= 6 for die in row["dice"][: players + 1])
    assert deciding_seat(row) == row["start"]
