"""A small submarine, so that drawings and aims can be read at a glance."""

from __future__ import annotations

import pytest

from torpedo_dice.rules import Sheet, parse_sheet

SYSTEMS = ["periscope", "artillery", "tower", "fins", "engine", "portholes", "propeller"]


def sheet_of(grid: list[str], *, reserve: int = 4, solo: bool = True) -> Sheet:
    """Return a sheet with this grid and the usual screens."""
    mission = any("7" in row for row in grid)
    return parse_sheet(
        {
            "name": "small",
            "grid": grid,
            "reserve": reserve,
            "screens": [SYSTEMS[:3], SYSTEMS[3:4], SYSTEMS[4 : 7 if mission else 6]],
            "limits": {} if mission else {"artillery": 1, "portholes": 3},
            "solo": {"boxes": 2, "arrows": SYSTEMS} if mission and solo else None,
        }
    )


@pytest.fixture
def small() -> Sheet:
    """A Mission sheet of three rows and five columns."""
    return sheet_of([". 1 1 3 .", "2 o 4 4 5", ". 6 . 7 ."])


@pytest.fixture
def small_training() -> Sheet:
    """A Training sheet of three rows and five columns."""
    return sheet_of([". 1 1 3 .", "2 o 4 4 5", ". 6 6 . ."])
