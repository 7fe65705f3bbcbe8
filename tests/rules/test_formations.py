"""The shapes of each face, plain and shaped by systems, drawn by hand."""

from __future__ import annotations

import pytest

from torpedo_dice.rules import FACES, FORMATIONS, System

Shape = frozenset[tuple[int, int]]


def drawn(*pictures: str) -> set[Shape]:
    """Return the pips of drawings such as "o.o/.o./o.o", moved to the top left."""
    shapes = set()
    for picture in pictures:
        rows = picture.split("/")
        pips = {(r, c) for r, row in enumerate(rows) for c, spot in enumerate(row) if spot == "o"}
        top = min((r for r, _ in pips), default=0)
        left = min((c for _, c in pips), default=0)
        shapes.add(frozenset((r - top, c - left) for r, c in pips))
    assert len(shapes) == len(pictures), "the same shape is drawn twice"
    return shapes


def shapes_of(face: int, system: System | None = None) -> set[Shape]:
    """Return the package's shapes of a formation as sets."""
    shapes = FORMATIONS[face, system].shapes
    assert len({frozenset(shape) for shape in shapes}) == len(shapes)
    return {frozenset(shape) for shape in shapes}


PLAIN = {
    1: drawn("o"),
    2: drawn("o../.../..o", "..o/.../o.."),
    3: drawn("o../.o./..o", "..o/.o./o.."),
    4: drawn("o.o/.../o.o"),
    5: drawn("o.o/.o./o.o"),
    6: drawn("ooo/.../ooo", "o.o/o.o/o.o"),
}

ARTILLERY = {
    1: drawn(
        *("oo", "o.o", "o/o", "o/./o"),
        *("o./.o", ".o/o.", "o../..o", "..o/o..", "o./../.o", ".o/../o."),
        *("o../.../..o", "..o/.../o.."),
    ),
    2: drawn(
        *("oo./.../..o", "o.o/.../..o", "o../o../..o", "o../.o./..o"),
        *("o../..o/..o", "o../.../o.o", "o../.../.oo"),
        *("o.o/.../o..", ".oo/.../o..", "..o/o../o..", "..o/.o./o.."),
        *("..o/..o/o..", "..o/.../oo.", "..o/.../o.o"),
    ),
    3: drawn(
        *("oo./.o./..o", "o.o/.o./..o", "o../oo./..o", "o../.oo/..o", "o../.o./o.o"),
        "o../.o./.oo",
        *("o.o/.o./o..", ".oo/.o./o..", "..o/oo./o..", "..o/.oo/o..", "..o/.o./oo."),
        "..o/.o./o.o",
    ),
    4: drawn("ooo/.../o.o", "o.o/o../o.o", "o.o/.o./o.o", "o.o/..o/o.o", "o.o/.../ooo"),
    5: drawn("ooo/.o./o.o", "o.o/oo./o.o", "o.o/.oo/o.o", "o.o/.o./ooo"),
    6: drawn(
        *("ooo/o../ooo", "ooo/.o./ooo", "ooo/..o/ooo"),
        *("ooo/o.o/o.o", "o.o/ooo/o.o", "o.o/o.o/ooo"),
    ),
}

ENGINE = {
    1: drawn(""),
    2: drawn("o"),
    3: drawn("o./.o", ".o/o.", "o../.../..o", "..o/.../o.."),
    4: drawn("..o/.../o.o", "o../.../o.o", "o.o/.../..o", "o.o/.../o.."),
    5: drawn("..o/.o./o.o", "o../.o./o.o", "o.o/.../o.o", "o.o/.o./..o", "o.o/.o./o.."),
    6: drawn(
        *(".oo/.../ooo", "o.o/.../ooo", "oo./.../ooo"),
        *("ooo/.../.oo", "ooo/.../o.o", "ooo/.../oo."),
        *("..o/o.o/o.o", "o.o/..o/o.o", "o.o/o.o/..o"),
        *("o../o.o/o.o", "o.o/o../o.o", "o.o/o.o/o.."),
    ),
}

PORTHOLES = {
    1: drawn("o"),
    2: drawn("oo", "o/o", "o./.o", ".o/o."),
    3: drawn("ooo", "o/o/o", "o../.o./..o", "..o/.o./o.."),
    4: drawn("oooo", "o/o/o/o", "o/.o/..o/...o", "...o/..o/.o/o"),
    5: drawn("ooooo", "o/o/o/o/o", "o/.o/..o/...o/....o", "....o/...o/..o/.o/o"),
    6: drawn(
        *("oooooo", "o/o/o/o/o/o"),
        *("o/.o/..o/...o/....o/.....o", ".....o/....o/...o/..o/.o/o"),
    ),
}

each_face = pytest.mark.parametrize("face", FACES)


@each_face
def test_the_plain_faces(face: int) -> None:
    """A face has its pips where a die shows them, turned by quarter turns."""
    assert shapes_of(face) == PLAIN[face]


def test_2_3_and_6_have_two_orientations_1_4_and_5_have_one() -> None:
    """A quarter turn changes the 2, the 3 and the 6, and leaves the others as they are."""
    assert {face: len(shapes_of(face)) for face in FACES} == {1: 1, 2: 2, 3: 2, 4: 1, 5: 1, 6: 2}


@pytest.mark.parametrize(
    ("face", "block"), [(2, "oo"), (2, "o/o"), (4, "oo/oo"), (6, "ooo/ooo"), (6, "oo/oo/oo")]
)
def test_blocks_are_no_faces(face: int, block: str) -> None:
    """Two side by side are not a 2, a 2×2 block is not a 4, a 2×3 block is not a 6."""
    assert not drawn(block) & shapes_of(face)


@each_face
def test_artillery_adds_a_pip_within_the_same_pattern(face: int) -> None:
    """Artillery adds a pip on each free spot of each orientation."""
    assert shapes_of(face, System.ARTILLERY) == ARTILLERY[face]


def test_artillery_on_a_1_allows_any_two_fields_of_one_pattern() -> None:
    """Two torpedoes that fit together in a 3×3 pattern form twelve pairs."""
    pairs = shapes_of(1, System.ARTILLERY)
    assert len(pairs) == 12
    assert not drawn("o..o") & pairs
    assert not drawn("o../.../.../o..") & pairs


@each_face
def test_with_engine_the_face_less_one_pip(face: int) -> None:
    """The engine removes any one pip of each orientation."""
    assert shapes_of(face, System.ENGINE) == ENGINE[face]


def test_with_engine_a_1_becomes_nothing() -> None:
    """A 1 with the engine is the empty formation."""
    formation = FORMATIONS[1, System.ENGINE]
    assert formation.count == 0
    assert set(formation.shapes) == {()}


@each_face
def test_with_portholes_as_many_pips_in_one_line(face: int) -> None:
    """Portholes form a line of adjacent fields in four directions, even longer than the pattern."""
    assert shapes_of(face, System.PORTHOLES) == PORTHOLES[face]


@each_face
@pytest.mark.parametrize(
    ("system", "more"),
    [(None, 0), (System.ARTILLERY, 1), (System.ENGINE, -1), (System.PORTHOLES, 0)],
)
def test_how_many_torpedoes_are_fired(face: int, system: System | None, more: int) -> None:
    """A face fires its number; artillery one more, the engine one less, portholes the same."""
    formation = FORMATIONS[face, system]
    assert formation.count == face + more
    assert {len(shape) for shape in formation.shapes} == {face + more}


def test_artillery_engine_and_portholes_alone_change_the_shape() -> None:
    """There are four formations per face: plain and with each of the three systems."""
    shaping = {None, System.ARTILLERY, System.ENGINE, System.PORTHOLES}
    assert set(FORMATIONS) == {(face, system) for face in range(1, 7) for system in shaping}
    assert [FORMATIONS[key].face for key in FORMATIONS] == [face for face, _ in FORMATIONS]
