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

    # As a member of a `SystemMask`.
    bit: int
    # The name in records, sheets and moves: `periscope` and so on.
    id: str

    def __init__(self, number: int) -> None:
        self.bit = 1 << number
        self.id = self.name.lower()

    @property
    def has_switch(self) -> bool:
        """Whether it can be switched on; artillery and portholes follow their screen instead."""
        return self not in SWITCHLESS


SWITCHLESS = frozenset({System.ARTILLERY, System.PORTHOLES})

# The system that Training does without.
MISSION_ONLY = System.PROPELLER

SYSTEMS_BY_ID = {system.id: system for system in System}
