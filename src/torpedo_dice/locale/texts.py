"""Descriptors for texts that are defined as class attributes and translated on access.

Each text is looked up in the current language whenever it is read from an instance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

from torpedo_dice.locale import gettext, ngettext

K = TypeVar("K")


class Text:
    """A single text."""

    def __init__(self, english: str) -> None:
        self.english = english

    def __get__(self, instance: object, owner: type) -> str:
        """Return it in the current language."""
        return gettext(self.english)


class Texts(Generic[K]):
    """A mapping to texts; mark each text with `N_`."""

    def __init__(self, english: Mapping[K, str]) -> None:
        self.english = english

    def __get__(self, instance: object, owner: type) -> dict[K, str]:
        """Return the mapping in the current language."""
        return {key: gettext(text) for key, text in self.english.items()}


class Lines:
    """Several lines that are translated together."""

    def __init__(self, english: str) -> None:
        self.english = english

    def __get__(self, instance: object, owner: type) -> tuple[str, ...]:
        """Return the lines in the current language."""
        return tuple(gettext(self.english).splitlines())


class Words:
    """Words a player may type, separated by spaces; the first one is displayed."""

    def __init__(self, english: str) -> None:
        self.english = english

    def __get__(self, instance: object, owner: type) -> tuple[str, ...]:
        """Return the words in the current language; the English ones are always accepted too."""
        return tuple(dict.fromkeys((*gettext(self.english).split(), *self.english.split())))


class Plural:
    """A text with a singular and a plural, selected by `{count}`."""

    def __init__(self, one: str, many: str) -> None:
        self.one = one
        self.many = many

    def of(self, count: int, **values: object) -> str:
        """Return the text for `count`."""
        return ngettext(self.one, self.many, count).format(count=count, **values)
