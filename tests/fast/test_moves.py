"""What a move does to a row; the lockstep compares every kind of move over whole games."""

from __future__ import annotations

from tests.fast.played import steps
from torpedo_dice.fast.codes import ACTION_COVERED, ACTION_FIRE, STAGE_ACT, STAGE_ROLL
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.convert_moves import from_move
from torpedo_dice.fast.moves import apply_fire, apply_move
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Game, Move, Roll, Sheet, Start, Take


def test_a_move_does_what_it_does_in_the_rules() -> None:
    """Every step of some games leads to the same row."""
    kinds: set[type[Move]] = set()
    for before, move, _, after in steps():
        row = from_game(before)
        seat = 0 if isinstance(move, Start | Roll) else move.seat
        apply_move(fast_sheet(before.sheet).tables, row, seat, *from_move(before, move))
        assert row.tobytes() == from_game(after).tobytes()
        kinds.add(type(move))
    assert len(kinds) == 7


def test_a_round_with_a_covered_choice_is_not_finished(mission: Sheet) -> None:
    """In a view another seat's choice is unknown, so the round cannot be resolved."""
    game = Game.new(mission, "mission", 2)
    for move in (Start(0), Roll((5, 3, 1)), Take(0, 0), Take(1, 1)):
        game.apply(move)
    tables, row = fast_sheet(mission).tables, from_game(game)
    row["action"][1] = ACTION_COVERED
    apply_fire(tables, row, 0, 0, 5)
    assert row["stage"] == STAGE_ACT
    row["action"][1] = ACTION_FIRE
    apply_fire(tables, row, 0, 0, 5)
    assert row["stage"] == STAGE_ROLL
