"""Each face's formations: the legal ones, and common mistakes."""

from __future__ import annotations

from torpedo_dice.rulebook.drawn import CELL, DIE, die, panel, panels, pattern, verdict
from torpedo_dice.rulebook.svg import Markup, drawing
from torpedo_dice.rulebook.words import Words
from torpedo_dice.rules import FACES, FORMATIONS, Face, Field
from torpedo_dice.rules.formations import PATTERN_SIZE, shape_of

Pips = tuple[Field, ...]

# What players mistake for a formation of a face. The rules decide whether it is one.
TEMPTING: dict[Face, tuple[Pips, ...]] = {
    1: (),
    2: (((1, 0), (1, 1)), ((0, 0), (0, 2))),
    3: (((1, 0), (1, 1), (1, 2)), ((0, 0), (1, 0), (1, 1))),
    4: (((0, 0), (0, 1), (1, 0), (1, 1)), ((0, 1), (1, 0), (1, 2), (2, 1))),
    5: (((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)), ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1))),
    6: (
        ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)),
        ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)),
    ),
}
_GAP = 14
_TOP = 8


def is_formation(face: Face, pips: Pips) -> bool:
    """Whether an unmodified die with this face may fire these pips."""
    return shape_of(pips) in FORMATIONS[face, None].shapes


def allowed(face: Face) -> list[Pips]:
    """Return every distinct formation of a face, each at one position in the pattern."""
    found = []
    for shape, corners in FORMATIONS[face, None].shapes.items():
        # A 1 has nine equivalent positions: use the middle one.
        down, right = sorted(corners)[len(corners) // 2]
        found.append(tuple((row + down, column + right) for row, column in shape))
    return found


def formations(words: Words) -> Markup:
    """Draw all faces."""
    return panels(*(_face(words, face) for face in FACES))


def _face(words: Words, face: Face) -> Markup:
    shown = [*allowed(face), *TEMPTING[face]]
    verdicts = [is_formation(face, pips) for pips in shown]
    side = PATTERN_SIZE * CELL
    drawn = [die(0, _TOP + (side - DIE) / 2, face)]
    for place, (pips, good) in enumerate(zip(shown, verdicts, strict=True)):
        left = DIE + 18 + place * (side + _GAP)
        drawn += [pattern(left, _TOP, pips), verdict(left + side, _TOP, good=good)]
    spoken = words.say(
        "formations_spoken", face=face, good=verdicts.count(True), bad=verdicts.count(False)
    )
    width = DIE + 18 + len(shown) * (side + _GAP)
    return panel(drawing(width, side + _TOP + 2, spoken, *drawn))
