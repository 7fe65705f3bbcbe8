"""Random submarines, used with the built-in ones to train and test the strong bots."""

from __future__ import annotations

from random import Random

from torpedo_dice.rules import Field, Mode, Sheet, SheetError, System, parse_sheet
from torpedo_dice.rules.sheet import PLAIN, WATER
from torpedo_dice.rules.sheet_check import MAX_NAME
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

_LEAST_FIELDS, _MOST_FIELDS = 3, 6


def random_sheet(seed: int | str, *, mission: bool) -> Sheet:
    """Return a random submarine: a hull, a tower, and systems of three to six fields."""
    random = Random(seed)
    while True:
        try:
            sheet = parse_sheet(_sheet_data(random, f"random {seed}", mission=mission))
        except SheetError:
            # There was no room for a system; try again.
            continue
        if min(targets.bit_count() for targets in sheet.system_targets.values()) >= _LEAST_FIELDS:
            return sheet


def _sheet_data(random: Random, name: str, *, mission: bool) -> dict[str, object]:
    """Return our own sheet's data with another submarine on it."""
    ours = load_sheet(DEFAULT_SHEETS[Mode.MISSION if mission else Mode.TRAINING])
    grid = [" ".join(row) for row in _grid(random, list(ours.systems))]
    return {**ours.to_data(), "name": name[:MAX_NAME], "grid": grid}


def _grid(random: Random, systems: list[System]) -> list[list[str]]:
    width = random.randint(11, 14)
    hull = _hull(random, width)
    grid = [[PLAIN if (r, c) in hull else WATER for c in range(width)] for r in range(6)]
    free = set(hull)
    for system in random.sample(systems, len(systems)):
        for row, column in _blob(random, free, random.randint(_LEAST_FIELDS, _MOST_FIELDS)):
            grid[row][column] = str(system.value)
            free.discard((row, column))
    return grid


def _hull(random: Random, width: int) -> set[Field]:
    """Three rows of hull with a narrow bow and stern, and a tower of up to three rows on it."""
    hull = {(r, c) for r in (3, 4, 5) for c in range(width)}
    hull -= {(3, 0), (5, 0), (3, width - 2), (5, width - 2)}
    left = random.randint(3, width - 7)
    tower = {(r, c) for r in (1, 2) for c in range(left, left + random.randint(3, 4))}
    return hull | tower | {(0, left + 1)}


def _blob(random: Random, free: set[Field], size: int) -> set[Field]:
    """Grow a connected patch of free fields, as large as there is room."""
    if not free:
        return set()
    blob = {random.choice(sorted(free))}
    while len(blob) < size:
        edge = sorted(
            spot
            for spot in free - blob
            if any(abs(spot[0] - r) + abs(spot[1] - c) == 1 for r, c in blob)
        )
        if not edge:
            break
        blob.add(random.choice(edge))
    return blob
