"""Events: what happened. Players send moves; user interfaces and records are built from events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from torpedo_dice.rules.fields import Field
from torpedo_dice.rules.formations import Face
from torpedo_dice.rules.moves import Modify, Seat
from torpedo_dice.rules.outcome import Outcome
from torpedo_dice.rules.systems import System


class _Event:
    """The base class of all events."""

    __slots__ = ()

    @property
    def private_to(self) -> Seat | None:
        """The only seat that may see it before the round ends; None if it is public."""
        return None


@dataclass(frozen=True, slots=True)
class Started(_Event):
    """The first start player was determined."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Rolled(_Event):
    """A round began: the start player rolled."""

    round: int
    start: Seat
    dice: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Taken(_Event):
    """A player took a die."""

    seat: Seat
    pick: int
    die: Face


@dataclass(frozen=True, slots=True)
class Modified(_Event):
    """A player used a system. `face` is the resulting face; None until the propeller is rolled."""

    seat: Seat
    modify: Modify
    face: Face | None

    @property
    def private_to(self) -> Seat:
        """Only the player who used it."""
        return self.seat


@dataclass(frozen=True, slots=True)
class Rerolled(_Event):
    """A propeller's roll."""

    seat: Seat
    face: Face

    @property
    def private_to(self) -> Seat:
        """Only the player who rolled."""
        return self.seat


@dataclass(frozen=True, slots=True)
class Finished(_Event):
    """A player has completed the choice of phases 2 and 3, which stays hidden for now."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TookBack(_Event):
    """A player took back the choice of phases 2 and 3, except for a roll already seen.

    `finished` is True if the choice had been complete: only then did the others know of it.
    """

    seat: Seat
    finished: bool = True

    @property
    def private_to(self) -> Seat | None:
        """The player, unless the others knew of the choice; otherwise it would reveal a use."""
        return None if self.finished else self.seat


@dataclass(frozen=True, slots=True)
class Fired(_Event):
    """Revealed: a player fired. `face` is the die's face after the modification."""

    seat: Seat
    # The owner of the submarine fired at; None for the enemy submarine of a solo game.
    target: Seat | None
    pick: int
    die: Face
    modify: Modify | None
    face: Face
    # Where the torpedoes landed, and which of these fields are newly hit.
    fields: tuple[Field, ...]
    struck: tuple[Field, ...]
    # Reserve torpedoes left after the misses.
    reserve: int
    skull: bool

    @property
    def missed(self) -> tuple[Field, ...]:
        """The fields where a torpedo missed."""
        return tuple(spot for spot in self.fields if spot not in self.struck)

    @property
    def hits(self) -> int:
        """The number of torpedoes that hit."""
        return len(self.struck)

    @property
    def misses(self) -> int:
        """The number of torpedoes that missed."""
        return len(self.fields) - len(self.struck)


@dataclass(frozen=True, slots=True)
class Activated(_Event):
    """Revealed: a player switched a system on."""

    seat: Seat
    pick: int
    die: Face
    modify: Modify | None
    face: Face
    system: System


@dataclass(frozen=True, slots=True)
class Destroyed(_Event):
    """A system was destroyed.

    `seat` is its owner, None for the enemy submarine of a solo game; `by` is the seat that
    destroyed it, None for the automaton.
    """

    seat: Seat | None
    system: System
    by: Seat | None


class Effect(StrEnum):
    """The effect of the automaton's shot."""

    HIT = "hit"
    DESTROYED = "destroyed"
    MISSED = "missed"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class AutomatonFired(_Event):
    """Solo: the automaton's shot.

    `aimed` is the system that the die names, `system` the one finally targeted: from a destroyed
    system the arrows lead on, unless the automaton misses. `system` is None if the automaton did
    not fire.
    """

    die: Face
    aimed: System
    system: System | None
    effect: Effect


@dataclass(frozen=True, slots=True)
class RoundEnded(_Event):
    """Everybody has acted, and the round is resolved."""

    round: int


@dataclass(frozen=True, slots=True)
class Resigned(_Event):
    """A player resigned. With one or two players this ends the game; otherwise a bot takes over."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended(_Event):
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
    | Resigned
    | Ended
)


def visible_events(events: Iterable[Event], seat: Seat | None) -> list[Event]:
    """Filter out the events that a seat, or a spectator (None), may not see yet."""
    return [event for event in events if event.private_to in (None, seat)]
