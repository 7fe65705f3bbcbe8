"""The catalogues are complete, well-formed, up to date, and use the game's vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from tools.messages import OTHERS, forms, mo_file, read_catalogue, template

languages = pytest.mark.parametrize("language", OTHERS)

# The game's vocabulary as players know it: the stem of each word in every language.
WORDS = {
    "periscope": {"de": "periskop", "fr": "périscope", "nl": "periscoop", "pt": "periscópio"},
    "artillery": {"de": "geschütz", "fr": "artillerie", "nl": "artillerie", "pt": "artilharia"},
    "tower": {"de": "turm", "fr": "kiosque", "nl": "toren", "pt": "torre"},
    "fins": {"de": "ruder", "fr": "dérive", "nl": "vinnen", "pt": "lemes"},
    "engine": {"de": "antrieb", "fr": "moteur", "nl": "motor", "pt": "motores"},
    "portholes": {"de": "bullaugen", "fr": "hublots", "nl": "vensters", "pt": "escotilhas"},
    "propeller": {"de": "propeller", "fr": "hélices", "nl": "schroef", "pt": "hélice"},
    "Training": {"de": "training", "fr": "entraînement", "nl": "training", "pt": "treino"},
    "Mission": {"de": "mission", "fr": "mission", "nl": "missie", "pt": "missão"},
    "reserve torpedo(es)?": {
        "de": "reserve-torpedo",
        "fr": "torpilles? de réserve",
        "nl": "reservetorpedo",
        "pt": "torpedos? sobresselente",
    },
    "{(n|count)} hits?": {"de": "treffer", "fr": "touché", "nl": "raak", "pt": "acerto"},
    "{(n|count)} miss(es)?": {"de": "fehlsch[uü]ss", "fr": "manqué", "nl": "mis", "pt": "falha"},
    "dashboard": {
        "de": "armaturenbrett",
        "fr": "tableau de bord",
        "nl": "dashboard",
        "pt": "painel de controlo",
    },
    "(its|the|left|their) screen": {
        "de": "bildschirm",
        "fr": "écran",
        "nl": "paneel",
        "pt": "ecrã",
    },
    "skull": {"de": "totenkopf", "fr": "case mort", "nl": "doodshoofd", "pt": "caveira"},
    "explosion box(es)?": {
        "de": "explosionsfeld",
        "fr": "cases? explosion",
        "nl": "explosieveld",
        "pt": "espaços? de explosão",
    },
    "round": {"de": "runde", "fr": "tour", "nl": "ronde", "pt": "ronda"},
    "Lieutenant": {"de": "leutnant", "fr": "lieutenant", "nl": "luitenant", "pt": "tenente"},
    "Captain": {"de": "kapitän", "fr": "capitaine", "nl": "kapitein", "pt": "capitão"},
    "Admiral": {"de": "admiral", "fr": "amiral", "nl": "admiraal", "pt": "almirante"},
}


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


@languages
@pytest.mark.parametrize("word", WORDS)
def test_the_words_of_the_game(language: str, word: str) -> None:
    """Wherever the English text names a thing in the game, so does the translation."""
    found = 0
    for message in _messages(_catalogue(language)):
        if re.search(rf"(?<![\w.]){word}\b", _english(message)[-1]):
            found += 1
            for form in forms(message):
                assert re.search(WORDS[word][language], form, flags=re.IGNORECASE), form
    assert found, word
