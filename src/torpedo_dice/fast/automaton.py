"""The automaton of the solo game: where its shot lands and what it marks on the solo panel."""

from __future__ import annotations

from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables


@kernel
def automaton_fires(tables: SheetTables, row: Row, die: int, exploded: int) -> None:
    """Let the automaton fire with the die that was left, and mark what it hits.

    `exploded` is the number of explosion boxes marked in this round: if any, the automaton misses a
    system that is already destroyed, but not an intact one.
    """
    destroyed = row.destroyed[0]
    system = die
    if destroyed >> system & 1:
        if exploded:
            return
        # At least one system is intact, or the game would be over.
        while destroyed >> system & 1:
            system = tables.info.arrow[system]
    row.boxes[system] += 1
    if row.boxes[system] >= tables.info.boxes:
        row.destroyed[0] |= 1 << system
