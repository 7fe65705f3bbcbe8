"""Validate the data of a sheet: every fault is reported in one sentence, with its location."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from torpedo_dice.rules.errors import SheetError
from torpedo_dice.rules.fields import MAX_COLUMNS, MAX_ROWS, Field, field_name
from torpedo_dice.rules.sentence import Sentence
from torpedo_dice.rules.sheet import MAX_TARGETS, PLAIN, WATER, Sheet, SoloPanel
from torpedo_dice.rules.sheet_limits import check_sheet_limits
from torpedo_dice.rules.systems import MISSION_ONLY, SWITCHLESS, SYSTEMS_BY_ID, System

SCREENS = 3
MAX_RESERVE = 60
MAX_USES = 99
MAX_BOXES = 9
MAX_NAME = 40

_FIELD_KINDS = {str(system.value) for system in System} | {PLAIN, WATER}


def parse_sheet(data: object) -> Sheet:
    """Validate the data of a sheet and build it; raise SheetError for the first fault.

    The grid is a list of rows or one multi-line string. Unknown keys are ignored, because a game
    record may contain additional ones.
    """
    if not isinstance(data, Mapping):
        raise SheetError(
            "",
            Sentence("a sheet must be a table with name, grid, reserve, screens, limits and solo"),
        )
    check_sheet_limits(data)
    rows = _rows(_required(data, "grid"))
    systems = _systems(rows)
    screens = _screens(_required(data, "screens"), systems)
    return Sheet(
        name=_name(_required(data, "name")),
        rows=rows,
        reserve=_whole_number("reserve", _required(data, "reserve"), 1, MAX_RESERVE),
        screens=screens,
        limits=_limits(data.get("limits", {}), systems),
        solo=_solo(data.get("solo"), systems),
    )


def _required(data: Mapping[str, Any], key: str) -> Any:
    if key not in data:
        raise SheetError(key, Sentence("is missing"))
    return data[key]


def _name(name: object) -> str:
    if not isinstance(name, str) or not name.strip() or len(name) > MAX_NAME:
        raise SheetError(
            "name", Sentence("must be a string of 1 to {most} characters", most=MAX_NAME)
        )
    if not name.isprintable():
        raise SheetError("name", Sentence("must be one line of printable characters"))
    return name


def _whole_number(where: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise SheetError(
            where,
            Sentence(
                "must be a whole number from {least} to {most}, not {value}",
                least=least,
                most=most,
                value=_quoted(value),
            ),
        )
    return value


def _quoted(value: object) -> str:
    """Quote a value in a message; an overlong one is only described."""
    if isinstance(value, int) and value.bit_length() > MAX_TARGETS:
        return Sentence("a huge number")
    text = repr(value)
    return text if len(text) <= MAX_NAME else f"{text[:MAX_NAME]}…"


def _rows(grid: object) -> tuple[str, ...]:
    lines = grid.strip("\n").split("\n") if isinstance(grid, str) else grid
    if not isinstance(lines, list) or not all(isinstance(text, str) for text in lines):
        raise SheetError("grid", Sentence("must be a list of strings, one per row"))
    if not 1 <= len(lines) <= MAX_ROWS:
        raise SheetError(
            "grid",
            Sentence("must have 1 to {most} rows, not {count}", most=MAX_ROWS, count=len(lines)),
        )
    rows = tuple(_row(number, text) for number, text in enumerate(lines, start=1))
    width = len(rows[0])
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise SheetError(
                Sentence("grid, row {row}", row=number),
                Sentence("row 1 has {width} fields, this one {count}", count=len(row), width=width),
            )
    return rows


def _row(number: int, text: str) -> str:
    kinds = text.split()
    for column, kind in enumerate(kinds, start=1):
        if kind in _FIELD_KINDS:
            continue
        where = Sentence("grid, row {row}, column {column}", row=number, column=column)
        if len(kind) > 1 and set(kind) <= _FIELD_KINDS:
            raise SheetError(
                where,
                Sentence(
                    "{kind} is more than one field: separate fields with spaces", kind=_quoted(kind)
                ),
            )
        raise SheetError(
            where,
            Sentence(
                "{kind} isn’t a field: use 1 to 7, {plain!r} or {water!r}",
                kind=_quoted(kind),
                plain=PLAIN,
                water=WATER,
            ),
        )
    if not 1 <= len(kinds) <= MAX_COLUMNS:
        raise SheetError(
            Sentence("grid, row {row}", row=number),
            Sentence(
                "must have 1 to {most} fields, not {count}", most=MAX_COLUMNS, count=len(kinds)
            ),
        )
    return "".join(kinds)


def _systems(rows: tuple[str, ...]) -> tuple[System, ...]:
    """Find the systems on the grid: all seven, or all but the propeller, each connected."""
    fields: dict[System, list[Field]] = {}
    for r, row in enumerate(rows):
        for c, kind in enumerate(row):
            if kind not in (PLAIN, WATER):
                fields.setdefault(System(int(kind)), []).append((r, c))
    for system in System:
        if system not in fields and system is not MISSION_ONLY:
            raise SheetError(
                "grid",
                Sentence(
                    "system {number} ({system}) is missing",
                    number=system.value,
                    system=Sentence(system.id),
                ),
            )
    for system, spots in sorted(fields.items()):
        _check_one_piece(system, spots)
    count = sum(map(len, fields.values()))
    if count > MAX_TARGETS:
        raise SheetError(
            "grid",
            Sentence(
                "has {count} targets, but {most} is the maximum", count=count, most=MAX_TARGETS
            ),
        )
    return tuple(sorted(fields))


def _check_one_piece(system: System, spots: list[Field]) -> None:
    """Check that a system's fields are connected via sides or corners."""
    reached = {spots[0]}
    waiting = [spots[0]]
    while waiting:
        row, column = waiting.pop()
        for spot in spots:
            if spot not in reached and max(abs(spot[0] - row), abs(spot[1] - column)) == 1:
                reached.add(spot)
                waiting.append(spot)
    for row, column in spots:
        if (row, column) not in reached:
            raise SheetError(
                Sentence("grid, row {row}, column {column}", row=row + 1, column=column + 1),
                Sentence(
                    "system {number} ({system}) isn’t connected: "
                    "{field} doesn’t touch the block around {other}",
                    number=system.value,
                    system=Sentence(system.id),
                    field=field_name((row, column)),
                    other=field_name(spots[0]),
                ),
            )


def _named_systems(where: str, names: object, systems: tuple[System, ...]) -> tuple[System, ...]:
    if not isinstance(names, list):
        raise SheetError(where, Sentence("must be a list of systems"))
    return tuple(_named_system(where, name, systems) for name in names)


def _named_system(where: str, name: object, systems: tuple[System, ...]) -> System:
    system = SYSTEMS_BY_ID.get(name) if isinstance(name, str) else None
    if system is None:
        raise SheetError(
            where,
            Sentence(
                "{name} isn’t a system (known: {known})",
                name=_quoted(name),
                known=", ".join(SYSTEMS_BY_ID),
            ),
        )
    if system not in systems:
        raise SheetError(
            where, Sentence("{system} has no fields on the grid", system=Sentence(system.id))
        )
    return system


def _check_each_once(where: str, named: Iterable[System], systems: tuple[System, ...]) -> None:
    counts = Counter(named)
    for system in systems:
        if counts[system] != 1:
            name = Sentence(system.id)
            if counts[system]:
                raise SheetError(where, Sentence("{system} is listed more than once", system=name))
            raise SheetError(where, Sentence("{system} is missing", system=name))


def _screens(screens: object, systems: tuple[System, ...]) -> tuple[tuple[System, ...], ...]:
    if not isinstance(screens, list) or len(screens) != SCREENS:
        raise SheetError("screens", Sentence("must be a list of {count} screens", count=SCREENS))
    named = tuple(
        _named_systems(Sentence("screens, screen {number}", number=number), screen, systems)
        for number, screen in enumerate(screens, start=1)
    )
    _check_each_once("screens", (system for screen in named for system in screen), systems)
    if MISSION_ONLY in systems:
        for number, screen in enumerate(named, start=1):
            _check_screen_mates(number, screen)
    return named


def _check_screen_mates(number: int, screen: tuple[System, ...]) -> None:
    """Artillery and portholes depend on *both other* systems of their screen."""
    for system in SWITCHLESS.intersection(screen):
        mates = [mate for mate in screen if mate is not system]
        if len(mates) != 2 or not all(mate.has_switch for mate in mates):
            raise SheetError(
                Sentence("screens, screen {number}", number=number),
                Sentence(
                    "{system} has no switch, so its screen needs exactly two other systems, "
                    "both with a switch",
                    system=Sentence(system.id),
                ),
            )


def _limits(limits: object, systems: tuple[System, ...]) -> tuple[tuple[System, int], ...]:
    if not isinstance(limits, Mapping):
        raise SheetError("limits", Sentence("must be a table of system = uses per game"))
    return tuple(
        sorted(
            (
                _named_system("limits", name, systems),
                _whole_number(f"limits, {name}", uses, 1, MAX_USES),
            )
            for name, uses in limits.items()
        )
    )


def _solo(solo: object, systems: tuple[System, ...]) -> SoloPanel | None:
    if solo is None:
        return None
    if not isinstance(solo, Mapping):
        raise SheetError("solo", Sentence("must be a table with boxes, explosions and arrows"))
    for key in ("boxes", "arrows"):
        if key not in solo:
            raise SheetError(f"solo, {key}", Sentence("is missing"))
    arrows = _named_systems("solo, arrows", solo["arrows"], systems)
    _check_each_once("solo, arrows", arrows, systems)
    return SoloPanel(
        boxes=_whole_number("solo, boxes", solo["boxes"], 1, MAX_BOXES),
        explosions=_whole_number(
            "solo, explosions", solo.get("explosions", len(systems)), 0, len(systems)
        ),
        arrows=arrows,
    )
