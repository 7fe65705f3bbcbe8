"""Validation of sheet data: every possible fault, reported with its location."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.positions import GRID, drill_data
from torpedo_dice.rules import SheetError, System, parse_sheet


def fault(**changes: Any) -> tuple[str, str]:
    """Return the location and reason of the fault in the changed data."""
    return fault_of(drill_data() | changes)


def fault_of(data: object) -> tuple[str, str]:
    """Return the location and reason of the fault in some data."""
    with pytest.raises(SheetError) as caught:
        parse_sheet(data)
    error = caught.value
    assert str(error) == (f"{error.where}: {error.why}" if error.where else error.why)
    return error.where, error.why


def with_row(number: int, row: str) -> list[str]:
    """Return the drill grid with one row replaced."""
    return [row if i == number else text for i, text in enumerate(GRID, start=1)]


@pytest.mark.parametrize("data", [None, [], "sheet", 3])
def test_a_sheet_is_a_table(data: object) -> None:
    """Anything else is refused, with the list of a sheet's keys."""
    where, why = fault_of(data)
    assert where == ""
    assert "table with name, grid, reserve, screens, limits and solo" in why


@pytest.mark.parametrize("key", ["name", "grid", "reserve", "screens"])
def test_a_missing_key(key: str) -> None:
    """A missing required key is named."""
    data = drill_data()
    del data[key]
    assert fault_of(data) == (key, "is missing")


def test_limits_and_solo_may_be_missing() -> None:
    """Limits and the solo panel are optional."""
    data = drill_data()
    del data["solo"]
    sheet = parse_sheet(data)
    assert (sheet.limits, sheet.solo) == ((), None)


def test_keys_that_are_not_known_are_passed_over() -> None:
    """Unknown keys are ignored: a game record may carry more than a sheet needs."""
    assert parse_sheet(drill_data() | {"author": "me"}) == parse_sheet(drill_data())


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, None, 5])
def test_name_must_be_a_short_text(name: object) -> None:
    """A name has 1 to 40 characters."""
    assert fault(name=name) == ("name", "must be a string of 1 to 40 characters")
    assert parse_sheet(drill_data() | {"name": "x" * 40}).name == "x" * 40


@pytest.mark.parametrize("name", ["two\nlines", "tab\t", "\x1b[31mred", "nul\0"])
def test_name_must_be_printable(name: str) -> None:
    """A name is a single line without control characters."""
    assert fault(name=name) == ("name", "must be one line of printable characters")


@pytest.mark.parametrize("reserve", [0, -1, 61, 12.0, "12", True, None])
def test_a_silly_reserve(reserve: object) -> None:
    """The reserve is a whole number from 1 to 60."""
    assert fault(reserve=reserve) == (
        "reserve",
        f"must be a whole number from 1 to 60, not {reserve!r}",
    )
    assert parse_sheet(drill_data() | {"reserve": 60}).reserve == 60


def test_a_monstrous_reserve() -> None:
    """A number too long to print is refused like any other that is too large."""
    where, why = fault(reserve=1 << 20000)
    assert where == "reserve"
    assert "must be a whole number from 1 to 60" in why


@pytest.mark.parametrize("grid", [None, 5, [1, 2], ["1", None], {"A": "1"}])
def test_a_grid_is_rows_of_text(grid: object) -> None:
    """The grid is a list of strings or one string."""
    assert fault(grid=grid) == ("grid", "must be a list of strings, one per row")


def test_a_grid_may_be_one_text() -> None:
    """One string with several lines is equivalent to a list of rows."""
    text = "\n" + "\n".join(GRID) + "\n"
    assert parse_sheet(drill_data() | {"grid": text}) == parse_sheet(drill_data())


@pytest.mark.parametrize("rows", [0, 17])
def test_too_many_rows_or_none(rows: int) -> None:
    """A grid has 1 to 16 rows."""
    grid = ([*GRID, *[GRID[1]] * 20])[:rows]
    assert fault(grid=grid) == ("grid", f"must have 1 to 16 rows, not {rows}")


def test_sixteen_rows_are_possible() -> None:
    """The largest grid is accepted."""
    grid = [*GRID, *[GRID[1]] * 12]
    assert parse_sheet(drill_data() | {"grid": grid}).height == 16
    wide = [row + " ." * 24 for row in GRID]
    assert parse_sheet(drill_data() | {"grid": wide}).width == 32


@pytest.mark.parametrize("fields", [0, 33])
def test_too_many_columns_or_none(fields: int) -> None:
    """A row has 1 to 32 fields."""
    assert fault(grid=with_row(2, " ".join("." * fields))) == (
        "grid, row 2",
        f"must have 1 to 32 fields, not {fields}",
    )


@pytest.mark.parametrize("kind", ["8", "0", "x", "~", "O", "-", "٣", "①"])
def test_unknown_characters(kind: str) -> None:
    """An unknown character is reported with its row and column."""
    where, why = fault(grid=with_row(2, f". . {kind} . . . . ."))
    assert where == "grid, row 2, column 3"
    assert why == f"{kind!r} isn’t a field: use 1 to 7, 'o' or '.'"


def test_fields_without_a_space() -> None:
    """Fields without a separator get their own message."""
    assert fault(grid=with_row(2, ". . .. . . . .")) == (
        "grid, row 2, column 3",
        "'..' is more than one field: separate fields with spaces",
    )


def test_rows_of_different_length() -> None:
    """The first row with a different length is reported."""
    assert fault(grid=with_row(3, "5 . 6 . 7 . o")) == (
        "grid, row 3",
        "row 1 has 8 fields, this one 7",
    )


@pytest.mark.parametrize(
    ("number", "row", "name"),
    [(1, ". . . 2 . 3 . 4", "1 (periscope)"), (3, "5 . . . 7 . o o", "6 (portholes)")],
)
def test_a_system_is_missing(number: int, row: str, name: str) -> None:
    """Every system except the propeller must have fields."""
    assert fault(grid=with_row(number, row)) == ("grid", f"system {name} is missing")


def test_a_system_is_in_pieces() -> None:
    """The first field that doesn't touch the others is reported."""
    assert fault(grid=with_row(2, ". . . . . . 1 .")) == (
        "grid, row 2, column 7",
        "system 1 (periscope) isn’t connected: B7 doesn’t touch the block around A1",
    )
    where, _ = fault(grid=with_row(2, ". . . 1 . . . ."))
    assert where == "grid, row 2, column 4", "a gap of one field is a gap"


def test_a_corner_is_enough_to_touch() -> None:
    """Fields touch at a side or a corner."""
    sheet = parse_sheet(drill_data() | {"grid": with_row(2, ". . 1 . . . . .")})
    assert len(sheet.fields_of(sheet.system_targets[System.PERISCOPE])) == 3


def test_more_than_64_targets() -> None:
    """A grid has at most 64 targets."""
    grid = [*["1 1 1 1 1 1 1 1 1 1"] * 6, "2 3 4 5 6 . . . . ."]
    data = drill_data("training") | {"grid": grid}
    assert fault_of(data) == ("grid", "has 65 targets, but 64 is the maximum")
    grid[0] = ". 1 1 1 1 1 1 1 1 1"
    assert len(parse_sheet(data).targets) == 64


@pytest.mark.parametrize("screens", [None, {}, [], [[], []], [[], [], [], []], "abc"])
def test_there_are_three_screens(screens: object) -> None:
    """The screens are a list of three."""
    assert fault(screens=screens) == ("screens", "must be a list of 3 screens")


def screens(left: object, middle: object, right: object) -> tuple[str, str]:
    """Return the location and reason of the fault in these screens."""
    return fault(screens=[left, middle, right])


LEFT, MIDDLE = ["periscope", "artillery", "tower"], ["fins"]
RIGHT = ["engine", "portholes", "propeller"]


def test_a_screen_is_a_list_of_systems() -> None:
    """A screen that is not a list of systems is reported by its number."""
    assert screens(LEFT, "fins", RIGHT) == ("screens, screen 2", "must be a list of systems")
    where, why = screens(LEFT, ["fin"], RIGHT)
    assert where == "screens, screen 2"
    assert why.startswith("'fin' isn’t a system (known: periscope, artillery")
    assert screens(LEFT, [4], RIGHT)[1].startswith("4 isn’t a system")


def test_a_system_on_no_screen_or_on_two() -> None:
    """Every system must be on exactly one screen."""
    assert screens(LEFT, [], RIGHT) == ("screens", "fins is missing")
    assert screens(LEFT, ["fins", "fins"], RIGHT) == ("screens", "fins is listed more than once")
    assert screens([*LEFT, "fins"], MIDDLE, RIGHT) == ("screens", "fins is listed more than once")


def test_a_screen_with_a_system_that_has_no_fields() -> None:
    """Training's screens can't name the propeller."""
    data = drill_data("training") | {"screens": [LEFT, MIDDLE, RIGHT]}
    assert fault_of(data) == ("screens, screen 3", "propeller has no fields on the grid")


@pytest.mark.parametrize(
    ("left", "middle", "right", "where", "system"),
    [
        (["periscope", "artillery"], ["fins", "tower"], RIGHT, "screen 1", "artillery"),
        ([*LEFT, "fins"], [], RIGHT, "screen 1", "artillery"),
        (LEFT, ["fins", "engine"], ["portholes", "propeller"], "screen 3", "portholes"),
        (
            ["periscope", "artillery", "portholes"],
            ["fins"],
            ["engine", "tower", "propeller"],
            "screen 1",
            "",
        ),
    ],
)
def test_screens_that_do_not_fit(
    left: object, middle: object, right: object, where: str, system: str
) -> None:
    """In Mission, a system without a switch needs exactly two neighbours with one."""
    told, why = screens(left, middle, right)
    assert told == f"screens, {where}"
    assert why.startswith(system)
    assert why.endswith(
        "has no switch, so its screen needs exactly two other systems, both with a switch"
    )


def test_in_training_the_screens_may_be_as_they_are() -> None:
    """Without switches, a screen with two systems is fine."""
    assert len(parse_sheet(drill_data("training")).screens[2]) == 2


@pytest.mark.parametrize("limits", [None, [], 3, "artillery"])
def test_limits_are_a_table(limits: object) -> None:
    """Limits map systems to numbers of uses."""
    assert fault(limits=limits) == ("limits", "must be a table of system = uses per game")


@pytest.mark.parametrize("uses", [0, -1, 100, 1.5, True, "3"])
def test_limits_are_small_numbers(uses: object) -> None:
    """A limit is an integer from 1 to 99, and the message names the system."""
    assert fault(limits={"artillery": uses}) == (
        "limits, artillery",
        f"must be a whole number from 1 to 99, not {uses!r}",
    )


def test_limits_of_a_system_that_is_not_there() -> None:
    """A limit must name a system of this submarine."""
    assert fault(limits={"sonar": 3})[0] == "limits"
    assert fault(limits={"sonar": 3})[1].startswith("'sonar' isn’t a system")
    data = drill_data("training") | {"limits": {"propeller": 3}}
    assert fault_of(data) == ("limits", "propeller has no fields on the grid")


def solo(**changes: Any) -> tuple[str, str]:
    """Return the location and reason of the fault in a changed solo panel."""
    return fault(solo=drill_data()["solo"] | changes)


@pytest.mark.parametrize("panel", [[], 3, "yes", True])
def test_the_solo_panel_is_a_table(panel: object) -> None:
    """The solo panel is a table."""
    assert fault(solo=panel) == ("solo", "must be a table with boxes, explosions and arrows")


@pytest.mark.parametrize("key", ["boxes", "arrows"])
def test_the_solo_panel_lacks_a_key(key: str) -> None:
    """Boxes and arrows are required; explosions default to one per system."""
    panel = drill_data()["solo"]
    del panel[key]
    assert fault(solo=panel) == (f"solo, {key}", "is missing")
    panel = drill_data()["solo"]
    del panel["explosions"]
    sheet = parse_sheet(drill_data() | {"solo": panel})
    assert sheet.solo is not None
    assert sheet.solo.explosions == 7


@pytest.mark.parametrize("boxes", [0, 10, 1.0, True])
def test_the_solo_panels_boxes(boxes: object) -> None:
    """A system has 1 to 9 boxes."""
    assert solo(boxes=boxes) == (
        "solo, boxes",
        f"must be a whole number from 1 to 9, not {boxes!r}",
    )


@pytest.mark.parametrize("explosions", [-1, 8, None])
def test_the_solo_panels_explosions(explosions: object) -> None:
    """There are at most as many explosion boxes as systems."""
    assert solo(explosions=explosions) == (
        "solo, explosions",
        f"must be a whole number from 0 to 7, not {explosions!r}",
    )


def test_arrows_that_miss_a_system() -> None:
    """The arrows must visit every system once."""
    names = [system.id for system in System]
    assert solo(arrows=names[:-1]) == ("solo, arrows", "propeller is missing")
    assert solo(arrows=[*names, "fins"]) == ("solo, arrows", "fins is listed more than once")
    assert solo(arrows="1-7") == ("solo, arrows", "must be a list of systems")
    assert solo(arrows=[*names[:-1], "sonar"])[1].startswith("'sonar' isn’t a system")
