"""Find every shot of a face on a grid the slow way, by laying the pattern over each field.

Written independently from the rulebook, sharing no code with the package, so that the two can be
compared. A shot is a set of fields; a field is a row and a column.
"""

from __future__ import annotations

from collections.abc import Iterator

Field = tuple[int, int]
Shot = frozenset[Field]

# The faces of a die as drawn.
PICTURES = {
    2: "o.. ... ..o",
    3: "o.. .o. ..o",
    4: "o.o ... o.o",
    5: "o.o .o. o.o",
    6: "ooo ... ooo",
}
SYSTEMS = ("plain", "artillery", "engine", "portholes")
PATTERN_SIZE = 3


def shots(face: int, system: str, height: int, width: int) -> set[Shot]:
    """Return all shots of a face, plain or shaped by a system, on a grid of this size."""
    frame = max(PATTERN_SIZE, face) if system == "portholes" else PATTERN_SIZE
    formations = set(_in_frame(face, system, frame))
    return {
        frozenset((top + row, left + column) for row, column in pips)
        for top in range(1 - frame, height)
        for left in range(1 - frame, width)
        for pips in formations
    }


def _in_frame(face: int, system: str, frame: int) -> Iterator[Shot]:
    """Yield each set of pips that fits into the frame, which covers at least one field."""
    if system == "portholes":
        yield from _lines(face, frame)
        return
    for pips in _turned(face):
        free = _all_spots(PATTERN_SIZE) - pips
        if system == "plain":
            yield pips
        elif system == "artillery":
            yield from (pips | {spot} for spot in free)
        else:
            yield from (pips - {pip} for pip in pips)


def _all_spots(size: int) -> Shot:
    return frozenset((row, column) for row in range(size) for column in range(size))


def _turned(face: int) -> Iterator[Shot]:
    """Yield a face in its four quarter turns; a 1 is a pip on any spot."""
    if face == 1:
        yield from (frozenset({spot}) for spot in _all_spots(PATTERN_SIZE))
        return
    rows = PICTURES[face].split()
    pips = {(r, c) for r in range(PATTERN_SIZE) for c in range(PATTERN_SIZE) if rows[r][c] == "o"}
    for _ in range(4):
        yield frozenset(pips)
        pips = {(c, PATTERN_SIZE - 1 - r) for r, c in pips}


def _lines(length: int, frame: int) -> Iterator[Shot]:
    """Yield each unbroken line of the given length that fits into the frame."""
    spots = _all_spots(frame)
    for row, column in spots:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = {(row + down * step, column + right * step) for step in range(length)}
            if line <= spots:
                yield frozenset(line)


def targets_of(rows: tuple[str, ...]) -> Shot:
    """Return the numbered fields of a grid."""
    return frozenset(
        (r, c) for r, row in enumerate(rows) for c, kind in enumerate(row) if kind.isdigit()
    )


def count(rows: tuple[str, ...], face: int, system: str) -> tuple[int, int]:
    """Return the number of shots on a grid, and of distinct sets of targets."""
    found = shots(face, system, len(rows), len(rows[0]))
    targets = targets_of(rows)
    return len(found), len({shot & targets for shot in found})
