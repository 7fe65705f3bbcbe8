"""The catalogues are complete, well-formed and up to date."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from tools.messages import OTHERS, forms, mo_file, read_catalogue, template

languages = pytest.mark.parametrize("language", OTHERS)


@cache
def _catalogue(language: str) -> Catalog:
    return read_catalogue(language)


@cache
def _texts() -> Catalog:
    return template()


def _messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def _english(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@languages
def test_it_holds_the_texts_that_there_are(language: str) -> None:
    """`make messages` has been run: no text is missing, and none is obsolete."""
    held = {(message.id, message.context) for message in _messages(_catalogue(language))}
    assert held == {(message.id, message.context) for message in _messages(_texts())}


@languages
def test_nothing_is_empty_or_guessed(language: str) -> None:
    """Every text is translated, including all plural forms; none is marked as fuzzy."""
    catalogue = _catalogue(language)
    for message in _messages(catalogue):
        assert not message.fuzzy, message.id
        assert all(form.strip() for form in forms(message)), message.id
        assert len(forms(message)) == (catalogue.num_plurals if message.pluralizable else 1)


@languages
def test_the_same_is_filled_in(language: str) -> None:
    """A translation has exactly the placeholders of the English text."""
    for message in _messages(_catalogue(language)):
        wanted = _names(_english(message)[-1])
        for form in forms(message):
            assert _names(form) == wanted, form


@languages
def test_spaces_and_lines_are_kept(language: str) -> None:
    """Texts that are concatenated with others keep the surrounding whitespace of the English."""
    for message in _messages(_catalogue(language)):
        english = _english(message)[0]
        for form in forms(message):
            assert form.startswith(" ") == english.startswith(" "), form
            assert form.endswith(" ") == english.endswith(" "), form
            assert form.count("\n") == english.count("\n"), form


@languages
def test_what_is_read_is_what_was_written(language: str) -> None:
    """The compiled catalogue matches the .po file."""
    with mo_file(language).open("rb") as file:
        compiled = GNUTranslations(file)
    for message in _messages(_catalogue(language)):
        one, *more = _english(message)
        for number, form in enumerate(forms(message), start=1):
            if more and message.context:
                said = compiled.npgettext(message.context, one, more[0], number)
            elif more:
                said = compiled.ngettext(one, more[0], number)
            elif message.context:
                said = compiled.pgettext(message.context, one)
            else:
                said = compiled.gettext(one)
            assert said == form
