"""Positions reached by playing: all marks are as stated, or the position is refused."""

from __future__ import annotations

import pytest

from torpedo_dice.lesson.played import Marks, Position
from torpedo_dice.rules import Mode, System

DICE = (1, 2, 3)


def test_hits_destroy_the_neighbours_systems() -> None:
    """The rules derive the consequences of the marks: here, the tower is destroyed."""
    tower = Marks("B7 B8 C7 C8", reserve=8)
    game = Position(Mode.TRAINING, 5, DICE, (tower, Marks("A6", reserve=0))).game()
    assert not game.status(1, System.TOWER).is_active
    assert game.status(0, System.TOWER).is_active


def test_the_automaton_hits_as_stated() -> None:
    """A system hit twice is destroyed; the arrows lead on from it."""
    position = Position(
        Mode.SOLO,
        round=4,
        dice=(4, 1),
        players=(Marks("D5", reserve=3),),
        automaton=(System.FINS, System.FINS, System.FINS),
    )
    game = position.game()
    assert game.players[0].boxes == (0, 0, 0, 2, 1, 0, 0)
    assert game.players[0].destroyed == System.FINS.bit


@pytest.mark.parametrize(
    ("mode", "players"),
    [
        # No die puts two torpedoes side by side.
        (Mode.TRAINING, (Marks("D2 D3"), Marks("A6"))),
        # Nobody can do nothing in a round.
        (Mode.TRAINING, (Marks("D2"), Marks())),
        # More torpedoes than a die has pips.
        (Mode.TRAINING, (Marks("D2", reserve=2), Marks("A6"))),
        # Two rounds' worth of actions.
        (Mode.MISSION, (Marks("D5", switched=(System.TOWER,)), Marks("D7"))),
        # The automaton fires in every round.
        (Mode.SOLO, (Marks("D5"),)),
    ],
)
def test_what_one_round_cannot_reach(mode: Mode, players: tuple[Marks, ...]) -> None:
    """It is refused, not approximated."""
    with pytest.raises(ValueError, match=r"can't be reached in 1 rounds|zip\(\)"):
        Position(mode, 2, DICE, players).game()


def test_every_caller_gets_a_game_of_its_own() -> None:
    """The position is played only once, but a move in one copy doesn't affect the others."""
    position = Position(Mode.SOLO, 1, (4, 1), (Marks(),))
    first, second = position.game(), position.game()
    first.apply(next(first.legal_moves(0)))
    assert second == position.game() != first
