"""Dice and faces, compared with the rules at every step of some games."""

from __future__ import annotations

import pytest

from tests.fast.played import positions
from torpedo_dice.fast.codes import MODIFICATION_NUMBERS
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.dice import (
    dice_count,
    die_left,
    die_of,
    face_of,
    face_with,
    faces_by_turning,
    formation_of,
    picks_left,
    unpack_die,
)
from torpedo_dice.fast.rolls import packed
from torpedo_dice.fast.tables import formation_number
from torpedo_dice.rules import Stage, System


def test_a_roll_is_packed_into_one_number() -> None:
    """Three bits a die, the first die in the lowest."""
    roll = packed((6, 1, 3))
    assert roll == 0b011_001_110
    assert [unpack_die(roll, index) for index in range(3)] == [6, 1, 3]


def test_the_dice_of_the_draft() -> None:
    """One more die than players, and those that nobody has taken can be taken."""
    for game in positions(Stage.TAKE):
        row = from_game(game)
        (seat,) = game.seats_to_move()
        assert dice_count(row) == game.dice_count == len(game.dice)
        assert picks_left(row) == sum(1 << pick for pick in game.options(seat).picks)


def test_faces_and_formations_after_a_modification() -> None:
    """What a seat has done to its die, and what each thing that it could do would show."""
    for game in positions(Stage.ACT):
        row = from_game(game)
        assert die_left(row) == game.die_left
        for seat in game.seats_to_move():
            formation = game.shots(seat).formation
            assert die_of(row, seat) == game.die_of(seat)
            assert face_of(row, seat) == game.face_of(seat)
            assert formation_of(row, seat) == formation_number(formation.face, formation.system)
            for modify in game.options(seat).modifications:
                if modify.system is not System.PROPELLER:
                    number = MODIFICATION_NUMBERS[modify.system, modify.step, modify.other]
                    assert face_with(row, seat, number) == game.face_with(seat, modify)


@pytest.mark.parametrize(
    ("die", "systems", "faces"),
    [
        (2, (), {2}),
        (2, (System.PERISCOPE,), {2, 5}),
        (2, (System.TOWER,), {1, 2, 3}),
        (6, (System.TOWER,), {5, 6}),
        (1, (System.PERISCOPE, System.TOWER), {1, 2, 6}),
        (4, (System.FINS, System.PROPELLER), {4}),
    ],
)
def test_faces_that_a_die_can_be_turned_to(
    die: int, systems: tuple[System, ...], faces: set[int]
) -> None:
    """Periscope and tower turn the die; a 6 never becomes a 1."""
    found = faces_by_turning(die, sum(system.bit for system in systems))
    assert found == sum(1 << face for face in faces)
