"""What each system does to the chosen die in phase 2."""

from __future__ import annotations

import pytest

from tests.rules.positions import acting, fields, play, refused
from torpedo_dice.rules import Chance, Modify, Reroll, System, parse_move


def test_the_seven_systems_have_their_numbers_and_ids() -> None:
    """The numbers match the printed ones, which the automaton's die refers to."""
    assert {system.value: system.id for system in System} == {
        1: "periscope",
        2: "artillery",
        3: "tower",
        4: "fins",
        5: "engine",
        6: "portholes",
        7: "propeller",
    }


def test_all_but_artillery_and_portholes_have_a_switch() -> None:
    """Periscope, tower, fins, engine and propeller have a switch; the other two don't."""
    assert {system.id for system in System if system.has_switch} == {
        "periscope",
        "tower",
        "fins",
        "engine",
        "propeller",
    }


@pytest.mark.parametrize(("die", "face"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_periscope_turns_to_the_opposite_face(die: int, face: int) -> None:
    """The periscope turns die v to 7 − v, and the shot has that face's formation."""
    game = acting(die, 1, 1)
    play(game, "0 use periscope")
    assert game.face_of(0) == face
    assert game.shots(0) is game.sheet.placements(face)
    assert game.die_of(0) == die


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_artillery_adds_one_torpedo(die: int) -> None:
    """Artillery fires one extra torpedo and doesn't change the face."""
    game = acting(die, 1, 1)
    play(game, "0 use artillery")
    assert game.face_of(0) == die
    assert {len(shot) for shot in game.shots(0)} == {die + 1}


def test_artillery_adds_on_any_free_spot_of_the_face() -> None:
    """On a 4, the extra pip may go on each of the five free spots of the pattern."""
    game = acting(4, 1, 1)
    play(game, "0 use artillery")
    corners = fields("A1 A3 C1 C3")
    for spot in ("A2", "B1", "B2", "B3", "C2"):
        assert tuple(sorted((*corners, *fields(spot)))) in game.shots(0)
    for spot in ("A4", "D1", "B4"):
        assert tuple(sorted((*corners, *fields(spot)))) not in game.shots(0)


@pytest.mark.parametrize(
    ("die", "steps"),
    [(1, {+1: 2}), (2, {+1: 3, -1: 1}), (5, {+1: 6, -1: 4}), (6, {-1: 5})],
)
def test_tower_goes_one_up_or_down(die: int, steps: dict[int, int]) -> None:
    """The tower turns die v to v + 1 or v − 1, if such a face exists."""
    offered = [m for m in acting(die, 1, 1).options(0).modifications if m.system is System.TOWER]
    assert {m.step for m in offered} == set(steps)
    for step, face in steps.items():
        game = acting(die, 1, 1)
        play(game, f"0 use tower {step:+d}")
        assert game.face_of(0) == face


def test_tower_never_turns_a_6_into_a_1_nor_a_1_into_a_6() -> None:
    """The tower stops at 1 and 6."""
    assert refused(acting(6, 1, 1), "0 use tower +1") == "tower_wrap"
    assert refused(acting(1, 1, 1), "0 use tower -1") == "tower_wrap"


def test_fins_copy_another_players_chosen_die() -> None:
    """Fins turn the die to the face of any other player's die; all of them are options."""
    for other, face in ((1, 3), (2, 5)):
        game = acting(2, 3, 5, 6)
        offered = [m for m in game.options(0).modifications if m.system is System.FINS]
        assert offered == [Modify(0, System.FINS, other=1), Modify(0, System.FINS, other=2)]
        play(game, f"0 use fins {other}")
        assert game.face_of(0) == face


def test_fins_copy_the_die_as_it_was_before_any_modification() -> None:
    """Whether the other player modifies the die before or after makes no difference."""
    game = acting(2, 3, 6)
    play(game, "1 use periscope", "0 use fins 1")
    assert (game.face_of(1), game.face_of(0)) == (4, 3)

    game = acting(2, 3, 6)
    play(game, "0 use fins 1", "1 use propeller", "1 rerolls 6")
    assert (game.face_of(1), game.face_of(0)) == (6, 3)


def test_two_fins_copy_each_other() -> None:
    """If both players use fins, they swap faces: each copies the die as it was taken."""
    game = acting(2, 5, 6)
    play(game, "0 use fins 1", "1 use fins 0")
    assert (game.face_of(0), game.face_of(1)) == (5, 2)


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_engine_removes_one_torpedo(die: int) -> None:
    """The engine fires one torpedo fewer, with the same face."""
    game = acting(die, 1, 1)
    play(game, "0 use engine")
    assert game.face_of(0) == die
    assert {len(shot) for shot in game.shots(0)} == {die - 1}


def test_engine_removes_the_pip_of_your_choice() -> None:
    """Any one pip of a 5 may be removed: a corner or the centre."""
    game = acting(5, 1, 1)
    play(game, "0 use engine")
    pips = ["A1", "A3", "B2", "C1", "C3"]
    for removed in pips:
        shot = fields(" ".join(pip for pip in pips if pip != removed))
        assert shot in game.shots(0)


@pytest.mark.parametrize(
    "line",
    ["B1 B2 B3 B4 B5 B6", "A1 B1 C1 D1 E1 F1", "A1 B2 C3 D4 E5 F6", "A6 B5 C4 D3 E2 F1"],
)
def test_portholes_put_all_pips_in_one_unbroken_line(line: str) -> None:
    """The six pips of a 6 may lie horizontally, vertically or on either diagonal."""
    game = acting(6, 1, 1)
    play(game, "0 use portholes")
    assert fields(line) in game.shots(0)


@pytest.mark.parametrize(
    "line",
    ["B1 B2 B3 B5", "A1 A2 A3 B4", "A1 B2 C3 D3", "A1 A2 B1 B2", "A1 A3 A5 A7", "A1 B3 C5 D7"],
)
def test_portholes_leave_no_gap_and_no_bend(line: str) -> None:
    """A line with a gap, a bend or a knight's move is illegal."""
    game = acting(4, 1, 1)
    play(game, "0 use portholes")
    assert refused(game, f"0 fire {line}") == "formation"


def test_propeller_rolls_again_and_the_new_face_is_used() -> None:
    """The game waits for the roll; then only the new face counts."""
    game = acting(2, 4, 1)
    play(game, "0 use propeller")
    assert game.chances() == (Chance(Reroll, 1, 0),)
    assert game.seats_to_move() == (1,)
    assert refused(game, "0 fire A1 C3") == "roll_pending"
    play(game, "0 rerolls 1")
    assert game.chances() == ()
    assert game.face_of(0) == 1
    assert refused(game, "0 fire A1 C3") == "torpedo_count"
    assert game.is_legal(parse_move("0 fire A1"))


def test_propeller_may_roll_the_same_face_again() -> None:
    """The reroll may show the same face again."""
    game = acting(2, 4, 1)
    play(game, "0 use propeller", "0 rerolls 2")
    assert game.face_of(0) == 2
    assert game.is_legal(parse_move("0 fire A1 C3"))


def test_there_is_no_propeller_in_training() -> None:
    """The propeller exists only on the Mission side."""
    game = acting(2, 4, 1, mode="training")
    assert System.PROPELLER not in game.sheet.systems
    assert refused(game, "0 use propeller") == "no_such_system"
    assert all(m.system is not System.PROPELLER for m in game.options(0).modifications)
