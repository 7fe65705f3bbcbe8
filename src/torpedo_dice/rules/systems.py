"""The seven vital systems of a submarine, by the numbers and names of the rulebook."""

from __future__ import annotations

from enum import IntEnum
from typing import TypeAlias

# A set of systems: bit n is system n.
SystemMask: TypeAlias = int


class System(IntEnum):
    """A vital system; its value is the rulebook's number, which the automaton's die names."""

    PERISCOPE = 1
    ARTILLERY = 2
    TOWER = 3
    FINS = 4
    ENGINE = 5
    PORTHOLES = 6
    PROPELLER = 7

    @property
    def id(self) -> str:
        """The system's name in records, sheets and moves: `periscope` and so on."""
        return self.name.lower()

    @property
    def bit(self) -> int:
        """The system as a member of a `SystemMask`."""
        return 1 << self.value

    @property
    def has_switch(self) -> bool:
        """Whether it can be switched on; artillery and portholes follow their screen instead."""
        return self not in SWITCHLESS


SWITCHLESS = frozenset({System.ARTILLERY, System.PORTHOLES})

# The system that Training does without.
MISSION_ONLY = System.PROPELLER

SYSTEMS_BY_ID = {system.id: system for system in System}
