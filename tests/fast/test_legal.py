"""Legal moves by number; the lockstep compares them with the rules."""

from __future__ import annotations

import pytest

from torpedo_dice.fast.codes import (
    ARTILLERY,
    FINS,
    MODIFY_FINS,
    MOVE_ACTIVATE,
    MOVE_FIRE,
    MOVE_MODIFY,
    MOVE_ROLL,
    MOVE_TAKE,
    TOWER,
)
from torpedo_dice.fast.convert import from_game, to_game
from torpedo_dice.fast.convert_moves import from_move
from torpedo_dice.fast.dice import face_of
from torpedo_dice.fast.legal import is_legal, legal_count, legal_move
from torpedo_dice.fast.moves import apply_move
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Activate, Fire, Game, Modify, Roll, Sheet, Start, System, Take


@pytest.fixture
def game(mission: Sheet) -> Game:
    """Two players have their dice, a 5 and a 3; seat 0 has switched on its fins."""
    game = Game.new(mission, "mission", 2)
    game.apply(Start(0))
    game.players[0].switched = System.FINS.bit
    for move in (Roll((5, 3, 1)), Take(0, 0), Take(1, 1)):
        game.apply(move)
    return game


def test_moves_are_listed_in_the_rules_order(game: Game) -> None:
    """Modifications, then shots, then activations."""
    tables, row = fast_sheet(game.sheet).tables, from_game(game)
    moves = [legal_move(tables, row, 0, k) for k in range(legal_count(tables, row, 0))]
    shots = len(game.shots(0).distinct)
    assert moves[0] == (MOVE_MODIFY, MODIFY_FINS + 1)
    assert [kind for kind, _ in moves[1:]] == [MOVE_FIRE] * shots + [MOVE_ACTIVATE] * 4
    assert [argument for _, argument in moves[-4:]] == [1, 3, 5, 7]


def test_placements_on_the_same_targets_are_one_move(game: Game) -> None:
    """Every placement of the rules is the shot with the same targets."""
    tables, row = fast_sheet(game.sheet).tables, from_game(game)
    numbers = {from_move(game, Fire(1, fields)) for fields in game.shots(1)}
    assert len(numbers) < len(game.shots(1))
    listed = {legal_move(tables, row, 1, k) for k in range(legal_count(tables, row, 1))}
    assert {move for move in listed if move[0] == MOVE_FIRE} == numbers


def test_a_seat_that_may_not_move_has_no_move(game: Game) -> None:
    """Before the dice are rolled, after finishing, while the propeller rolls."""
    tables = fast_sheet(game.sheet).tables
    new = from_game(Game.new(game.sheet, "mission", 2))
    assert legal_count(tables, new, 0) == 0
    game.players[0].switched = System.PROPELLER.bit
    game.apply(Modify(0, System.PROPELLER))
    game.apply(Activate(1, System.FINS))
    row = from_game(game)
    assert legal_count(tables, row, 0) == legal_count(tables, row, 1) == 0
    assert not is_legal(tables, row, 0, MOVE_ACTIVATE, FINS)


@pytest.mark.parametrize(
    ("kind", "argument"),
    [
        (MOVE_TAKE, 2),
        (MOVE_ROLL, 0),
        (MOVE_MODIFY, MODIFY_FINS),
        (MOVE_MODIFY, -1),
        (MOVE_MODIFY, 64),
        (MOVE_FIRE, -1),
        (MOVE_FIRE, 10**6),
        (MOVE_ACTIVATE, FINS),
        (MOVE_ACTIVATE, ARTILLERY),
        (MOVE_ACTIVATE, 0),
        (99, 1),
    ],
)
def test_what_is_not_legal_is_not(game: Game, kind: int, argument: int) -> None:
    """Its own die, systems that are on or have no switch, shots of other faces, unknown numbers."""
    assert not is_legal(fast_sheet(game.sheet).tables, from_game(game), 0, kind, argument)


def test_a_modification_changes_the_face(game: Game) -> None:
    """Fins copy the other's die."""
    row = from_game(game)
    assert face_of(row, 0) == 5
    apply_move(fast_sheet(game.sheet).tables, row, 0, MOVE_MODIFY, MODIFY_FINS + 1)
    assert face_of(row, 0) == 3
    assert to_game(row, game.sheet).face_of(0) == 3


def test_a_round_does_not_end_in_a_view(game: Game) -> None:
    """The other's choice is covered, so the round is not resolved."""
    game.apply(Activate(1, System.FINS))
    row = from_game(game.view(0))
    apply_move(fast_sheet(game.sheet).tables, row, 0, MOVE_ACTIVATE, TOWER)
    assert row["round"] == 1
    assert row["activated"].tolist() == [TOWER, 0, 0, 0]
