"""The sheet: the enemy submarine's grid and the dashboard, as one immutable value.

A sheet is plain data with the same structure in a TOML file and in a game record. `parse_sheet` in
`sheet_check.py` validates the data and builds a `Sheet`; this module derives what the rules need.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from torpedo_dice.rules.fields import Field
from torpedo_dice.rules.formations import FORMATIONS, Face
from torpedo_dice.rules.placements import Placements
from torpedo_dice.rules.systems import MISSION_ONLY, System, SystemMask

# A set of target fields: bit i is the sheet's target i.
TargetMask: TypeAlias = int

PLAIN = "o"
WATER = "."
MAX_TARGETS = 64


@dataclass(frozen=True, slots=True)
class SoloPanel:
    """The panel on which the automaton's shots are marked."""

    boxes: int
    explosions: int
    # The systems in the order of the arrows; the last arrow leads back to the first.
    arrows: tuple[System, ...]


@dataclass(frozen=True)
class Sheet:
    """One side of a sheet. Use `parse_sheet` to build a validated one."""

    name: str
    # One string per row, one character per field: 1-7 a target, o plain hull, . water.
    rows: tuple[str, ...]
    reserve: int
    screens: tuple[tuple[System, ...], ...]
    # The number of uses per game of each limited system.
    limits: tuple[tuple[System, int], ...]
    solo: SoloPanel | None
    _placements: dict[tuple[Face, System | None], Placements] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def to_data(self) -> dict[str, Any]:
        """Return the sheet as plain data, as stored in a game record."""
        return {
            "name": self.name,
            "grid": [" ".join(row) for row in self.rows],
            "reserve": self.reserve,
            "screens": [[system.id for system in screen] for screen in self.screens],
            "limits": {system.id: uses for system, uses in self.limits},
            "solo": None
            if self.solo is None
            else {
                "boxes": self.solo.boxes,
                "explosions": self.solo.explosions,
                "arrows": [system.id for system in self.solo.arrows],
            },
        }

    @cached_property
    def mark(self) -> str:
        """A short fingerprint that ties the text of a position to its sheet."""
        data = json.dumps(self.to_data(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(data.encode()).hexdigest()[:8]

    @property
    def height(self) -> int:
        """The number of rows of the grid."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The number of columns of the grid."""
        return len(self.rows[0])

    def is_on_grid(self, spot: Field) -> bool:
        """Whether the field is on the grid; everything outside is water."""
        return 0 <= spot[0] < self.height and 0 <= spot[1] < self.width

    @cached_property
    def targets(self) -> tuple[Field, ...]:
        """The target fields, row by row; a target's number is its index."""
        return tuple(
            (r, c)
            for r, row in enumerate(self.rows)
            for c, kind in enumerate(row)
            if kind not in (PLAIN, WATER)
        )

    @cached_property
    def target_bits(self) -> dict[Field, TargetMask]:
        """The mask of each single target field."""
        return {spot: 1 << number for number, spot in enumerate(self.targets)}

    @cached_property
    def all_targets(self) -> TargetMask:
        """The mask of all targets."""
        return (1 << len(self.targets)) - 1

    @cached_property
    def system_targets(self) -> dict[System, TargetMask]:
        """The mask of each system's target fields."""
        masks = dict.fromkeys(sorted({self.system_at(spot) for spot in self.targets}), 0)
        for spot, bit in self.target_bits.items():
            masks[self.system_at(spot)] |= bit
        return masks

    @cached_property
    def systems(self) -> tuple[System, ...]:
        """The systems of this submarine, by number."""
        return tuple(self.system_targets)

    @cached_property
    def all_systems(self) -> SystemMask:
        """The mask of all systems of this submarine."""
        return sum(system.bit for system in self.systems)

    @cached_property
    def is_mission(self) -> bool:
        """Whether this is a Mission side: it has the propeller, and switches."""
        return MISSION_ONLY in self.systems

    @cached_property
    def screen_mates(self) -> dict[System, SystemMask]:
        """For each system, the mask of the others on its screen."""
        return {
            system: sum(other.bit for other in screen) - system.bit
            for screen in self.screens
            for system in screen
        }

    @cached_property
    def limit(self) -> dict[System, int]:
        """The number of uses per game of each limited system."""
        return dict(self.limits)

    def system_at(self, spot: Field) -> System:
        """Return the system that a target field belongs to."""
        return System(int(self.rows[spot[0]][spot[1]]))

    def mask_of(self, fields: Iterable[Field]) -> TargetMask:
        """Return the mask of the targets under some torpedoes."""
        mask = 0
        bits = self.target_bits
        for spot in fields:
            mask |= bits.get(spot, 0)
        return mask

    def fields_of(self, mask: TargetMask) -> tuple[Field, ...]:
        """Return the target fields of a mask."""
        return tuple(spot for spot, bit in self.target_bits.items() if bit & mask)

    def destroyed_by(self, hits: TargetMask) -> SystemMask:
        """Return the systems whose target fields have all been hit."""
        destroyed = 0
        for system, mask in self.system_targets.items():
            if mask & hits == mask:
                destroyed |= 1 << system
        return destroyed

    def placements(self, face: Face, system: System | None = None) -> Placements:
        """Return every shot of a face, optionally shaped by a system; built lazily and cached."""
        key = (face, system)
        if key not in self._placements:
            self._placements[key] = Placements(
                FORMATIONS[key], self.height, self.width, self.target_bits
            )
        return self._placements[key]
