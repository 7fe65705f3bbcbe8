"""Field names, on the grid and beyond its edge."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from torpedo_dice.rules import field_name, parse_field
from torpedo_dice.rules.fields import MAX_COLUMNS, MAX_ROWS

NAMES = {
    (0, 0): "A1",
    (1, 3): "B4",
    (15, 31): "P32",
    (2, -1): "C0",
    (2, -2): "C-1",
    (2, 14): "C15",
    (-1, 0): "Z1",
    (-2, 0): "Y1",
    (-5, -5): "V-4",
    (20, 36): "U37",
}


@pytest.mark.parametrize(("field", "name"), NAMES.items())
def test_names_of_fields(field: tuple[int, int], name: str) -> None:
    """The letter is the row, the number the column; the names continue beyond the edge."""
    assert field_name(field) == name
    assert parse_field(name) == field
    assert parse_field(name.lower()) == field


@given(st.integers(-5, MAX_ROWS + 4), st.integers(-10000, 9998))
def test_names_round_trip(row: int, column: int) -> None:
    """Every field within a torpedo's reach has a unique name."""
    assert parse_field(field_name((row, column))) == (row, column)


def test_no_name_is_used_twice() -> None:
    """On the largest grid plus five fields on each side, all names differ."""
    fields = [(r, c) for r in range(-5, MAX_ROWS + 5) for c in range(-5, MAX_COLUMNS + 5)]
    assert len({field_name(field) for field in fields}) == len(fields)


@pytest.mark.parametrize("field", [(-6, 0), (21, 0), (100, 3)])
def test_out_of_reach_is_written_as_numbers(field: tuple[int, int]) -> None:
    """A row without a letter is written as numbers, which can't be mistaken for a name."""
    assert field_name(field) == f"({field[0]},{field[1]})"
    assert parse_field(field_name(field)) is None


@pytest.mark.parametrize(
    "text",
    ["", "A", "1", "1A", "AA1", "A01", "A-0", "A+1", "A--1", "A.0", "A 1", " A1", "A1\n", "A12345"],
)
def test_what_is_no_name(text: str) -> None:
    """Anything but a letter and a number is invalid."""
    assert parse_field(text) is None


@pytest.mark.parametrize("text", ["A1\u0663", "A1\uff12", "\u01311", "\u017f1", "\u00c41"])
def test_letters_and_digits_of_other_scripts_are_no_names(text: str) -> None:
    """Only A to Z and 0 to 9 are valid, so that a field has one name and no look-alikes."""
    assert parse_field(text) is None
