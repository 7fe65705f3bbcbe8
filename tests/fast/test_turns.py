"""Whose move it is, compared with the rules at every step of some games."""

from __future__ import annotations

from tests.fast.played import positions
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.turns import (
    awaits_roll,
    have_all_acted,
    left_of,
    may_move,
    next_to_take,
    seats_rolling,
    seats_to_move,
)
from torpedo_dice.rules import Stage


def test_the_seats_to_move_are_those_of_the_rules() -> None:
    """As a mask and one by one; so are the seats whose propeller rolls."""
    for game in positions():
        row, waiting = from_game(game), game.seats_to_move()
        rolling = [seat for seat in game.seats if game.players[seat].awaits_roll()]
        assert seats_to_move(row) == sum(1 << seat for seat in waiting)
        assert seats_rolling(row) == sum(1 << seat for seat in rolling)
        for seat in game.seats:
            assert may_move(row, seat) == (seat in waiting)
            assert awaits_roll(row, seat) == (seat in rolling)
            assert left_of(row, seat) == (0 if game.is_solo else game.left_of(seat))
        assert not have_all_acted(row)


def test_the_draft_goes_clockwise() -> None:
    """The next to take a die is the one that the rules wait for; -1 if all have theirs."""
    for game in positions(Stage.TAKE):
        assert (next_to_take(from_game(game)),) == game.seats_to_move()
    for game in positions(Stage.ACT):
        assert next_to_take(from_game(game)) == -1
