"""Formations: which torpedoes a face may fire, plain or shaped by a system.

Only the *position* of the pips counts. A face is a 3×3 pattern that may be rotated by quarter
turns; artillery, engine and portholes change its pips without changing the face. `placements.py`
decides where a formation can be placed on a grid.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from torpedo_dice.rules.fields import Field
from torpedo_dice.rules.systems import System

Face: TypeAlias = int
# Torpedoes relative to each other: sorted, with smallest row and smallest column 0.
Shape: TypeAlias = tuple[Field, ...]

FACES = range(1, 7)
# A face is a pattern of 3×3 spots.
PATTERN_SIZE = 3
PATTERN_SPOTS: tuple[Field, ...] = tuple(
    (r, c) for r in range(PATTERN_SIZE) for c in range(PATTERN_SIZE)
)

_UPRIGHT_PIPS: dict[Face, tuple[Field, ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}

# The four directions of an unbroken line.
LINES: dict[str, Field] = {
    "horizontal": (0, 1),
    "vertical": (1, 0),
    "falling": (1, 1),
    "rising": (-1, 1),
}


def quarter_turn(pips: Iterable[Field]) -> tuple[Field, ...]:
    """Rotate the pips of a pattern clockwise by a quarter turn."""
    return tuple(sorted((column, PATTERN_SIZE - 1 - row) for row, column in pips))


def _orientations(face: Face) -> tuple[tuple[Field, ...], ...]:
    upright = _UPRIGHT_PIPS[face]
    turned = quarter_turn(upright)
    return (upright,) if turned == upright else (upright, turned)


# The pips of each face in each of its distinct orientations.
ORIENTATIONS: dict[Face, tuple[tuple[Field, ...], ...]] = {f: _orientations(f) for f in FACES}


def shape_of(fields: Iterable[Field]) -> Shape:
    """Return the shape of a set of torpedoes, independent of their position."""
    ordered = sorted(fields)
    if not ordered:
        return ()
    top = ordered[0][0]
    left = min(column for _, column in ordered)
    return tuple((row - top, column - left) for row, column in ordered)


def line(length: int, direction: str) -> tuple[Field, ...]:
    """Return an unbroken line of torpedoes starting at (0, 0)."""
    down, right = LINES[direction]
    return tuple(sorted((down * step, right * step) for step in range(length)))


# Below, pips are spots in a frame: the 3×3 pattern or, for portholes, a square that fits the line.


def _plain(face: Face) -> Iterable[tuple[Field, ...]]:
    # The pip of a 1 may be on any spot of its pattern.
    if face == 1:
        return ((spot,) for spot in PATTERN_SPOTS)
    return ORIENTATIONS[face]


def _artillery(face: Face) -> Iterable[tuple[Field, ...]]:
    return {
        tuple(sorted((*pips, spot)))
        for pips in _plain(face)
        for spot in PATTERN_SPOTS
        if spot not in pips
    }


def _engine(face: Face) -> Iterable[tuple[Field, ...]]:
    return (
        tuple(pip for pip in pips if pip != removed) for pips in _plain(face) for removed in pips
    )


def _portholes(face: Face) -> Iterable[tuple[Field, ...]]:
    frame = _frame(face, System.PORTHOLES)
    for direction in LINES:
        shape = shape_of(line(face, direction))
        bottom = max(row for row, _ in shape)
        right = max(column for _, column in shape)
        for top, left in product(range(frame - bottom), range(frame - right)):
            yield tuple((top + row, left + column) for row, column in shape)


def _frame(face: Face, system: System | None) -> int:
    return max(PATTERN_SIZE, face) if system is System.PORTHOLES else PATTERN_SIZE


# The systems that change the pips of a face; the others turn the die to another face.
SHAPING = frozenset({System.ARTILLERY, System.ENGINE, System.PORTHOLES})


@dataclass(frozen=True, slots=True)
class Formation:
    """What can be fired: a face, either plain (`system` is None) or shaped by a system."""

    face: Face
    system: System | None
    # The number of torpedoes; all of them must be fired.
    count: int = field(compare=False)
    # The side of the square placed over the grid: the 3×3 pattern, or that of a longer line.
    frame: int = field(compare=False, repr=False)
    # Each shape, with the positions of its top left corner in the frame.
    shapes: dict[Shape, frozenset[Field]] = field(compare=False, repr=False)


def _formation(face: Face, system: System | None) -> Formation:
    makers = {
        None: _plain,
        System.ARTILLERY: _artillery,
        System.ENGINE: _engine,
        System.PORTHOLES: _portholes,
    }
    places: dict[Shape, set[Field]] = {}
    for pips in makers[system](face):
        corner = (min((r for r, _ in pips), default=0), min((c for _, c in pips), default=0))
        places.setdefault(shape_of(pips), set()).add(corner)
    (count,) = {len(shape) for shape in places}
    shapes = {shape: frozenset(corners) for shape, corners in places.items()}
    return Formation(face, system, count, _frame(face, system), shapes)


# All formations, by face and shaping system.
FORMATIONS: dict[tuple[Face, System | None], Formation] = {
    (face, system): _formation(face, system)
    for face in FACES
    for system in (None, System.ARTILLERY, System.ENGINE, System.PORTHOLES)
}
