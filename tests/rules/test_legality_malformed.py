"""Malformed moves: a seat, a die, a face or a field that doesn't exist."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.positions import acting, drill_sheet, new_game, play, refusal
from torpedo_dice.rules import (
    Activate,
    Fire,
    Game,
    MalformedMoveError,
    Modify,
    Move,
    MoveError,
    Reroll,
    Roll,
    Start,
    System,
    Take,
    parse_move,
)


def malformed(game: Game, move: Move) -> MoveError:
    """Apply a move that must be refused as malformed; return the error."""
    error = refusal(game, move)
    assert type(error) is MalformedMoveError
    return error


@pytest.mark.parametrize("seat", [2, -1, 99, True, 1.0, "1", None])
def test_no_such_seat(seat: Any) -> None:
    """Any move by a nonexistent seat is malformed, in any stage."""
    game = acting(2, 2, 2)
    moves: list[Move] = [
        Start(seat),
        Take(seat, 0),
        Modify(seat, System.ENGINE),
        Reroll(seat, 3),
        Fire(seat, ((0, 0), (2, 2))),
        Activate(seat, System.ENGINE),
    ]
    for move in moves:
        error = malformed(game, move)
        assert error.code == "no_such_seat"
        assert f"there’s no seat {seat!r}: seats are numbered 0 to 1" in str(error)


def test_no_such_seat_to_take_back() -> None:
    """A nonexistent seat can't take anything back."""
    game = acting(2, 2, 2)
    with pytest.raises(
        MalformedMoveError, match="there’s no seat 7: seats are numbered 0 to 1"
    ) as caught:
        game.take_back(7)
    assert caught.value.code == "no_such_seat"
    assert caught.value.move == "7 takes back"


@pytest.mark.parametrize("dice", [(1, 2, 7), (0, 1, 2), (1, 2, 3.0), (True, 2, 3), ("1", 2, 3)])
def test_roll_with_a_face_that_no_die_has(dice: Any) -> None:
    """A roll consists of faces from 1 to 6."""
    error = malformed(new_game(), Roll(dice))
    assert error.code == "face"
    assert "a face from 1 to 6" in str(error)


@pytest.mark.parametrize("dice", [[1, 2, 3], None, 5])
def test_roll_of_something_that_is_no_dice(dice: Any) -> None:
    """A roll is a tuple; anything else is refused with a message."""
    game = new_game()
    before = game.copy()
    with pytest.raises(MalformedMoveError, match="a face from 1 to 6") as caught:
        game.apply(Roll(dice))
    assert caught.value.code == "face"
    assert game == before


@pytest.mark.parametrize("dice", [(), (1,), (1, 2), (1, 2, 3, 4)])
def test_roll_with_another_number_of_dice(dice: tuple[int, ...]) -> None:
    """Two players roll exactly three dice."""
    error = malformed(new_game(), Roll(dice))
    assert error.code == "dice_count"
    assert f"uses 3 dice, not {len(dice)}" in str(error)


@pytest.mark.parametrize("face", [0, 7, -1, 2.0, True, None, "3"])
def test_reroll_with_a_face_that_no_die_has(face: Any) -> None:
    """A propeller's roll is a face from 1 to 6."""
    game = acting(2, 2, 2)
    play(game, "0 use propeller")
    assert malformed(game, Reroll(0, face)).code == "face"


@pytest.mark.parametrize("pick", [3, -1, True, 1.0, "0", None])
def test_no_such_die(pick: Any) -> None:
    """A die is taken by its index in the roll."""
    game = new_game()
    play(game, "roll 1 2 3")
    error = malformed(game, Take(0, pick))
    assert error.code == "no_such_die"
    assert f"there’s no die {pick!r}: dice are numbered 0 to 2" in str(error)


@pytest.mark.parametrize("system", ["engine", 5, None])
@pytest.mark.parametrize("kind", [Modify, Activate])
def test_something_that_is_no_system(kind: Any, system: Any) -> None:
    """A system is a `System`; a name or a number is not accepted."""
    game = acting(2, 2, 2)
    before = game.copy()
    with pytest.raises(MalformedMoveError, match=f"{system!r} isn’t a system") as caught:
        game.apply(kind(0, system))
    assert caught.value.code == "system"
    assert game == before


@pytest.mark.parametrize("step", [2, 0, -2, True])
def test_a_step_that_the_tower_does_not_go(step: int) -> None:
    """The tower goes one up or one down."""
    error = malformed(acting(3, 3, 3), Modify(0, System.TOWER, step=step))
    assert error.code == "step"
    assert f"+1 or −1, not {step}" in str(error)


@pytest.mark.parametrize("step", [1.0, 0.5, "1"])
def test_a_step_that_is_no_number_of_pips(step: Any) -> None:
    """A step that isn't an integer is refused with a message."""
    game = acting(3, 3, 3)
    before = game.copy()
    with pytest.raises(MalformedMoveError, match=r"the tower’s step must be \+1 or −1") as caught:
        game.apply(Modify(0, System.TOWER, step=step))
    assert caught.value.code == "step"
    assert game == before


def test_the_tower_alone_has_a_step() -> None:
    """A tower without a step, and any other system with one, are malformed."""
    game = acting(3, 3, 3)
    assert malformed(game, Modify(0, System.TOWER)).code == "step"
    for system in (System.ENGINE, System.PERISCOPE, System.PROPELLER):
        error = malformed(game, Modify(0, system, step=1))
        assert error.code == "step"
        assert "the tower, and no other system, takes a step" in str(error)


def test_the_fins_alone_name_a_seat() -> None:
    """Fins without a seat, and any other system with one, are malformed."""
    game = acting(3, 3, 3)
    assert malformed(game, Modify(0, System.FINS)).code == "other"
    error = malformed(game, Modify(0, System.ENGINE, other=1))
    assert error.code == "other"
    assert "the fins must name the seat whose die they copy" in str(error)


def test_in_solo_the_fins_name_no_seat() -> None:
    """In solo, there is no other seat to name."""
    assert malformed(acting(3, 3), Modify(0, System.FINS, other=0)).code == "other"


@pytest.mark.parametrize("other", [2, -1, True])
def test_fins_of_a_seat_that_does_not_exist(other: Any) -> None:
    """The seat whose die is copied must exist."""
    assert malformed(acting(3, 3, 3), Modify(0, System.FINS, other=other)).code == "no_such_seat"


@pytest.mark.parametrize("spot", [[0, 0], (True, 1)])
def test_a_field_is_a_row_and_a_column(spot: Any) -> None:
    """A list, or a bool in place of an integer, is not a field."""
    error = malformed(acting(1, 1, 1), Fire(0, (spot,)))
    assert error.code == "field"
    assert "a field must be a row and a column" in str(error)


@pytest.mark.parametrize("spot", ["A1", ("a", 1), (1, 2, 3), (1,), (0.5, 1), 3, None])
def test_something_that_is_no_field(spot: Any) -> None:
    """Anything else in place of a field is refused with a message."""
    game = acting(1, 1, 1)
    before = game.copy()
    with pytest.raises(MalformedMoveError, match="a field must be a row and a column") as caught:
        game.apply(Fire(0, (spot,)))
    assert caught.value.code == "field"
    assert game == before


@pytest.mark.parametrize("spots", ["A1", None, 3, ("A1", (0, 0)), ((0, 0), None)])
def test_something_that_is_no_list_of_fields(spots: Any) -> None:
    """A string, None, or a mixture is not a tuple of fields."""
    game = acting(2, 2, 2)
    with pytest.raises(MalformedMoveError, match="a field must be a row and a column") as caught:
        game.apply(Fire(0, spots))
    assert caught.value.code == "field"


def test_a_field_named_twice() -> None:
    """The same field twice is malformed, wherever it appears in the list."""
    error = malformed(acting(3, 3, 3), Fire(0, ((0, 0), (1, 1), (0, 0))))
    assert error.code == "field_twice"
    assert "A1 is listed twice" in str(error)


@pytest.mark.parametrize("thing", ["0 fire A1", None, 3, ("take", 0)])
def test_something_that_is_no_move(thing: Any) -> None:
    """A string, a number or None is not a move."""
    game = acting(1, 1, 1)
    before = game.copy()
    with pytest.raises(MalformedMoveError, match="that isn’t a move") as caught:
        game.apply(thing)
    assert caught.value.code == "no_move"
    assert game == before
    assert not game.is_legal(thing)


def test_malformed_is_told_before_the_stage() -> None:
    """A malformed move is reported as such, even in a stage that wouldn't allow it anyway."""
    game = Game.new(drill_sheet(), "mission", 2)
    assert malformed(game, Roll((7, 1, 1))).code == "face"
    assert malformed(game, parse_move("5 take 0")).code == "no_such_seat"
