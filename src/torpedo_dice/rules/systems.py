"""The seven vital systems of a submarine, with the rulebook's numbers and names."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

# A set of systems: bit n is system n.
SystemMask: TypeAlias = int


class System(IntEnum):
    """A vital system; its value is its number in the rulebook, as named by the automaton's die."""

    PERISCOPE = 1
    ARTILLERY = 2
    TOWER = 3
    FINS = 4
    ENGINE = 5
    PORTHOLES = 6
    PROPELLER = 7

    # Its bit in a `SystemMask`.
    bit: int
    # The name in records, sheets and moves, such as `periscope`.
    id: str

    def __init__(self, number: int) -> None:
        self.bit = 1 << number
        self.id = self.name.lower()

    @property
    def has_switch(self) -> bool:
        """Whether it has a switch; artillery and portholes depend on their screen instead."""
        return self not in SWITCHLESS


SWITCHLESS = frozenset({System.ARTILLERY, System.PORTHOLES})

# The system that Training doesn't have.
MISSION_ONLY = System.PROPELLER

SYSTEMS_BY_ID = {system.id: system for system in System}
