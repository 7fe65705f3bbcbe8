"""The language that is spoken: its catalogue, its plurals, its lists and its numbers.

English stands in the code. The catalogues of the others lie beside this file, in gettext's form,
and are read with the standard library alone. `docs/languages.md` tells how they are kept.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final

from torpedo_dice.rules import Sentence

DOMAIN: Final = "torpedo_dice"
FOLDER: Final = Path(__file__).parent
# Every language, by its code, under the name that its speakers give it.
LANGUAGES: Final = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "nl": "Nederlands",
    "pt": "Português",
}
ENGLISH: Final = "en"
# Where a language may be wished for; the first that is set decides.
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

_wished: list[str] = []
# Whoever is being answered now, where a program speaks with several people.
_answered: ContextVar[str | None] = ContextVar("answered", default=None)


class UnknownLanguageError(ValueError):
    """A language that is not spoken here; the message lists those that are."""


def use(language: str | None) -> None:
    """Speak this language from now on; None is the one that the environment asks for."""
    if language is not None and language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise UnknownLanguageError(
            Sentence(
                "{language} is not a language here: use {known}", language=language, known=known
            )
        )
    _wished[:] = [] if language is None else [language]


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak one of the languages to whoever is answered meanwhile; others hear nothing of it."""
    token = _answered.set(language)
    try:
        yield
    finally:
        _answered.reset(token)


def in_use() -> str:
    """Return the code of the language that is spoken."""
    answered = _answered.get()
    if answered is not None:
        return answered
    return _wished[0] if _wished else from_environment(os.environ)


def from_environment(environ: Mapping[str, str]) -> str:
    """Return the first language wished for that is spoken here, or else English."""
    wishes = next((environ[name] for name in _VARIABLES if environ.get(name)), "")
    for wish in wishes.split(":"):
        language = wish.replace(".", "_").replace("@", "_").replace("-", "_").split("_")[0].lower()
        if language in LANGUAGES:
            return language
    return ENGLISH


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language; that of English is empty and gives back what it gets."""
    if language == ENGLISH:
        return NullTranslations()
    with (FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)


# --------------------------------------------------------------------- texts


def gettext(text: str) -> str:
    """Return a text in the language that is spoken."""
    return catalogue(in_use()).gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the text for so many."""
    return catalogue(in_use()).ngettext(one, many, count)


def pgettext(context: str, text: str) -> str:
    """Return a text that means something else elsewhere."""
    return catalogue(in_use()).pgettext(context, text)


def N_(text: str) -> str:  # noqa: N802  # the name that gettext's tools know
    """Mark a text for the catalogues; it is translated where it is said."""
    return text


def told(what: object) -> str:
    """Say a sentence, or an error's, in the language that is spoken; other texts stay."""
    if isinstance(what, BaseException) and what.args and isinstance(what.args[0], Sentence):
        what = what.args[0]
    if not isinstance(what, Sentence):
        return str(what)
    # A value may be formatted as the number that it is, so only what has words is replaced.
    values = {
        name: told(value) if isinstance(value, Sentence | BaseException) else value
        for name, value in what.values.items()
    }
    return gettext(what.pattern).format(**values)


def listed(things: Iterable[str]) -> str:
    """Return "a, b and c"."""
    *others, last = things
    if not others:
        return last
    return gettext("{first} and {last}").format(first=", ".join(others), last=last)


def shortest(number: float) -> str:
    """Return a number with no more digits than it needs."""
    return f"{number:g}".replace(".", _point())


def decimal(number: float, digits: int) -> str:
    """Return a number with so many digits after the point, or after the comma."""
    return f"{number:.{digits}f}".replace(".", _point())


def _point() -> str:
    return pgettext("between a whole number and its decimal digits", ".")
