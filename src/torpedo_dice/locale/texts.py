"""Texts that a module keeps as data and that are said in the language of the moment.

They stand in a class, and each is translated when it is read from an object of that class.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from torpedo_dice.locale import gettext, ngettext

K = TypeVar("K")


class Text:
    """One text."""

    def __init__(self, english: str) -> None:
        self.english = english

    def __get__(self, instance: object, owner: type) -> str:
        """Return it in the language that is spoken."""
        return gettext(self.english)


class Texts(Generic[K]):
    """A text for each of several things; mark each with `N_`."""

    def __init__(self, english: Mapping[K, str]) -> None:
        self.english = english

    def __get__(self, instance: object, owner: type) -> dict[K, str]:
        """Return them in the language that is spoken."""
        return {key: gettext(text) for key, text in self.english.items()}


class Lines:
    """Several lines that are translated together."""

    def __init__(self, english: str) -> None:
        self.english = english

    def __get__(self, instance: object, owner: type) -> tuple[str, ...]:
        """Return the lines in the language that is spoken."""
        return tuple(gettext(self.english).splitlines())


class Words:
    """What a player may type, parted by spaces; the first word is the one that is shown."""

    def __init__(self, english: str) -> None:
        self.english = english

    def __get__(self, instance: object, owner: type) -> tuple[str, ...]:
        """Return the words of the language that is spoken; the English ones always do as well."""
        return tuple(dict.fromkeys((*gettext(self.english).split(), *self.english.split())))


class Plural:
    """A text that is said of one or of many: `{count}` decides."""

    def __init__(self, one: str, many: str) -> None:
        self.one = one
        self.many = many

    def of(self, count: int, **values: object) -> str:
        """Say it of so many."""
        return ngettext(self.one, self.many, count).format(count=count, **values)
