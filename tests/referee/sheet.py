"""The sheet of a record: the enemy submarine as sets of fields, and constraints on every sheet."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, product
from typing import Any

Field = tuple[int, int]

SYSTEMS = ("periscope", "artillery", "tower", "fins", "engine", "portholes", "propeller")
WITHOUT_SWITCH = {"artillery", "portholes"}
SYMBOLS = {"1", "2", "3", "4", "5", "6", "7", "o", "."}


def number_of(system: str) -> int:
    """Return the printed number of a system, starting at 1."""
    return SYSTEMS.index(system) + 1


@dataclass(frozen=True)
class Sheet:
    """One side of the sheet, shared by all players of a game."""

    rows: int
    columns: int
    targets: dict[str, frozenset[Field]]
    reserve: int
    screens: tuple[frozenset[str], ...]
    limits: dict[str, int]

    @property
    def target_fields(self) -> set[Field]:
        """Return every field that belongs to a system."""
        return set().union(*self.targets.values())

    def fallen(self, hits: set[Field]) -> set[str]:
        """Return the systems whose fields have all been hit."""
        return {system for system, fields in self.targets.items() if fields <= hits}

    def screen_mates(self, system: str) -> frozenset[str]:
        """Return the other systems on a system's screen."""
        return next(screen for screen in self.screens if system in screen) - {system}


def read_sheet(sheet: dict[str, Any]) -> Sheet:
    """Parse a valid sheet."""
    rows = [row.split(" ") for row in sheet["grid"]]
    screens = tuple(frozenset(screen) for screen in sheet["screens"])
    return Sheet(
        rows=len(rows),
        columns=len(rows[0]),
        targets={system: fields_of(system, rows) for system in chain.from_iterable(screens)},
        reserve=sheet["reserve"],
        screens=screens,
        limits=sheet["limits"],
    )


def fields_of(system: str, rows: list[list[str]]) -> frozenset[Field]:
    """Return the fields of the grid that belong to a system."""
    symbol = str(number_of(system))
    return frozenset(
        (r, c) for r, row in enumerate(rows) for c, field in enumerate(row) if field == symbol
    )


def sheet_objections(record: dict[str, Any]) -> list[str]:
    """Return all objections to the sheet, both in itself and for the record's mode."""
    sheet = record["sheet"]
    rows = [row.split(" ") for row in sheet["grid"]]
    return [
        *grid_objections(rows),
        *system_objections(sheet, rows, training=record["mode"] == "training"),
        *screen_objections(sheet["screens"], training=record["mode"] == "training"),
        *panel_objections(sheet, solo=record["mode"] == "solo"),
    ]


def grid_objections(rows: list[list[str]]) -> Iterator[str]:
    """Object to a grid that is not a rectangle of known fields."""
    if not rows:
        yield "sheet.grid: there is no row."
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            yield f"sheet.grid[{number}]: has {len(row)} fields, the first row {len(rows[0])}."
        for unknown in set(row) - SYMBOLS:
            yield f"sheet.grid[{number}]: {unknown!r} is not a field."


def system_objections(
    sheet: dict[str, Any], rows: list[list[str]], *, training: bool
) -> Iterator[str]:
    """Object to systems that are missing, unexpected, not on the grid, or disconnected."""
    wanted = SYSTEMS[:6] if training else SYSTEMS
    shown = Counter(chain.from_iterable(sheet["screens"]))
    if shown != Counter(wanted):
        yield f"sheet.screens: must show each of {', '.join(wanted)} once."
    for system in SYSTEMS:
        fields = fields_of(system, rows)
        if system in wanted and not fields:
            yield f"sheet.grid: the {system} has no field."
        if system not in wanted and fields:
            yield f"sheet.grid: there is no {system} in this mode."
        if not is_connected(fields):
            yield f"sheet.grid: the fields of the {system} do not touch each other."
    for system in sheet["limits"].keys() - shown.keys():
        yield f"sheet.limits: {system!r} is not on this sheet."


def screen_objections(screens: list[list[str]], *, training: bool) -> Iterator[str]:
    """Object unless there are three screens, and switchless systems share theirs."""
    if len(screens) != 3:
        yield f"sheet.screens: are {len(screens)}, must be three."
    for index, screen in enumerate(screens):
        if not training and WITHOUT_SWITCH & set(screen) and len(screen) != 3:
            yield f"sheet.screens[{index}]: a system without a switch needs two beside it."


def panel_objections(sheet: dict[str, Any], *, solo: bool) -> Iterator[str]:
    """Object to a missing solo panel, or one whose arrows don't visit every system once."""
    panel = sheet["solo"]
    if panel is None:
        if solo:
            yield "sheet.solo: a solo game needs the solo panel."
    elif Counter(panel["arrows"]) != Counter(chain.from_iterable(sheet["screens"])):
        yield "sheet.solo.arrows: must pass every system once."


def is_connected(fields: frozenset[Field]) -> bool:
    """Whether all fields are connected via sides and corners."""
    reached = set(sorted(fields)[:1])
    while grown := {near for field in reached for near in around(field)} & fields - reached:
        reached |= grown
    return reached == fields


def around(field: Field) -> Iterator[Field]:
    """Yield the nine fields of the 3×3 square around a field."""
    return ((field[0] + r, field[1] + c) for r, c in product((-1, 0, 1), (-1, 0, 1)))
