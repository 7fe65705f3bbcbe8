"""Limits on the size of a sheet, whatever it contains.

Sheets are untrusted input. These limits are far beyond any sensible sheet, and they are checked
before anything else, so that rejecting a malicious one is cheap.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torpedo_dice.rules.errors import SheetError
from torpedo_dice.rules.sentence import Sentence

# A sheet of 16 rows, with limits and a solo panel, has fewer than 60 values, 3 levels deep.
MAX_VALUES = 500
MAX_DEPTH = 8
# In characters of text, including the names of keys.
MAX_LENGTH = 32 * 1024


def check_sheet_limits(data: Mapping[str, Any]) -> None:
    """Raise SheetError if the data of a sheet is too large or too deeply nested.

    Counts the parts of a list or table before visiting them, so the work is bounded too.
    """
    values = length = 0
    waiting: list[tuple[object, int]] = [(data, 1)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, str):
            length += len(value)
            if length > MAX_LENGTH:
                raise too_long()
        elif isinstance(value, Mapping | list):
            if depth > MAX_DEPTH:
                raise too_deep()
            values += len(value)
            if values > MAX_VALUES:
                raise too_many_values()
            waiting += ((part, depth + 1) for part in value)
            if isinstance(value, Mapping):
                waiting += ((part, depth + 1) for part in value.values())


def too_long() -> SheetError:
    """Return the error for a sheet with too much text."""
    return SheetError("", Sentence("is larger than {size} KiB", size=MAX_LENGTH // 1024))


def too_deep() -> SheetError:
    """Return the error for a sheet that is nested too deeply."""
    return SheetError("", Sentence("is nested more than {count} levels deep", count=MAX_DEPTH))


def too_many_values() -> SheetError:
    """Return the error for a sheet with too many keys and values."""
    return SheetError("", Sentence("has more than {count} values", count=MAX_VALUES))
