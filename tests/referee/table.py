"""What lies on the table between two rounds: the marks of every player, and what follows."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .sheet import WITHOUT_SWITCH, Field, Sheet, read_sheet

# A destroyed system: its owner's seat (none for the automaton's submarine) and its name.
Fall = tuple[int | None, str]


@dataclass
class Player:
    """The marks on one player's sheet.

    `lost` are the player's own systems that were destroyed in earlier rounds: what falls in a
    round still works in it. `boxes` are the automaton's marks on the solo panel.
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
        """Tell whether the automaton plays."""
        return bool(self.record["mode"] == "solo")

    @property
    def has_switches(self) -> bool:
        """Tell whether systems must be switched on first: on the Mission side."""
        return bool(self.record["mode"] != "training")

    def seats_from(self, start: int) -> list[int]:
        """Give all seats clockwise, beginning with one."""
        return [(start + step) % len(self.players) for step in range(len(self.players))]

    def reserve_of(self, player: Player) -> int:
        """Give the reserve torpedoes a player has left: each miss costs one."""
        return max(0, self.sheet.reserve - player.misses)

    def has_skull(self, player: Player) -> bool:
        """Tell whether a player missed with no reserve torpedo left."""
        return player.misses > self.sheet.reserve

    def has_sunk(self, player: Player) -> bool:
        """Tell whether a player has destroyed every system of their target."""
        return self.sheet.fallen(player.hits) == self.sheet.targets.keys()

    def score_of(self, player: Player) -> int:
        """Give a player's hits and reserve torpedoes."""
        return len(player.hits) + self.reserve_of(player)

    def is_active(self, system: str, player: Player) -> bool:
        """Tell whether a player may use a system of theirs, limits aside."""
        if system in player.lost or system not in self.sheet.targets:
            return False
        if not self.has_switches:
            return True
        if system in WITHOUT_SWITCH:
            return self.sheet.screen_mates(system) <= player.switched | player.lost
        return system in player.switched


def laid_table(record: dict[str, Any]) -> Table:
    """Lay the table for the first round."""
    return Table(record, read_sheet(record["sheet"]), [Player() for _ in record["players"]])
