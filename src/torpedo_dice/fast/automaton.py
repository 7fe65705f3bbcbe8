"""The automaton of the solo game: where its shot lands and what it marks on the solo panel."""

from __future__ import annotations

from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables


@kernel
def automaton_fires(tables: SheetTables, row: Row, die: int, exploded: int) -> None:
    """Let the automaton fire with the die that was left, and mark what it hits.

    `exploded` are the explosion boxes marked in this round: any makes the automaton miss a
    system that is already destroyed, but not one that still stands.
    """
    destroyed = row.destroyed[0]
    system = die
    if destroyed >> system & 1:
        if exploded:
            return
        # At least one system still stands, or the game would be over.
        while destroyed >> system & 1:
            system = tables.info.arrow[system]
    row.boxes[system] += 1
    if row.boxes[system] >= tables.info.boxes:
        row.destroyed[0] |= 1 << system
