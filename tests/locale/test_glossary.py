"""One word for one thing: every text uses the terms of the glossary and none of the banned ones."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.locale.passages import (
    PLAYERS,
    Passage,
    developer_passages,
    english,
    glossary,
    messages,
    player_passages,
    prose,
)
from tools.messages import OTHERS, forms
from torpedo_dice.locale import ENGLISH, LANGUAGES

WORDS = glossary(ENGLISH)["words"]
BANNED = [(language, ban) for language in LANGUAGES for ban in glossary(language)["banned"]]


def matches(ban: dict[str, Any], passages: tuple[Passage, ...]) -> list[str]:
    """Return where a banned wording stands, among the places that its ban covers."""
    places, pattern = ban.get("where", PLAYERS), re.compile(ban["say"])
    return [
        f"{passage.place}: {passage.text}"
        for passage in passages
        if passage.where in places and pattern.search(prose(passage.text))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_term(language: str) -> None:
    """A glossary names the same concepts as the English one."""
    assert list(glossary(language)["words"]) == list(WORDS)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("concept", WORDS)
def test_a_term_is_translated_by_its_term(language: str, concept: str) -> None:
    """Wherever the English text names a thing in the game, so does the translation."""
    there = re.compile(rf"(?<![\w.]){WORDS[concept]}\b")
    term = re.compile(glossary(language)["words"][concept])
    found = [message for message in messages(language) if there.search(english(message)[-1])]
    assert found, f"no English text matches {there.pattern}"
    wrong = [form for message in found for form in forms(message) if not term.search(form)]
    assert not wrong, f"without {term.pattern}"


@pytest.mark.parametrize(("language", "ban"), BANNED, ids=lambda value: str(value)[:40])
def test_no_banned_wording(language: str, ban: dict[str, Any]) -> None:
    """No text that a player reads uses wording that the glossary bans."""
    assert not matches(ban, player_passages(language)), f"say instead: {ban['instead']}"


@pytest.mark.parametrize("ban", glossary(ENGLISH)["banned"], ids=lambda ban: str(ban["say"])[:40])
def test_no_banned_wording_for_developers(ban: dict[str, Any]) -> None:
    """Documentation, comments and names avoid what is banned there, too."""
    assert not matches(ban, developer_passages()), f"say instead: {ban['instead']}"


def test_a_banned_wording_is_found() -> None:
    """The check itself: a text with banned wording fails, in the places that the ban covers."""
    ban = {"say": r"\bgrating\b", "where": ["page"]}
    text = "Place the grating"
    assert matches(ban, (Passage("page", "a.key", text),)) == [f"a.key: {text}"]
    assert not matches(ban, (Passage("docs", "a.md:1", text),))
