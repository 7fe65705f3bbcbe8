"""The dashboard: which of its own systems are active, and which a seat can switch on."""

from __future__ import annotations

from torpedo_dice.fast.bits import lowest_bit
from torpedo_dice.fast.codes import ARTILLERY, PORTHOLES
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables


@kernel
def usable_systems(tables: SheetTables, row: Row, seat: int) -> int:
    """Return the systems that a seat could use on its die, as a mask."""
    info = tables.info
    destroyed = row.destroyed[seat]
    active = info.systems
    if info.is_mission:
        active = _lit(tables, row.switched[seat], destroyed)
    if info.limited:
        active &= ~_spent(tables, row, seat)
    return active & ~destroyed


@kernel
def _lit(tables: SheetTables, switched: int, destroyed: int) -> int:
    """Return the active systems: switched on, or activated by the two others on their screen."""
    mates = tables.info.mates
    over = switched | destroyed
    lit = switched
    if mates[ARTILLERY] & over == mates[ARTILLERY]:
        lit |= 1 << ARTILLERY
    if mates[PORTHOLES] & over == mates[PORTHOLES]:
        lit |= 1 << PORTHOLES
    return lit


@kernel
def _spent(tables: SheetTables, row: Row, seat: int) -> int:
    """Return the limited systems that have no use left."""
    spent = 0
    waiting = tables.info.limited
    while waiting:
        system = lowest_bit(waiting)
        waiting &= waiting - 1
        if row.uses[seat, system] == tables.info.limits[system]:
            spent |= 1 << system
    return spent


@kernel
def switchable(tables: SheetTables, row: Row, seat: int) -> int:
    """Return the systems that a seat could activate instead of firing, as a mask."""
    return tables.info.switches & ~(row.switched[seat] | row.destroyed[seat])
