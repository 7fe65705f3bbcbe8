"""A text that keeps its template and values, so that it can be translated later."""

from __future__ import annotations

from typing import Any, Self


class Sentence(str):
    """An English text, built from a template and the values of its `{names}`.

    It is an ordinary `str`, to be printed, compared or serialised like any other. To translate it,
    look up the template, and also any values that are sentences themselves.
    """

    pattern: str
    values: dict[str, object]

    __slots__ = ("pattern", "values")

    def __new__(cls, pattern: str, /, **values: object) -> Self:
        """Fill in a template."""
        self = super().__new__(cls, pattern.format(**values))
        self.pattern = pattern
        self.values = values
        return self

    def __getnewargs_ex__(self) -> Any:
        return (self.pattern,), self.values
