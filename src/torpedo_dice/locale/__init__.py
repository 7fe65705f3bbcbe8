"""The current language: its catalogue, plurals, lists and numbers.

The English texts are in the code. The catalogues of the other languages are in this folder, in
gettext format, and are read with the standard library alone. `docs/languages.md` explains how to
maintain them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from torpedo_dice.rules import Sentence

DOMAIN: Final = "torpedo_dice"
FOLDER: Final = Path(__file__).parent
# Every supported language by its code, under its own name.
LANGUAGES: Final = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "nl": "Nederlands",
    "pt": "Português",
}
ENGLISH: Final = "en"
# Environment variables that select a language; the first one set wins.
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

_wished: list[str] = []
# Overrides the language for the current request or connection.
_answered: ContextVar[str | None] = ContextVar("answered", default=None)


class UnknownLanguageError(ValueError):
    """Raised for an unsupported language; the message lists the supported ones."""


def use(language: str | None) -> None:
    """Set the language of this process; None means the one from the environment."""
    if language is not None and language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise UnknownLanguageError(
            Sentence("unknown language {language}: use {known}", language=language, known=known)
        )
    _wished[:] = [] if language is None else [language]


class speaking:  # noqa: N801  # it reads like a function
    """Use a language within this context only, without affecting other threads or tasks.

    The server enters one for every message, and a generator-based context manager would take three
    times as long.
    """

    __slots__ = ("_language", "_token")

    def __init__(self, language: str) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._token = _answered.set(self._language)

    def __exit__(self, *_error: object) -> None:
        _answered.reset(self._token)


def in_use() -> str:
    """Return the code of the current language."""
    answered = _answered.get()
    if answered is not None:
        return answered
    return _wished[0] if _wished else from_environment(os.environ)


def from_environment(environ: Mapping[str, str]) -> str:
    """Return the first supported language that the environment asks for, or English."""
    wishes = next((environ[name] for name in _VARIABLES if environ.get(name)), "")
    for wish in wishes.split(":"):
        language = wish.replace(".", "_").replace("@", "_").replace("-", "_").split("_")[0].lower()
        if language in LANGUAGES:
            return language
    return ENGLISH


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language; English is an empty catalogue that returns its input."""
    if language == ENGLISH:
        return NullTranslations()
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)


# --------------------------------------------------------------------- texts


def gettext(text: str) -> str:
    """Translate a text into the current language."""
    return catalogue(in_use()).gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """Translate a text, choosing the plural form for `count`."""
    return catalogue(in_use()).ngettext(one, many, count)


def pgettext(context: str, text: str) -> str:
    """Translate a text whose meaning depends on its context."""
    return catalogue(in_use()).pgettext(context, text)


def N_(text: str) -> str:  # noqa: N802  # the name that gettext tools expect
    """Mark a text for extraction; it is translated where it is displayed."""
    return text


def told(what: object) -> str:
    """Translate a `Sentence`, or what an error says; return any other object as text."""
    if isinstance(what, BaseException):
        what = _said_by(what)
    if not isinstance(what, Sentence):
        return str(what)
    # Keep other values as they are: the template may apply a number format to them.
    values = {
        name: told(value) if isinstance(value, Sentence | BaseException) else value
        for name, value in what.values.items()
    }
    return gettext(what.pattern).format(**values)


def _said_by(error: BaseException) -> object:
    """Return the sentence of our own error, or what another one says in our words."""
    if error.args and isinstance(error.args[0], Sentence):
        return error.args[0]
    if type(error).__module__.startswith("torpedo_dice."):
        return str(error)
    # Imported here, because it marks its texts with `N_` of this module.
    from torpedo_dice.locale.foreign import in_our_words

    return in_our_words(error)


def listed(things: Iterable[str]) -> str:
    """Return "a, b and c"."""
    *others, last = things
    if not others:
        return last
    return gettext("{first} and {last}").format(first=", ".join(others), last=last)


def shortest(number: float) -> str:
    """Return a number with as few digits as necessary."""
    return f"{number:g}".replace(".", _point())


def decimal(number: float, digits: int) -> str:
    """Return a number with a fixed number of decimals and the language's decimal separator."""
    return f"{number:.{digits}f}".replace(".", _point())


def _point() -> str:
    return pgettext("between a whole number and its decimal digits", ".")
