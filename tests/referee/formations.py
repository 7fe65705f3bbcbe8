"""Every formation that a face allows, generated from all placements of the pattern."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from .sheet import Field

Shape = frozenset[Field]

PATTERN: Shape = frozenset(product(range(3), range(3)))
CENTRE: Field = (1, 1)
CORNERS: Shape = frozenset(product((0, 2), (0, 2)))
PIPS: dict[int, Shape] = {
    2: frozenset({(0, 0), (2, 2)}),
    3: frozenset({(0, 0), CENTRE, (2, 2)}),
    4: CORNERS,
    5: CORNERS | {CENTRE},
    6: frozenset(product((0, 2), range(3))),
}


@cache
def formations(rows: int, columns: int, face: int, system: str | None) -> frozenset[Shape]:
    """Return every legal set of torpedoes for a face, shaped by a system, on a grid of this size.

    A frame (the 3×3 pattern, or the square needed for a line of portholes) must cover at least one
    field of the grid.
    """
    size = max(3, face) if system == "portholes" else 3
    shapes = set(lines(face, size) if system == "portholes" else faces(face, system))
    corners = product(range(1 - size, rows), range(1 - size, columns))
    return frozenset(
        frozenset((top + r, left + c) for r, c in shape)
        for top, left in corners
        for shape in shapes
    )


def faces(face: int, system: str | None) -> Iterator[Shape]:
    """Yield the shapes of a face; artillery adds a pip, the engine removes one."""
    for shape in orientations(face):
        if system == "artillery":
            yield from (shape | {spot} for spot in PATTERN - shape)
        elif system == "engine":
            yield from (shape - {pip} for pip in shape)
        else:
            yield shape


def orientations(face: int) -> set[Shape]:
    """Return the shapes of a face in all quarter turns; a single pip may be anywhere."""
    if face == 1:
        return {frozenset({spot}) for spot in PATTERN}
    shape = PIPS[face]
    return {shape, frozenset((c, 2 - r) for r, c in shape)}


def lines(length: int, size: int) -> Iterator[Shape]:
    """Yield the unbroken lines of a length, in all four directions, inside a square."""
    square = set(product(range(size), range(size)))
    for (row, column), (down, right) in product(square, ((0, 1), (1, 0), (1, 1), (1, -1))):
        line = frozenset((row + step * down, column + step * right) for step in range(length))
        if line <= square:
            yield line
