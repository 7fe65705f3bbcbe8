"""Which language is used, and how it formats lists, numbers and messages."""

from __future__ import annotations

import asyncio
import copy
import pickle

import pytest

from torpedo_dice.locale import (
    LANGUAGES,
    UnknownLanguageError,
    catalogue,
    decimal,
    from_environment,
    in_use,
    listed,
    shortest,
    speaking,
    told,
    use,
)
from torpedo_dice.rules import Sentence, SheetError
from torpedo_dice.sheets import parse_sheet_toml


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "pt_BR"}, "pt"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE", "LC_MESSAGES": "nl_NL@euro"}, "nl"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
        ({"LANGUAGE": "xx:pt:fr", "LANG": "de_DE"}, "pt"),
        ({"LANGUAGE": "en:de"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
    ],
)
def test_the_environment_asks_for_a_language(environment: dict[str, str], language: str) -> None:
    """The first variable set decides, and within it the first supported language."""
    assert from_environment(environment) == language


def test_a_language_is_used_until_another_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """An explicitly chosen language takes precedence over the environment."""
    monkeypatch.setenv("LANGUAGE", "nl")
    assert in_use() == "nl"
    use("fr")
    assert in_use() == "fr"
    use(None)
    assert in_use() == "nl"


def test_each_client_is_answered_in_its_own_language() -> None:
    """Concurrent tasks each keep their own language, independent of the process-wide one."""
    sentence = Sentence("there’s no table {table!r}", table="x")

    async def answer(language: str) -> str:
        with speaking(language):
            await asyncio.sleep(0)
            # A worker thread inherits the language of the task that started it.
            assert await asyncio.to_thread(in_use) == language
            return told(sentence)

    async def answers() -> list[str]:
        return await asyncio.gather(*map(answer, LANGUAGES))

    use("nl")
    words = [catalogue(language).gettext(sentence.pattern) for language in LANGUAGES]
    assert len(set(words)) == len(LANGUAGES)
    assert asyncio.run(answers()) == [text.format(table="x") for text in words]
    assert in_use() == "nl"


def test_a_language_that_nobody_speaks_here() -> None:
    """The error lists the supported languages, in the current language."""
    use("de")
    with pytest.raises(UnknownLanguageError) as error:
        use("xx")
    assert str(error.value) == "unknown language xx: use en, de, fr, nl, pt"
    assert told(error.value) == "unbekannte Sprache xx: Möglich sind en, de, fr, nl, pt"
    assert in_use() == "de"


@pytest.mark.parametrize(
    ("language", "three", "half"),
    [
        ("en", "A, B and C", "0.50"),
        ("de", "A, B und C", "0,50"),
        ("fr", "A, B et C", "0,50"),
        ("nl", "A, B en C", "0,50"),
        ("pt", "A, B e C", "0,50"),
    ],
)
def test_lists_and_numbers(language: str, three: str, half: str) -> None:
    """Each language has its own word for "and" and its own decimal separator."""
    use(language)
    assert listed(["A", "B", "C"]) == three
    assert listed(["A"]) == "A"
    assert decimal(0.5, 2) == half
    assert shortest(0.5) == half[:-1]
    assert decimal(2, 0) == "2"


def test_an_error_of_the_rules_is_told_in_every_language() -> None:
    """The error is in English; its sentence is translated together with the values it contains."""
    with pytest.raises(SheetError) as error:
        parse_sheet_toml("name = 'x'\nreserve = 1\nscreens = []\ngrid = '1 x'")
    assert str(error.value) == ("grid, row 1, column 2: 'x' isn’t a field: use 1 to 7, 'o' or '.'")
    use("de")
    assert told(error.value) == (
        "grid, Zeile 1, Spalte 2: 'x' ist kein Feld: Möglich sind 1 bis 7, 'o' oder '.'"
    )


def test_a_sentence_is_a_text_that_remembers() -> None:
    """It can be compared, copied and pickled without losing its pattern."""
    inner = Sentence("tower")
    sentence = Sentence("{system} is missing", system=inner)
    assert sentence == "tower is missing"
    for same in (pickle.loads(pickle.dumps(sentence)), copy.deepcopy(sentence)):  # noqa: S301
        assert same == sentence
        use("nl")
        assert told(same) == "toren ontbreekt"
        use("en")
        assert told(same) == sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_errors_are_told_as_they_are(language: str) -> None:
    """A text without a pattern isn't ours to translate, so it is left alone."""
    use(language)
    assert told(OSError(5, "gone")) == "gone"
    assert told(ValueError("a {brace")) == "a {brace"
    assert told(ValueError()) == ""
