"""The limits on a sheet's data, which may come from a stranger's JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from torpedo_dice.rules import SheetError, parse_sheet
from torpedo_dice.rules.sheet_limits import MAX_DEPTH, MAX_LENGTH, MAX_VALUES, check_sheet_limits
from torpedo_dice.sheets import load_sheet


class CountingList(list[Any]):
    """A list that counts how many of its items are visited."""

    visited = 0

    def __iter__(self) -> Iterator[Any]:
        for item in super().__iter__():
            self.visited += 1
            yield item


def nested(levels: int) -> dict[str, Any]:
    """Return tables inside tables."""
    data: dict[str, Any] = {}
    for _ in range(levels - 1):
        data = {"a": data}
    return data


@pytest.mark.parametrize("name", ["training", "mission"])
def test_our_sheets_are_far_below_the_limits(name: str) -> None:
    """A sheet needs less than a fifth of what is allowed."""
    data = load_sheet(name).to_data()
    check_sheet_limits({str(copy): data["screens"] for copy in range(5)})
    check_sheet_limits({str(copy): data["grid"] for copy in range(5)})
    assert parse_sheet(data) == load_sheet(name)


def test_the_limits_are_exact() -> None:
    """What reaches a limit is accepted, one more is not."""
    check_sheet_limits(nested(MAX_DEPTH))
    with pytest.raises(SheetError, match="nested more than 8 levels deep"):
        check_sheet_limits(nested(MAX_DEPTH + 1))
    check_sheet_limits({"a": [1] * (MAX_VALUES - 1)})
    with pytest.raises(SheetError, match="has more than 500 values"):
        check_sheet_limits({"a": [1] * MAX_VALUES})
    check_sheet_limits({"a": "x" * (MAX_LENGTH - 1)})
    with pytest.raises(SheetError, match="is larger than 32 KiB"):
        check_sheet_limits({"a": "x" * MAX_LENGTH})


@pytest.mark.parametrize(
    "part",
    [
        {f"key {n}": n for n in range(100_000)},
        ["fins"] * 100_000,
        nested(100_000),
        ". " * 1_000_000,
        {"x" * 1_000_000: 1},
        [["fins"] * 100] * 100,
    ],
    ids=["keys", "items", "nested", "text", "long key", "lists of lists"],
)
@pytest.mark.parametrize("key", ["grid", "screens", "limits", "solo", "name", "reserve", "other"])
def test_a_huge_part_is_rejected_wherever_it_is(key: str, part: object) -> None:
    """Also under a key that is otherwise ignored."""
    data = load_sheet("mission").to_data() | {key: part}
    with pytest.raises(SheetError, match=r"is larger than|has more than|is nested more than"):
        parse_sheet(data)


def test_the_items_of_a_list_that_is_too_long_are_not_visited() -> None:
    """Its length is enough to reject it."""
    items = CountingList([1] * 100_000)
    with pytest.raises(SheetError, match="has more than 500 values"):
        check_sheet_limits({"a": items})
    assert items.visited == 0
