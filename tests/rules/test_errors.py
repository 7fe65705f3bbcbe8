"""Errors: three kinds of refused moves, each with its code, its reason and the position."""

from __future__ import annotations

import pytest

from tests.rules.positions import acting, begin_round, new_game, refusal
from torpedo_dice.rules import (
    IllegalMoveError,
    MalformedMoveError,
    MoveError,
    NotYourMoveError,
    Sentence,
    SheetError,
    parse_move,
)


@pytest.mark.parametrize(
    ("move", "kind"),
    [
        ("2 take 0", MalformedMoveError),
        ("0 fire A1 A2", IllegalMoveError),
        ("roll 1 2 3", IllegalMoveError),
    ],
)
def test_kinds_of_refusals(move: str, kind: type[MoveError]) -> None:
    """A seat that doesn't exist makes no sense; a wrong shot or a second roll breaks a rule."""
    assert type(refusal(acting(1, 1, 1), parse_move(move))) is kind


def test_a_move_out_of_turn() -> None:
    """While another seat takes a die, and after one's own choice."""
    game = new_game()
    game.apply(parse_move("roll 1 1 1"))
    assert type(refusal(game, parse_move("1 take 0"))) is NotYourMoveError
    done = begin_round(new_game(), 1, 1, 1)
    done.apply(parse_move("0 fire A1"))
    assert type(refusal(done, parse_move("0 fire A2"))) is NotYourMoveError


def test_the_message_can_be_translated() -> None:
    """The message and the reason in it are sentences that remember their patterns."""
    error = refusal(acting(1, 1, 1), parse_move("0 fire A1 A2"))
    message = error.args[0]
    assert isinstance(message, Sentence)
    assert message.values["why"] is error.why
    assert isinstance(error.why, Sentence)
    assert str(error) == f'"0 fire A1 A2" ({error.where}): {error.why}'


def test_a_sheet_error_names_the_place_if_there_is_one() -> None:
    """Without a place, the message is the reason alone."""
    assert str(SheetError("grid, row 1", Sentence("is empty"))) == "grid, row 1: is empty"
    assert str(SheetError("", Sentence("is not TOML"))) == "is not TOML"
