"""Everything that people read, by language and by where it stands, for the tests of its wording."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Message

from tools.messages import forms, read_catalogue, template
from torpedo_dice.locale import ENGLISH, FOLDER
from torpedo_dice.rulebook import load_text

ROOT = Path(__file__).parents[2]
# What players read; documentation and code are in English only.
PLAYERS = ("page", "text", "rulebook")
_CODE_FOLDERS = ("src", "tests", "tools", "benchmarks", "docs", "examples")
_CODE_SUFFIXES = {".py", ".js", ".mjs", ".css", ".html"}
_DOCS = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")


@cache
def glossary(language: str) -> dict[str, Any]:
    """Return the glossary of a language."""
    file = FOLDER / "glossary" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Passage:
    """A text, and where a reader meets it."""

    # "page", "text" (the text game, the command and the errors), "rulebook", "docs" or "code".
    where: str
    # A key, an anchor or a file.
    place: str
    text: str


@cache
def player_passages(language: str) -> tuple[Passage, ...]:
    """Return all that a player reads in a language."""
    return (*_catalogued(language), *_rulebook(language))


@cache
def developer_passages() -> tuple[Passage, ...]:
    """Return the documentation and the code, line by line."""
    docs = [ROOT / name for name in _DOCS] + sorted((ROOT / "docs").glob("*.md"))
    code = sorted(
        file
        for folder in _CODE_FOLDERS
        for file in (ROOT / folder).rglob("*")
        if file.suffix in _CODE_SUFFIXES
    )
    return tuple(
        Passage(where, f"{name}:{number}", line)
        for where, files in (("docs", docs), ("code", code))
        for file, name in ((file, file.relative_to(ROOT)) for file in files)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
    )


def english(message: Message) -> tuple[str, ...]:
    """Return a message's English text, or its singular and plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


@cache
def messages(language: str) -> tuple[Message, ...]:
    """Return the entries of a language's catalogue; for English, those without translations."""
    catalogue = template() if language == ENGLISH else read_catalogue(language)
    return tuple(message for message in catalogue if message.id)


def _catalogued(language: str) -> Iterator[Passage]:
    for message in messages(language):
        where = "page" if message.context else "text"
        for form in english(message) if language == ENGLISH else forms(message):
            yield Passage(where, message.context or message.locations[0][0], form)


def _rulebook(language: str) -> Iterator[Passage]:
    text = load_text(language)
    for key, words in text.words.by_key.items():
        yield Passage("rulebook", key, words)
    for section in text.sections:
        yield Passage("rulebook", section.anchor, section.title)
        for paragraph in filter(None, section.body.splitlines()):
            yield Passage("rulebook", section.anchor, paragraph)


@cache
def prose(text: str) -> str:
    """Return a text without placeholders, code and the addresses of links."""
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"https?://\S+|`[^`]*`", "X", text)
    return re.sub(r"\{[^{}]*\}", "X", text)
