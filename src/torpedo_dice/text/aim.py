"""Aiming: from the words that a player types to the torpedoes of a shot.

The placements of the rules decide whether a shot is legal; this module contains no rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from torpedo_dice.rules import Field, Placements, System, field_name, parse_field
from torpedo_dice.rules.formations import LINES, ORIENTATIONS, PATTERN_SIZE, line
from torpedo_dice.text.ask import Misread, one_of, unreadable
from torpedo_dice.text.sentences import say

Shot: TypeAlias = tuple[Field, ...]

_CENTRE = PATTERN_SIZE // 2


def read_field(word: str) -> Field:
    """Read the name of a field; raise Misread if it isn't one."""
    field = parse_field(word)
    if field is None:
        raise unreadable(say.NO_FIELD, word)
    return field


def split_aim(answer: str, shots: Placements) -> tuple[Shot, list[str]]:
    """Read a line: all fields of a shot, or one field to aim at and the words after it."""
    words = answer.replace(",", " ").split()
    if not words:
        raise unreadable(say.NO_FIELD, answer)
    first = read_field(words[0])
    known = sum(parse_field(word) is not None for word in words)
    # With these two systems, two fields are the centre and the torpedo to add or remove.
    most_aims = 2 if shots.formation.system in (System.ARTILLERY, System.ENGINE) else 1
    if known > most_aims or known == len(words) == shots.formation.count:
        return tuple(map(read_field, words)), []
    return (first,), words[1:]


def ways_at(shots: Placements, anchor: Field) -> dict[str, Shot]:
    """Return the ways to place the pips at a field, each under its word or number.

    The field is the centre of the pattern, or the start of a line. With artillery or engine, a
    torpedo has yet to be added or removed.
    """
    ways: dict[str, Shot] = {}
    for word, pips in _laid(shots):
        shot = _moved(pips, anchor)
        if shot not in ways.values() and (shot in shots or finishes(shots, shot)):
            ways[word] = shot
    return ways


def _laid(shots: Placements) -> list[tuple[str, Shot]]:
    face, system = shots.formation.face, shots.formation.system
    if system is System.PORTHOLES:
        return [(say.DIRECTIONS[direction], line(face, direction)) for direction in LINES]
    centred = (_moved(pips, (-_CENTRE, -_CENTRE)) for pips in ORIENTATIONS[face])
    return [(str(number), pips) for number, pips in enumerate(centred, start=1)]


def _moved(pips: Iterable[Field], by: Field) -> Shot:
    return tuple(sorted((row + by[0], column + by[1]) for row, column in pips))


def finishes(shots: Placements, base: Shot) -> dict[Field, Shot]:
    """Return each field whose torpedo may be added or removed, and the resulting shot."""
    if shots.formation.count < len(base):
        made = {spot: tuple(pip for pip in base if pip != spot) for spot in base}
    else:
        made = {spot: tuple(sorted((*base, spot))) for spot in _around(base)}
    return {spot: shot for spot, shot in made.items() if shot in shots}


def _around(base: Shot) -> list[Field]:
    rows = [row for row, _ in base]
    columns = [column for _, column in base]
    reach = PATTERN_SIZE - 1
    return [
        (row, column)
        for row in range(min(rows) - reach, max(rows) + reach + 1)
        for column in range(min(columns) - reach, max(columns) + reach + 1)
        if (row, column) not in base
    ]


def read_way(answer: str, ways: dict[str, Shot]) -> Shot:
    """Read which way is meant, by its number in the list or by its word."""
    numbered = {str(number): shot for number, shot in enumerate(ways.values(), start=1)}
    shot = numbered.get(answer) or one_of(answer, ways)
    if shot is None:
        raise unreadable(say.NO_WAY, answer, last=len(ways))
    return shot


def read_finish(answer: str, made: dict[Field, Shot], base: Shot) -> Shot:
    """Read which torpedo is added or removed."""
    spot = read_field(answer)
    if spot not in made:
        removing = any(len(shot) < len(base) for shot in made.values())
        sentence = say.NO_REMOVED if removing else say.NO_EXTRA
        raise Misread(sentence.format(answer=field_name(spot)))
    return made[spot]


def can_aim_at(shots: Placements, fields: Sequence[Field]) -> bool:
    """Whether a single field is a point to aim at rather than the whole shot."""
    return len(fields) == 1 and shots.formation.count != 1
