"""Fields of the grid and their names: a letter for the row, a number for the column.

`A1` is the top left field. A torpedo may also land outside the grid: columns continue below
1 and past the last one (`C0`, `C-1`, `C15`), rows continue past the last letter, and the rows above
`A` are `Z`, `Y`, … `V`. A sheet has at most 16 rows, so no letter is used twice.
"""

from __future__ import annotations

import re
from typing import TypeAlias

# Row and column, counted from 0 at the top left.
Field: TypeAlias = tuple[int, int]

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# A line of six torpedoes reaches at most five rows beyond the grid, above and below it.
_ROWS_ABOVE = 5
MAX_ROWS = len(_LETTERS) - 2 * _ROWS_ABOVE
MAX_COLUMNS = 32

_FIELD = re.compile(r"([A-Za-z])(0|-?[1-9][0-9]{0,3})")


def field_name(field: Field) -> str:
    """Return the name of a field, or its numbers if it is beyond the reach of any shot."""
    row, column = field
    if not -_ROWS_ABOVE <= row < MAX_ROWS + _ROWS_ABOVE:
        return f"({row},{column})"
    return f"{_LETTERS[row]}{column + 1}"


def parse_field(text: str) -> Field | None:
    """Parse a field's name, in either case; return None if it is invalid."""
    match = _FIELD.fullmatch(text)
    if match is None:
        return None
    row = _LETTERS.index(match[1].upper())
    if row >= MAX_ROWS + _ROWS_ABOVE:
        row -= len(_LETTERS)
    return row, int(match[2]) - 1
