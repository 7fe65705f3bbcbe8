"""A text that keeps its template and values, so that it can be translated later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self


class Sentence(str):
    """An English text, built from a template and the values of its `{names}`.

    It is an ordinary `str`, to be printed, compared or serialised like any other. To translate it,
    look up the template, and also any values that are sentences or errors themselves.
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


class PlayerAt(Sentence):
    """The player at a seat, as a value of another sentence: "player 1" until `named` fills it in.

    The rules know seats, but players know each other by name.
    """

    seat: int

    __slots__ = ("seat",)

    def __new__(cls, seat: int, /) -> Self:
        """Name the player at a seat; players count from 1."""
        nameless = Sentence("player {number}", number=seat + 1)
        self = str.__new__(cls, nameless)
        self.pattern, self.values, self.seat = nameless.pattern, nameless.values, seat
        return self

    def __getnewargs_ex__(self) -> Any:
        return (self.seat,), {}


def named(what: str, names: Sequence[str | None]) -> str:
    """Return a sentence in which the players have their names, by seat.

    A player whose name is None, or missing, stays "player 1".
    """
    if isinstance(what, PlayerAt):
        return (names[what.seat] if what.seat < len(names) else None) or what
    if not isinstance(what, Sentence):
        return what
    values = {
        key: named(value, names) if isinstance(value, str) else value
        for key, value in what.values.items()
    }
    return Sentence(what.pattern, **values)
