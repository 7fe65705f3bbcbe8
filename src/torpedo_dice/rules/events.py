"""Events: what happened. Players send moves; screens and records show events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, TypeGuard

from torpedo_dice.rules.fields import Field
from torpedo_dice.rules.formations import Face
from torpedo_dice.rules.moves import Modify, Seat
from torpedo_dice.rules.outcome import Outcome
from torpedo_dice.rules.systems import System


@dataclass(frozen=True, slots=True)
class Started:
    """The first start player is known."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Rolled:
    """A round began: the start player rolled."""

    round: int
    start: Seat
    dice: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """A player took a die."""

    seat: Seat
    pick: int
    die: Face


@dataclass(frozen=True, slots=True)
class Modified:
    """A player used a system. Only that player may know it before the round ends."""

    seat: Seat
    modify: Modify


@dataclass(frozen=True, slots=True)
class Rerolled:
    """A propeller's roll. Only its player may know it before the round ends."""

    seat: Seat
    face: Face


@dataclass(frozen=True, slots=True)
class Finished:
    """A player has made the choice of phases 2 and 3; what it is stays hidden for now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TookBack:
    """A player took the choice of phases 2 and 3 back, as far as no roll had been seen.

    Had the player not `finished` yet, the others may not know: it would tell of a modification.
    """

    seat: Seat
    finished: bool = True


@dataclass(frozen=True, slots=True)
class Fired:
    """Revealed: a player fired. `face` is the die's face after the modification."""

    seat: Seat
    pick: int
    die: Face
    modify: Modify | None
    face: Face
    fields: tuple[Field, ...]
    hits: int
    misses: int
    skull: bool


@dataclass(frozen=True, slots=True)
class Activated:
    """Revealed: a player switched a system on."""

    seat: Seat
    pick: int
    die: Face
    modify: Modify | None
    face: Face
    system: System


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A system fell; `seat` is its owner, None for the enemy submarine of a solo game."""

    seat: Seat | None
    system: System


class Effect(StrEnum):
    """What the automaton's shot did."""

    HIT = "hit"
    DESTROYED = "destroyed"
    MISSED = "missed"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class AutomatonFired:
    """Solo: the automaton's shot; `system` is the one marked (or aimed at, if it missed)."""

    die: Face
    system: System | None
    effect: Effect


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """All have acted and all that follows from it is done."""

    round: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    outcome: Outcome


Event: TypeAlias = (
    Started
    | Rolled
    | Taken
    | Modified
    | Rerolled
    | Finished
    | TookBack
    | Fired
    | Activated
    | Destroyed
    | AutomatonFired
    | RoundEnded
    | Ended
)


def visible_events(events: Iterable[Event], seat: Seat | None) -> list[Event]:
    """Leave out what a seat (None: a spectator) may not know yet."""
    return [event for event in events if not _is_private(event) or event.seat == seat]


def _is_private(event: Event) -> TypeGuard[Modified | Rerolled | TookBack]:
    if isinstance(event, TookBack):
        return not event.finished
    return isinstance(event, Modified | Rerolled)
