"""From typed words to torpedoes."""

from __future__ import annotations

import pytest

from tests.text.players import fields_typed
from torpedo_dice.rules import FACES, Placements, Sheet, System, field_name, parse_field
from torpedo_dice.text.aim import (
    Shot,
    can_aim_at,
    finishes,
    read_field,
    read_finish,
    read_way,
    split_aim,
    ways_at,
)
from torpedo_dice.text.ask import Misread


def shot(names: str) -> Shot:
    """Return the fields of these names."""
    return tuple(sorted(map(read_field, names.split())))


def test_a_field_is_read_in_either_case() -> None:
    """Also beyond the edge; anything else is a mistake."""
    assert read_field("c4") == (2, 3)
    assert read_field("Z0") == (-1, -1)
    with pytest.raises(Misread, match="“C4C” isn’t a field"):
        read_field("C4C")


LINES = [
    # face, system, line, fields, words after them
    (5, None, "C4", "C4", []),
    (6, None, "c4 2", "C4", ["2"]),
    (3, None, "B2 C3 D4", "B2 C3 D4", []),
    (3, None, "b2,c3, d4", "B2 C3 D4", []),
    (5, None, "B2 B4", "B2 B4", []),
    (1, None, "C4", "C4", []),
    (5, System.ARTILLERY, "C4 B4", "C4", ["B4"]),
    (6, System.ENGINE, "C4 1 B4", "C4", ["1", "B4"]),
    (5, System.ENGINE, "B3 B5 D3 D5", "B3 B5 D3 D5", []),
    (3, System.ENGINE, "B3 C4", "B3 C4", []),
    (1, System.ARTILLERY, "B3 C4", "B3 C4", []),
    (2, System.ENGINE, "B3", "B3", []),
    (4, System.PORTHOLES, "B3 vertical", "B3", ["vertical"]),
]


@pytest.mark.parametrize(("face", "system", "line", "fields", "ahead"), LINES)
def test_a_line_is_an_aim_or_the_fields_themselves(
    mission: Sheet, face: int, system: System | None, line: str, fields: str, ahead: list[str]
) -> None:
    """One field is aimed at, with answers typed ahead; as many as there are torpedoes are fired."""
    read, words = split_aim(line, mission.placements(face, system))
    assert tuple(sorted(read)) == shot(fields)
    assert words == ahead


@pytest.mark.parametrize("line", ["x", "4C", "hello C4", ","])
def test_a_line_that_begins_with_no_field_is_a_mistake(mission: Sheet, line: str) -> None:
    """It says what a field looks like."""
    with pytest.raises(Misread, match="such as C4"):
        split_aim(line, mission.placements(4))


def test_a_slip_in_a_list_of_fields_is_named(mission: Sheet) -> None:
    """It is not taken for an aim at the first of them."""
    with pytest.raises(Misread, match="“D” isn’t a field"):
        split_aim("B3 B5 D D5", mission.placements(4))


def test_the_field_aimed_at_is_the_centre(mission: Sheet) -> None:
    """Faces that can be turned have two ways, the others one."""
    ways = {face: list(ways_at(mission.placements(face), (2, 3)).values()) for face in FACES}
    assert ways[1] == [shot("C4")]
    assert ways[2] == [shot("B3 D5"), shot("B5 D3")]
    assert ways[3] == [shot("B3 C4 D5"), shot("B5 C4 D3")]
    assert ways[5] == [shot("B3 B5 C4 D3 D5")]
    assert ways[6] == [shot("B3 B4 B5 D3 D4 D5"), shot("B3 C3 D3 B5 C5 D5")]


def test_portholes_start_at_the_field_and_go_in_a_direction(mission: Sheet) -> None:
    """The four directions go by their words; a single torpedo has none."""
    ways = ways_at(mission.placements(3, System.PORTHOLES), (2, 3))
    assert ways == {
        "horizontal": shot("C4 C5 C6"),
        "vertical": shot("C4 D4 E4"),
        "falling": shot("C4 D5 E6"),
        "rising": shot("C4 B5 A6"),
    }
    assert read_way("v", ways) == read_way("2", ways) == ways["vertical"]
    assert list(ways_at(mission.placements(1, System.PORTHOLES), (2, 3)).values()) == [shot("C4")]


def test_too_far_out_there_is_no_way(mission: Sheet) -> None:
    """A pattern that covers no field of the grid can't be placed."""
    shots = mission.placements(5)
    assert ways_at(shots, (-2, 3)) == {}


def test_artillery_adds_on_any_free_spot_of_the_pattern(mission: Sheet) -> None:
    """Four free spots around a 5; around a 1, every spot that shares a pattern with it."""
    five = mission.placements(5, System.ARTILLERY)
    (base,) = ways_at(five, (2, 3)).values()
    made = finishes(five, base)
    assert fields_typed(made) == "B4 C3 C5 D4"
    assert read_finish("b4", made, base) == shot("B3 B4 B5 C4 D3 D5")
    one = mission.placements(1, System.ARTILLERY)
    assert len(finishes(one, shot("C4"))) == 24
    with pytest.raises(Misread, match="“F4” isn’t a free spot"):
        read_finish("F4", made, base)


def test_the_engine_takes_any_torpedo_away(mission: Sheet) -> None:
    """Each of the face's own, and no other."""
    shots = mission.placements(3, System.ENGINE)
    base = ways_at(shots, (2, 3))["1"]
    made = finishes(shots, base)
    assert fields_typed(made) == "B3 C4 D5"
    assert read_finish("C4", made, base) == shot("B3 D5")
    with pytest.raises(Misread, match="“A1” isn’t one of your torpedoes"):
        read_finish("A1", made, base)


@pytest.mark.parametrize("answer", ["3", "0", "left"])
def test_a_way_that_is_not_in_the_list_is_a_mistake(mission: Sheet, answer: str) -> None:
    """It says which numbers there are."""
    with pytest.raises(Misread, match="from 1 to 2"):
        read_way(answer, ways_at(mission.placements(6), (2, 3)))


def test_just_enter_is_neither_a_field_nor_a_way(mission: Sheet) -> None:
    """It says so instead of quoting nothing."""
    with pytest.raises(Misread, match="You didn’t type anything"):
        split_aim("", mission.placements(4))
    with pytest.raises(Misread, match="You didn’t type anything"):
        read_way("", ways_at(mission.placements(6), (2, 3)))


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("system", [None, System.ARTILLERY, System.ENGINE, System.PORTHOLES])
def test_every_legal_shot_can_be_aimed_and_nothing_else(
    small: Sheet, face: int, system: System | None
) -> None:
    """What can be reached by aiming from all fields around is exactly what the rules allow."""
    shots = small.placements(face, system)
    if not shots.formation.count:
        return
    assert _reachable(shots, small) == set(shots)


def _reachable(shots: Placements, sheet: Sheet) -> set[Shot]:
    reach = 6
    found: set[Shot] = set()
    for row in range(-reach, sheet.height + reach):
        for column in range(-reach, sheet.width + reach):
            if can_aim_at(shots, [(row, column)]):
                for base in ways_at(shots, (row, column)).values():
                    found |= {base} if base in shots else set(finishes(shots, base).values())
            elif ((row, column),) in shots:
                found.add(((row, column),))
    return found


def test_fields_have_names_that_are_read_again() -> None:
    """What the game writes, a player can type."""
    for field in [(-5, -4), (0, 0), (5, 13), (10, 20)]:
        assert parse_field(field_name(field)) == field
