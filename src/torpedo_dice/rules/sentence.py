"""A sentence that remembers how it was made, so that it can be said in another language."""

from __future__ import annotations

from typing import Any, Self


class Sentence(str):
    """An English text, made of a pattern and the values for its `{names}`.

    It is the text itself: to print, compare or send it needs nothing else. Whoever speaks another
    language looks up the pattern, and the values that are sentences too.
    """

    pattern: str
    values: dict[str, object]

    __slots__ = ("pattern", "values")

    def __new__(cls, pattern: str, /, **values: object) -> Self:
        """Fill in a pattern."""
        self = super().__new__(cls, pattern.format(**values))
        self.pattern = pattern
        self.values = values
        return self

    def __getnewargs_ex__(self) -> Any:
        return (self.pattern,), self.values
