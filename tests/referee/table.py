"""The state of the table between two rounds: every player's marks, and what follows from them."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .sheet import WITHOUT_SWITCH, Field, Sheet, read_sheet

# A destroyed system: its owner's seat (None for the automaton's submarine) and its name.
Fall = tuple[int | None, str]


@dataclass
class Player:
    """The marks on one player's sheet.

    `lost` are the player's own systems destroyed in earlier rounds: a system still works in the
    round in which it is destroyed. `boxes` are the automaton's marks on the solo panel.
    """

    hits: set[Field] = field(default_factory=set)
    misses: int = 0
    switched: set[str] = field(default_factory=set)
    uses: Counter[str] = field(default_factory=Counter)
    lost: set[str] = field(default_factory=set)
    boxes: Counter[str] = field(default_factory=Counter)


@dataclass
class Table:
    """A game in progress."""

    record: dict[str, Any]
    sheet: Sheet
    players: list[Player]

    @property
    def is_solo(self) -> bool:
        """Whether the automaton plays."""
        return bool(self.record["mode"] == "solo")

    @property
    def has_switches(self) -> bool:
        """Whether systems must be switched on first, as on the Mission side."""
        return bool(self.record["mode"] != "training")

    def seats_from(self, start: int) -> list[int]:
        """Return all seats clockwise, starting with the given one."""
        return [(start + step) % len(self.players) for step in range(len(self.players))]

    def reserve_of(self, player: Player) -> int:
        """Return the number of reserve torpedoes left: each miss costs one."""
        return max(0, self.sheet.reserve - player.misses)

    def has_skull(self, player: Player) -> bool:
        """Whether a player missed with no reserve torpedo left."""
        return player.misses > self.sheet.reserve

    def has_sunk(self, player: Player) -> bool:
        """Whether a player has destroyed every system of their target."""
        return self.sheet.fallen(player.hits) == self.sheet.targets.keys()

    def score_of(self, player: Player) -> int:
        """Return a player's hits plus reserve torpedoes."""
        return len(player.hits) + self.reserve_of(player)

    def is_active(self, system: str, player: Player) -> bool:
        """Whether a player may use one of their systems, ignoring limits."""
        if system in player.lost or system not in self.sheet.targets:
            return False
        if not self.has_switches:
            return True
        if system in WITHOUT_SWITCH:
            return self.sheet.screen_mates(system) <= player.switched | player.lost
        return system in player.switched


def laid_table(record: dict[str, Any]) -> Table:
    """Set up the table for the first round."""
    return Table(record, read_sheet(record["sheet"]), [Player() for _ in record["players"]])
