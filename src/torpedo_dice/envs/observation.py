"""Observations: what a seat sees, as a vector of small integers.

It begins with a block for each seat, the observer's own first and then clockwise, followed by the
common part. Of another seat's choice in phases 2 and 3 an observation reveals only that it was
made. `parts_of` describes every part with its position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.fast.bits import lowest_bit
from torpedo_dice.fast.codes import (
    ACTION_NONE,
    FACES,
    FORMATION_COUNT,
    MODE_SOLO,
    MODIFY_NONE,
    SEATS,
    STAGE_ACT,
    STAGE_TAKE,
    SYSTEM_SLOTS,
)
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.dice import formation_of
from torpedo_dice.fast.state import NO_PICK, Row
from torpedo_dice.fast.tables import SheetTables
from torpedo_dice.fast.turns import awaits_roll
from torpedo_dice.rules import Sheet, System
from torpedo_dice.rules.sheet_check import MAX_BOXES, MAX_RESERVE, MAX_USES

# Numba converts to float when it combines a signed and an unsigned integer.
_signed: Any = np.int64

SYSTEMS = len(System)
# Later rounds are reported as this one.
LAST_ROUND = 100
# The length of a seat's block without its hits.
SEAT_NUMBERS = 3 * SYSTEMS + 3
# Common part: stages, start player, round, dice, formation, system used, boxes, explosions.
COMMON_NUMBERS = 2 + 1 + 1 + (SEATS + 1) + FORMATION_COUNT + 1 + SYSTEMS + 1


_PRIVATE = {
    "formation in hand: face, then artillery, engine, portholes": FORMATION_COUNT,
    "a system was used on the own die": 1,
}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an observation: its name, its place, and the highest number in it."""

    name: str
    start: int
    size: int
    most: int
    # Whether it is private to the observer, because it depends on the observer's choice in phase 2.
    is_private: bool = False


def parts_of(sheet: Sheet, players: int) -> tuple[Part, ...]:
    """Return the parts of an observation, in order; every number in it is at least 0."""
    sizes: list[tuple[str, int, int]] = []
    for distance in range(players):
        sizes += [
            (f"seat {distance}: targets hit", len(sheet.targets), 1),
            (f"seat {distance}: systems switched on", SYSTEMS, 1),
            (f"seat {distance}: systems destroyed", SYSTEMS, 1),
            (f"seat {distance}: uses of limited systems", SYSTEMS, MAX_USES),
            (f"seat {distance}: reserve torpedoes", 1, MAX_RESERVE),
            (f"seat {distance}: die taken", 1, FACES),
            (f"seat {distance}: has chosen in this round", 1, 1),
        ]
    sizes += [
        ("dice are being taken", 1, 1),
        ("systems are used, shots fired", 1, 1),
        ("start player, as a distance to the left", 1, SEATS - 1),
        ("round", 1, LAST_ROUND),
        ("dice on the table; 0 where one was taken", SEATS + 1, FACES),
        *((name, size, 1) for name, size in _PRIVATE.items()),
        ("solo: boxes marked by the automaton", SYSTEMS, MAX_BOXES),
        ("solo: explosions", 1, SYSTEMS),
    ]
    parts, start = [], 0
    for name, size, most in sizes:
        parts.append(Part(name, start, size, most, is_private=name in _PRIVATE))
        start += size
    return tuple(parts)


def observation_size(sheet: Sheet, players: int) -> int:
    """Return how many numbers an observation has."""
    return players * (len(sheet.targets) + SEAT_NUMBERS) + COMMON_NUMBERS


def highest(sheet: Sheet, players: int) -> NDArray[np.int8]:
    """Return the highest number at each place of an observation."""
    return np.concatenate(
        [np.full(part.size, part.most, np.int8) for part in parts_of(sheet, players)]
    )


# ---------------------------------------------------------------------- on rows of numbers


@kernel
def write_observation(
    tables: SheetTables, row: Row, seat: int, targets: int, out: NDArray[np.int8], index: int
) -> None:
    """Write what a seat sees into one row of an array; `targets` is the number of targets."""
    for place in range(out.shape[1]):
        out[index, place] = 0
    place = 0
    other = seat
    for _ in range(row.players):
        _write_seat(tables, row, other, targets, out, index, place)
        place += targets + SEAT_NUMBERS
        other = other + 1 if other + 1 < row.players else 0
    _write_common(row, seat, out, index, place)


@kernel
def _write_seat(
    tables: SheetTables,
    row: Row,
    seat: int,
    targets: int,
    out: NDArray[np.int8],
    index: int,
    place: int,
) -> None:
    _mark_bits(_signed(row.hits[seat]), out, index, place)
    place += targets
    # Systems are numbered from 1.
    _mark_bits(row.switched[seat] >> 1, out, index, place)
    _mark_bits(row.destroyed[seat] >> 1, out, index, place + SYSTEMS)
    place += 2 * SYSTEMS
    if tables.info.limited:
        for system in range(1, SYSTEM_SLOTS):
            out[index, place + system - 1] = row.uses[seat, system]
    place += SYSTEMS
    out[index, place] = row.reserve[seat]
    if row.pick[seat] != NO_PICK:
        out[index, place + 1] = row.dice[row.pick[seat]]
    out[index, place + 2] = row.action[seat] != ACTION_NONE


@kernel
def _mark_bits(mask: int, out: NDArray[np.int8], index: int, place: int) -> None:
    """Write 1 for each bit of a mask, into a part that is all 0."""
    while mask:
        out[index, place + lowest_bit(mask)] = 1
        mask &= mask - 1


@kernel
def _write_common(row: Row, seat: int, out: NDArray[np.int8], index: int, place: int) -> None:
    out[index, place] = row.stage == STAGE_TAKE
    out[index, place + 1] = row.stage == STAGE_ACT
    distance = row.start - seat
    out[index, place + 2] = distance if distance >= 0 else distance + row.players
    out[index, place + 3] = row.round if row.round < LAST_ROUND else LAST_ROUND
    place += 4
    for die in range(SEATS + 1):
        out[index, place + die] = row.dice[die]
    for other in range(row.players):
        if row.pick[other] != NO_PICK:
            out[index, place + row.pick[other]] = 0
    place += SEATS + 1
    if row.stage == STAGE_ACT and not awaits_roll(row, seat):
        out[index, place + formation_of(row, seat)] = 1
    place += FORMATION_COUNT
    out[index, place] = row.modify[seat] != MODIFY_NONE
    place += 1
    if row.mode == MODE_SOLO:
        for system in range(1, SYSTEM_SLOTS):
            out[index, place + system - 1] = row.boxes[system]
        out[index, place + SYSTEMS] = row.explosions
