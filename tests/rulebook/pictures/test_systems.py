"""The pictures of the systems show what the rules make of a die."""

from __future__ import annotations

from tests.rulebook.pictures.drawings import dice, drawn, having, panels
from torpedo_dice.rulebook.facts import facts
from torpedo_dice.rulebook.pictures.systems import faces_after, free_spots, remainders
from torpedo_dice.rules import FACES, FORMATIONS, System


def test_periscope_shows_the_opposite_faces() -> None:
    """Three pairs, each adding up to the number in the text."""
    pairs = [dice(panel) for panel in panels(drawn("periscope"))]
    assert pairs == [[1, 6], [2, 5], [3, 4]]
    assert {sum(pair) for pair in pairs} == {facts()["opposite"]}


def test_tower_stops_at_the_ends() -> None:
    """A middle face can go two ways, a 6 and a 1 only one."""
    assert [dice(panel) for panel in panels(drawn("tower"))] == [[4, 3, 5], [6, 5], [1, 2]]
    assert faces_after(6, System.TOWER) == [5]


def test_fins_copy_the_die_as_it_was_taken() -> None:
    """A die that its owner turned from 5 to 2 is copied as a 5."""
    turned, plain = panels(drawn("fins"))
    assert dice(turned) == [5, 2, 2, 5]
    assert dice(plain) == [1, 2, 1]


def test_artillery_shows_every_free_spot() -> None:
    """One dashed spot per legal position, and shots with one extra torpedo."""
    picture = drawn("artillery")
    (face,) = dice(picture)
    assert len(having(picture, "draw-free")) == len(free_spots(face)) == 9 - face
    count = FORMATIONS[face, System.ARTILLERY].count
    assert [len(having(pattern, "draw-shot")) for pattern in having(picture, "draw-pattern")] == [
        face,
        count,
        count,
    ]


def test_engine_shows_each_pip_gone() -> None:
    """One pattern per pip; a 1 leaves nothing."""
    three, one = panels(drawn("engine"))
    assert len(having(three, "draw-pattern")) == len(remainders(3)) == 3
    for panel, face in ((three, 3), (one, 1)):
        for pattern in having(panel, "draw-pattern"):
            assert len(having(pattern, "draw-shot")) == FORMATIONS[face, System.ENGINE].count


def test_portholes_show_every_line() -> None:
    """As many lines as the rules allow for the face."""
    picture = drawn("portholes")
    (face,) = dice(picture)
    lines = having(picture, "draw-pattern")
    assert len(lines) == len(FORMATIONS[face, System.PORTHOLES].shapes) == 4
    assert {len(having(line, "draw-shot")) for line in lines} == {face}


def test_propeller_may_bring_any_face() -> None:
    """The die, then all six."""
    assert dice(drawn("propeller")) == [1, *FACES]
