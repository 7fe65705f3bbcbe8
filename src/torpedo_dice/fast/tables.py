"""A sheet as arrays: all distinct shots, and the numbers of the dashboard.

Nothing is recomputed here: every table is taken from the rules' sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.fast.codes import FACES, FORMATION_COUNT, SHAPINGS, SYSTEM_SLOTS
from torpedo_dice.rules import Face, Field, Placements, Sheet, System, TargetMask

# The numbers of a sheet; fields with eight numbers are by system.
SHEET = np.dtype(
    [
        ("all_targets", "u8"),
        ("system_targets", "u8", SYSTEM_SLOTS),
        # Masks of systems: all of this submarine, those with limited uses, those with a switch,
        # and the others on each one's screen.
        ("systems", "i2"),
        ("limited", "i2"),
        ("switches", "i2"),
        ("mates", "i2", SYSTEM_SLOTS),
        # Uses in one game; 0 where they are not limited.
        ("limits", "i1", SYSTEM_SLOTS),
        ("is_mission", "i1"),
        ("reserve", "i1"),
        # The solo panel, all 0 if there is none; an arrow leads to the next system.
        ("boxes", "i1"),
        ("explosions", "i1"),
        ("arrow", "i1", SYSTEM_SLOTS),
        # By formation: where its shots begin in `SheetTables.shots` (and the last ones end), how
        # many of them, from the first on, are undominated, and the torpedoes of each.
        ("first_shot", "i4", FORMATION_COUNT + 1),
        ("best_shots", "i4", FORMATION_COUNT),
        ("torpedoes", "i1", FORMATION_COUNT),
    ]
)


class SheetTables(NamedTuple):
    """The parts of a sheet that kernels need: its numbers, and the targets of every distinct shot.

    Placements of one formation on the same targets have the same effect, so they are one shot.
    The shots of a formation are contiguous, the undominated ones (`Placements.best`) first.
    """

    info: Any
    shots: NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class FastSheet:
    """A sheet with its tables. These are small; large data stays in the rules' placements."""

    sheet: Sheet
    tables: SheetTables

    def fields_of(self, shot: int) -> tuple[Field, ...]:
        """Return the representative placement of a shot, as chosen by the rules."""
        first = self.tables.info["first_shot"]
        formation = int(np.searchsorted(first, shot, side="right")) - 1
        system, face = SHAPINGS[formation // FACES], formation % FACES + 1
        return self.sheet.placements(face, system).distinct[int(self.tables.shots[shot])]

    def shot_number(self, formation: int, mask: TargetMask) -> int:
        """Return the number of the shot of a formation that covers these targets."""
        first, end = self.tables.info["first_shot"][formation : formation + 2]
        return int(first) + self.tables.shots[first:end].tolist().index(mask)


@lru_cache(maxsize=128)
def fast_sheet(sheet: Sheet) -> FastSheet:
    """Return a sheet with its tables, which are cached."""
    info = np.zeros(1, SHEET)[0]
    _fill_dashboard(info, sheet)
    _fill_solo(info, sheet)
    masks: list[TargetMask] = []
    for formation, placements in enumerate(_formations(sheet)):
        shots = _best_first(placements)
        info["torpedoes"][formation] = placements.formation.count
        info["best_shots"][formation] = len(placements.best)
        masks += shots
        info["first_shot"][formation + 1] = len(masks)
    return FastSheet(sheet, SheetTables(info, np.array(masks, np.uint64)))


def formation_number(face: Face, system: System | None) -> int:
    """Return the number of a formation: a face, plain or changed by a shaping system."""
    return FACES * SHAPINGS.index(system) + face - 1


def _formations(sheet: Sheet) -> Iterator[Placements]:
    for system in SHAPINGS:
        for face in range(1, FACES + 1):
            yield sheet.placements(face, system)


def _best_first(placements: Placements) -> dict[TargetMask, tuple[Field, ...]]:
    return dict(placements.best) | placements.distinct


def _fill_dashboard(info: Any, sheet: Sheet) -> None:
    info["all_targets"] = sheet.all_targets
    info["systems"] = sheet.all_systems
    info["limited"] = sum(system.bit for system in sheet.limit)
    info["switches"] = sum(
        system.bit for system in sheet.systems if sheet.is_mission and system.has_switch
    )
    info["is_mission"] = sheet.is_mission
    info["reserve"] = sheet.reserve
    for system, targets in sheet.system_targets.items():
        info["system_targets"][system] = targets
    for system, mates in sheet.screen_mates.items():
        info["mates"][system] = mates
    for system, limit in sheet.limits:
        info["limits"][system] = limit


def _fill_solo(info: Any, sheet: Sheet) -> None:
    if sheet.solo is None:
        return
    info["boxes"] = sheet.solo.boxes
    info["explosions"] = sheet.solo.explosions
    arrows = sheet.solo.arrows
    for system, following in zip(arrows, arrows[1:] + arrows[:1], strict=True):
        info["arrow"][system] = following
