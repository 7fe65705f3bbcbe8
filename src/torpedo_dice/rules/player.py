"""The state of one player's sheet, and the player's choice in the current round."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum
from operator import attrgetter

from torpedo_dice.rules.events import Fired
from torpedo_dice.rules.fields import Field
from torpedo_dice.rules.formations import Face
from torpedo_dice.rules.moves import Activate, Fire, Modify
from torpedo_dice.rules.sheet import Sheet, TargetMask
from torpedo_dice.rules.systems import System, SystemMask


class Covered(Enum):
    """Replaces a choice that has been made but is hidden in a view."""

    COVERED = "?"


COVERED = Covered.COVERED


@dataclass(slots=True)
class Player:
    """A player's marks. Everything except `modify`, `rolled` and `action` is public."""

    reserve: int
    # Fields of the *enemy* submarine that this player has hit.
    hits: TargetMask = 0
    skull: bool = False
    # The player's own systems: switched on, and destroyed by the right neighbour or the automaton.
    switched: SystemMask = 0
    destroyed: SystemMask = 0
    # Solo panel: the automaton's marks on each own system, in order, and the explosion boxes.
    boxes: tuple[int, ...] = ()
    explosions: int = 0
    # The number of uses of each limited system, in the order of the sheet's limits.
    uses: tuple[int, ...] = ()
    # Where this player's torpedoes missed. No rule depends on it, so equality and the text form of
    # a game ignore it.
    misses: tuple[Field, ...] = field(default=(), compare=False)
    # The current round: the die taken, and the choice of phases 2 and 3.
    pick: int | None = None
    modify: Modify | None = None
    rolled: Face | None = None
    action: Fire | Activate | Covered | None = None

    @classmethod
    def at_start(cls, sheet: Sheet, *, solo: bool) -> Player:
        """Return a player with an unmarked sheet."""
        return cls(
            reserve=sheet.reserve,
            uses=(0,) * len(sheet.limits),
            boxes=(0,) * len(sheet.systems) if solo else (),
        )

    def copy(self) -> Player:
        """Return an independent copy; all values in it are immutable."""
        return Player(*_all_fields(self))

    def covered(self) -> Player:
        """Return the player as seen by the others before the round ends."""
        player = self.copy()
        player.modify = player.rolled = None
        player.action = None if self.action is None else COVERED
        return player

    def mark(self, fired: Fired, struck: TargetMask) -> None:
        """Mark a shot's hits and misses on the sheet."""
        self.hits |= struck
        self.misses += fired.missed
        self.reserve = fired.reserve
        self.skull = fired.skull

    def clear_round(self) -> None:
        """Reset the die and the choice of the round."""
        self.pick = self.modify = self.rolled = self.action = None

    def awaits_roll(self) -> bool:
        """Whether the propeller has been used and its roll is still due."""
        modify = self.modify
        return modify is not None and modify.system is System.PROPELLER and self.rolled is None


# Much faster than dataclasses.replace; bots copy the game for every candidate move.
_all_fields = attrgetter(*(each.name for each in fields(Player)))
