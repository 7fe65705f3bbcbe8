"""The texts agree across languages, use the game's vocabulary, and contain no literal numbers."""

from __future__ import annotations

import re

import pytest

from tests.locale.passages import glossary
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.locale.page import page_messages
from torpedo_dice.rulebook import Section, load_text
from torpedo_dice.rulebook.facts import facts
from torpedo_dice.rulebook.pictures import PICTURES
from torpedo_dice.rules import Rank, System

ENGLISH = load_text("en")
OTHERS = [language for language in LANGUAGES if language != "en"]
# Common words that no text in another language contains, whatever names it quotes.
ENGLISH_WORDS = re.compile(r"\b(the|and|you|your|with|which|they|this)\b", re.IGNORECASE)


def pictures_of(section: Section) -> list[str]:
    """Return the pictures of a section, in order."""
    return re.findall(r"\{picture:([a-z-]+)\}", section.body)


def facts_of(section: Section) -> set[str]:
    """Return the names of the numbers that a section states."""
    return set(re.findall(r"\{([a-z_]+)\}", section.body))


def paragraphs_of(section: Section) -> list[str]:
    """Return the paragraphs and list items."""
    return [line for line in re.split(r"\n+", section.body) if line.strip()]


def links_of(text: str) -> set[str]:
    """Return the anchors that a text links to."""
    return set(re.findall(r"\]\(#([^)]*)\)", text))


def rulings_of(section: Section) -> int:
    """Return how many paragraphs are marked as our own rulings."""
    return sum(paragraph.startswith(">") for paragraph in paragraphs_of(section))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_rules_stand_in_the_same_order(language: str) -> None:
    """Anchors, levels, pictures, numbers and rulings match the English text."""
    for section, english in zip(load_text(language).sections, ENGLISH.sections, strict=True):
        assert (section.anchor, section.level) == (english.anchor, english.level)
        assert pictures_of(section) == pictures_of(english), section.anchor
        assert facts_of(section) == facts_of(english), section.anchor
        assert len(paragraphs_of(section)) == len(paragraphs_of(english)), section.anchor
        assert rulings_of(section) == rulings_of(english), section.anchor


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rule_is_empty_and_no_heading_is_lost(language: str) -> None:
    """Every rule has a text, every chapter has a text or rules, and every heading has an anchor."""
    text = load_text(language)
    chapters = {section.chapter for section in text.sections if section.level == 3}
    for section in text.sections:
        assert section.title.strip()
        assert section.body.strip() or section.anchor in chapters, section.anchor
        assert not re.search(r"^#", section.body, flags=re.M), section.anchor
        for caption in re.findall(r"\{picture:[a-z-]+\}(.*)", section.body):
            assert caption.strip(), section.anchor


def test_anchors_are_unique_and_all_pictures_are_shown() -> None:
    """Anchors are unique, and every picture is used."""
    anchors = [section.anchor for section in ENGLISH.sections]
    assert len(anchors) == len(set(anchors))
    shown = [name for section in ENGLISH.sections for name in pictures_of(section)]
    assert sorted(shown) == sorted(PICTURES)


def test_every_system_has_its_rule() -> None:
    """A system's anchor is its id, so that a page can link to it."""
    assert {system.id for system in System} <= {section.anchor for section in ENGLISH.sections}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_come_from_the_rules(language: str) -> None:
    """Literal digits are only faces, systems, steps and phases; other numbers are placeholders."""
    known = set(facts())
    for section in load_text(language).sections:
        assert facts_of(section) <= known
        for number in re.findall(r"\d+", section.body):
            assert 1 <= int(number) <= 7, (section.anchor, number)


@pytest.mark.parametrize("language", LANGUAGES)
def test_links_lead_to_rules(language: str) -> None:
    """Each link in a text leads to an anchor, and all languages have the same links."""
    anchors = {section.anchor for section in ENGLISH.sections}
    for section, english in zip(load_text(language).sections, ENGLISH.sections, strict=True):
        links = re.findall(r"\]\(([^)]*)\)", section.body)
        assert {link.removeprefix("#") for link in links} <= anchors, section.anchor
        assert sorted(links) == sorted(re.findall(r"\]\(([^)]*)\)", english.body)), section.anchor


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulings_are_told_apart_from_the_printed_rules(language: str) -> None:
    """Each marked paragraph leads to the chapter of rulings, and each ruling is led to."""
    sections = load_text(language).sections
    rulings = {s.anchor for s in sections if s.chapter == "rulings" and s.level == 3}
    linked = set()
    for section in (s for s in sections if s.chapter not in ("rulings", "editions")):
        linked |= links_of(section.body) & rulings
        for paragraph in paragraphs_of(section):
            if paragraph.startswith(">"):
                assert links_of(paragraph) & rulings, section.anchor
    assert linked == rulings
    assert {anchor.startswith("ruling-") for anchor in rulings} == {True}


@pytest.mark.parametrize("language", LANGUAGES)
def test_editions_say_how_it_is_played_here(language: str) -> None:
    """Each difference names at least two editions, or groups of them, and then our own way."""
    for section in load_text(language).sections:
        if section.anchor.startswith("edition-") and section.anchor != "edition-sheets":
            entries = paragraphs_of(section)
            assert len(entries) >= 3, section.anchor
            assert all(re.match(r"- \*\*.+?\*\*", entry) for entry in entries), section.anchor


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_read_no_options(language: str) -> None:
    """The text has no code and no names of settings."""
    for section in load_text(language).sections:
        assert not re.search(r"`|solo_end|after_fire|TOML", section.body), section.anchor


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    """No paragraph is untranslated, and no common English word appears."""
    text = load_text(language)
    for section, english in zip(text.sections, ENGLISH.sections, strict=True):
        assert not set(paragraphs_of(section)) & set(paragraphs_of(english)), section.anchor
        found = ENGLISH_WORDS.search(f"{section.title} {section.body}")
        assert found is None, (section.anchor, found)
    for key, words in text.words.by_key.items():
        assert ENGLISH_WORDS.search(words) is None, key


@pytest.mark.parametrize("language", OTHERS)
def test_the_words_of_the_pictures_are_complete(language: str) -> None:
    """Each key exists, isn't empty, and has the English placeholders."""
    words, english = load_text(language).words.by_key, ENGLISH.words.by_key
    assert list(words) == list(english)
    for key, value in words.items():
        assert value.strip(), key
        assert set(re.findall(r"\{(\w+)\}", value)) == set(re.findall(r"\{(\w+)\}", english[key]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_game_are_those_of_the_page(language: str) -> None:
    """Systems and ranks have the same names as on the page, and every term has its place."""
    text, page = load_text(language), page_messages(language)
    for rank in Rank:
        assert text.words.say(f"rank_{rank}") == page[f"rank.{rank}"]
    titles = {section.anchor: section.title for section in text.sections}
    for system in System:
        assert text.words.system(system) == page[f"system.{system.id}"]
        assert titles[system.id] == f"{system.value} {text.words.system(system)}"
    whole = "\n".join(f"{section.title}\n{section.body}" for section in text.sections)
    for concept, term in glossary(language)["words"].items():
        # Counts are filled in here, so the patterns for counted hits and misses do not apply.
        if concept not in ("hit", "miss") and not concept.endswith(tuple(Rank)):
            assert re.search(term, whole), concept
