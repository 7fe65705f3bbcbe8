"""Moves of players and of chance. Each has a text form that round-trips.

| text | move |
|---|---|
| `start 1` | chance, or the players: the first start player |
| `roll 5 3 2` | chance: the round's dice |
| `0 take 2` | seat 0 takes the third die |
| `0 use periscope`, `0 use tower -1`, `0 use fins 1`, `0 use fins` (solo) | phase 2 |
| `0 rerolls 4` | chance: the propeller's new face |
| `0 fire B2 B4 C3` , `0 fire` (no torpedo) | phase 3 |
| `0 activate engine` | phase 3, in Mission |
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from torpedo_dice.rules.errors import MalformedMoveError, NotYourMoveError
from torpedo_dice.rules.fields import Field, field_name, parse_field
from torpedo_dice.rules.formations import Face
from torpedo_dice.rules.sentence import Sentence
from torpedo_dice.rules.systems import SYSTEMS_BY_ID, System

Seat: TypeAlias = int


@dataclass(frozen=True, slots=True)
class Start:
    """Chance, or the players: the first start player."""

    seat: Seat

    def __str__(self) -> str:
        return f"start {self.seat}"


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the dice of the round."""

    dice: tuple[Face, ...]

    def __str__(self) -> str:
        return " ".join(["roll", *map(str, self.dice)])


@dataclass(frozen=True, slots=True)
class Take:
    """Phase 1: take a die; `pick` is its index in the round's dice."""

    seat: Seat
    pick: int

    def __str__(self) -> str:
        return f"{self.seat} take {self.pick}"


@dataclass(frozen=True, slots=True)
class Modify:
    """Phase 2: use a system on the die. `step` is the tower's; fins copy the die of `other`."""

    seat: Seat
    system: System
    step: int | None = None
    other: Seat | None = None

    def __str__(self) -> str:
        words = [str(self.seat), "use", self.system.id]
        if self.step is not None:
            words.append(f"{self.step:+d}")
        if self.other is not None:
            words.append(str(self.other))
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Reroll:
    """Chance: the face that a seat's propeller rolled."""

    seat: Seat
    face: Face

    def __str__(self) -> str:
        return f"{self.seat} rerolls {self.face}"


@dataclass(frozen=True, slots=True)
class Fire:
    """Phase 3: fire all torpedoes; the fields are kept sorted."""

    seat: Seat
    fields: tuple[Field, ...]

    def __post_init__(self) -> None:
        # Fields that can't be sorted are malformed, which `Game.apply` reports.
        with suppress(TypeError):
            object.__setattr__(self, "fields", tuple(sorted(self.fields)))

    def __str__(self) -> str:
        return " ".join([str(self.seat), "fire", *map(field_name, self.fields)])


@dataclass(frozen=True, slots=True)
class Activate:
    """Phase 3, in Mission: switch a system on instead of firing."""

    seat: Seat
    system: System

    def __str__(self) -> str:
        return f"{self.seat} activate {self.system.id}"


Move: TypeAlias = Start | Roll | Take | Modify | Reroll | Fire | Activate
ChanceMove: TypeAlias = Start | Roll | Reroll
PlayerMove: TypeAlias = Take | Modify | Fire | Activate

_NUMBER = r"(0|[1-9][0-9]{0,3})"
_PATTERNS = {
    "start": re.compile(rf"start {_NUMBER}"),
    "roll": re.compile(r"roll((?: [1-6])+)"),
    "take": re.compile(rf"{_NUMBER} take {_NUMBER}"),
    "use": re.compile(rf"{_NUMBER} use ([a-z]+)(?: ([+-]1)| {_NUMBER})?"),
    "rerolls": re.compile(rf"{_NUMBER} rerolls ([1-6])"),
    "fire": re.compile(rf"{_NUMBER} fire((?: \S+)*)"),
    "activate": re.compile(rf"{_NUMBER} activate ([a-z]+)"),
}


def move_name(move: Move) -> str:
    """Return a move's text form, the inverse of `parse_move`."""
    return str(move)


def parse_move(text: str) -> Move:
    """Parse a move's text form; raise MalformedMoveError if it is malformed."""
    words = text.split()
    verb = next((word for word in words[:2] if word in _PATTERNS), None)
    if verb is None:
        known = ", ".join(_PATTERNS)
        raise _malformed(
            text, "verb", Sentence("a move must contain one of these words: {known}", known=known)
        )
    match = _PATTERNS[verb].fullmatch(" ".join(words))
    if match is None:
        raise _malformed(
            text, "form", Sentence("{verb!r} is followed by the wrong words", verb=verb)
        )
    return _parse_with_verb(text, verb, match)


def parse_player_move(text: str) -> PlayerMove:
    """Parse the text form of a player's move; raise NotYourMoveError for one of chance."""
    move = parse_move(text)
    if isinstance(move, PlayerMove):
        return move
    raise NotYourMoveError(
        "chance",
        Sentence("only the dice can roll"),
        move=text,
        position="",
        where=Sentence("text form"),
    )


def _parse_with_verb(text: str, verb: str, match: re.Match[str]) -> Move:
    if verb == "roll":
        return Roll(tuple(int(face) for face in match[1].split()))
    seat = int(match[1])
    match verb:
        case "start":
            return Start(seat)
        case "take":
            return Take(seat, int(match[2]))
        case "use":
            return Modify(
                seat,
                _parse_system(text, match[2]),
                step=int(match[3]) if match[3] else None,
                other=int(match[4]) if match[4] else None,
            )
        case "rerolls":
            return Reroll(seat, int(match[2]))
        case "fire":
            return Fire(seat, tuple(_parse_field(text, name) for name in match[2].split()))
        case _:
            return Activate(seat, _parse_system(text, match[2]))


def _parse_system(text: str, name: str) -> System:
    if name not in SYSTEMS_BY_ID:
        raise _malformed(text, "system", Sentence("{name!r} isn’t a system", name=name))
    return SYSTEMS_BY_ID[name]


def _parse_field(text: str, name: str) -> Field:
    spot = parse_field(name)
    if spot is None:
        raise _malformed(
            text,
            "field",
            Sentence("{name!r} isn’t a field (a letter and a number, such as B4)", name=name),
        )
    return spot


def _malformed(text: str, code: str, why: str) -> MalformedMoveError:
    return MalformedMoveError(code, why, move=text, position="", where=Sentence("text form"))
