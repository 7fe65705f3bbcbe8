"""Variants of a submarine: a few fields and the reserve changed, every system still one block."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

from torpedo_dice.rules import Field, Sheet, SheetError, System, parse_sheet
from torpedo_dice.rules.sheet import PLAIN

# The fields of a system, and the reserve.
LEAST_FIELDS, MOST_FIELDS = 2, 7
LEAST_RESERVE, MOST_RESERVE = 5, 13

Grid = list[list[str]]


def variants(sheet: Sheet, seed: int | str, *, changes: int = 4) -> Iterator[Sheet]:
    """Yield different submarines that resemble a given one, each with up to so many changes."""
    random, number = Random(seed), itertools.count()
    while True:
        variant: Sheet | None = sheet
        for _ in range(random.randint(1, changes)):
            variant = variant and changed(variant, random)
        if variant is not None:
            yield parse_sheet({**variant.to_data(), "name": f"variant {next(number)}"})


def changed(sheet: Sheet, random: Random) -> Sheet | None:
    """Return a submarine with a few things changed; None if that tears a system apart."""
    data = sheet.to_data()
    grid: Grid = [row.split() for row in data["grid"]]
    systems = list(sheet.systems)
    reserve = sheet.reserve
    for _ in range(random.choice([1, 1, 2, 3])):
        kind = random.random()
        if kind < 0.1:
            _swap(grid, *random.sample(systems, 2))
        elif kind < 0.2:
            reserve = min(MOST_RESERVE, max(LEAST_RESERVE, reserve + random.choice([-1, 1])))
        else:
            _reshape(grid, random.choice(systems), random)
    if not all(_is_block(_fields(grid, system)) for system in systems):
        return None
    return _parsed({**data, "grid": [" ".join(row) for row in grid], "reserve": reserve})


def _parsed(data: dict[str, Any]) -> Sheet | None:
    try:
        return parse_sheet(data)
    except SheetError:
        return None


def _swap(grid: Grid, one: System, other: System) -> None:
    one_name, other_name = str(one.value), str(other.value)
    names = {one_name: other_name, other_name: one_name}
    for row in grid:
        row[:] = [names.get(field, field) for field in row]


def _reshape(grid: Grid, system: System, random: Random) -> None:
    """Move a field of a system, remove one, or add one, on the hull as it is."""
    fields = _fields(grid, system)
    kind = random.random()
    if kind < 0.75 and fields:
        row, column = random.choice(sorted(fields))
        grid[row][column] = PLAIN
        fields.discard((row, column))
    if kind > 0.25:
        free = sorted(n for field in fields for n in _neighbours(field) if _is_hull(grid, n))
        if free:
            row, column = random.choice(free)
            grid[row][column] = str(system.value)


def _fields(grid: Grid, system: System) -> set[Field]:
    name = str(system.value)
    return {(r, c) for r, row in enumerate(grid) for c, field in enumerate(row) if field == name}


def _neighbours(field: Field) -> list[Field]:
    row, column = field
    return [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]


def _is_hull(grid: Grid, field: Field) -> bool:
    row, column = field
    return 0 <= row < len(grid) and 0 <= column < len(grid[0]) and grid[row][column] == PLAIN


def _is_block(fields: set[Field]) -> bool:
    """Whether fields are neither too few nor too many, and connected."""
    if not LEAST_FIELDS <= len(fields) <= MOST_FIELDS:
        return False
    reached = set(sorted(fields)[:1])
    while more := {n for field in reached for n in _neighbours(field)} & fields - reached:
        reached |= more
    return reached == fields
