"""What a page shows and says, held against the catalogue of a language.

Every text must be made of the language's own: an entry, its places filled with data or with other
entries, or several of them one after another. Data are numbers, fields, signs and names.
"""

from __future__ import annotations

import re
import time
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

from playwright.sync_api import Page

from tests.bots import misbehaving
from tests.web.hands import evaluated, look_in
from torpedo_dice.bots.characters import characters
from torpedo_dice.locale import LANGUAGES, catalogue
from torpedo_dice.locale.page import PageText, page_messages

_Letters = tuple[str, str]
# Seconds.
_PATIENCE = 10
# Everybody in these tests, and their submarines.
NAMES = (
    *("Ada", "Noor", "tiny training", "tiny mission", "torpedo play --lan"),
    *(character.name for character in characters()),
    # The bots of another package, which the server of these tests offers.
    *misbehaving.NAMES,
)
# Texts of the document, and of what is told about things that have none. The rulebook has texts
# of its own, and the ring of players has only the first letters of their names.
_SEEN = """() => {
  const texts = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!walk.currentNode.parentElement.closest("noscript, code, .rule-text, .player, [hidden]")) texts.push(walk.currentNode.nodeValue);
  }
  const told = ["aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "title", "placeholder", "alt"];
  for (const element of document.querySelectorAll(told.map((name) => `[${name}]`).join())) {
    if (!element.closest(".rule-text, [hidden]")) for (const name of told) texts.push(element.getAttribute(name) ?? "");
  }
  return texts;
}"""  # noqa: E501
# The texts of the rulebook, piece by piece.
_BOOK = """(where) => {
  const texts = [];
  const walk = document.createTreeWalker(document.querySelector(where), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!walk.currentNode.parentElement.closest("code, script")) texts.push(walk.currentNode.nodeValue.trim());
  }
  return texts.filter(Boolean);
}"""  # noqa: E501
# What stands between two texts, before the first and after the last.
_JOINT = r"[\s,.:·()]+"
_EDGE = " \u00a0\n,.:·()▾▸◀▶⇄⟳★✓✕"
# A field or an initial, the dice's commitment, hours, a date that the browser words; whatever has
# no letters is data anyway.
_DATA = re.compile(
    r"[A-Z]\d{0,2}|[0-9a-f]{4}…[0-9a-f]{2}|[0-9a-f]{64}|\d+ h|\d+ \w+\.? \d{4}(, \d\d:\d\d)?"
)


def seen(page: Page) -> set[str]:
    """Return what a page shows or says, its parts by themselves."""
    return set(filter(None, map(str.strip, evaluated(page, _SEEN))))


def book_texts(page: Page, where: str) -> list[str]:
    """Return the texts of the rulebook in a part of a page, piece by piece."""
    texts: list[str] = evaluated(page, _BOOK, where)
    return texts


def check_texts(page: Page, language: str, *names: str) -> None:
    """See that everything on the page is said in a language, or data; `names` are those too.

    What the server words anew after a change of language may arrive a moment later.
    """
    until = time.monotonic() + _PATIENCE
    while strange := [text for text in seen(page) if not is_said(text, language, names)]:
        assert time.monotonic() < until, f"this is not in the catalogue of {language}: {strange}"
        page.wait_for_timeout(50)


class Looker:
    """Checks every text of a page, in one language other than English after another.

    A text that is not from the catalogue shows in any of them.
    """

    def __init__(self, page: Page) -> None:
        """The page must speak the first of the languages."""
        self._page = page
        self._languages = deque(language for language in LANGUAGES if language != "en")

    @property
    def language(self) -> str:
        """The language that the page speaks now."""
        return self._languages[0]

    def look(self, *names: str) -> None:
        """Check the page in the language it speaks, then in the next, which it speaks from now on.

        The first has what was announced to screen readers, which is never said again; the second
        shows that what is there changes with the language.
        """
        self.glance(*names)
        self._languages.rotate(-1)
        texts: list[str] = look_in(self._page, [self.language], _SEEN)[self.language]
        if not all(is_said(text.strip(), self.language, names) for text in texts):
            self.glance(*names)

    def glance(self, *names: str) -> None:
        """Check the page in the language it speaks."""
        check_texts(self._page, self.language, *names)


@cache
def is_said(text: str, language: str, names: tuple[str, ...] = ()) -> bool:
    """Whether a text is made of a language's entries and of data."""
    text = text.strip(_EDGE)
    if _is_data(text, names) or _is_entry(text, language, names):
        return True
    return any(
        (_is_data(first, names) or _is_entry(first, language, names))
        and is_said(text[joint.end() :], language, names)
        for joint in re.finditer(_joints(language), text)
        if (first := text[: joint.start()].strip(_EDGE))
    )


def _is_data(text: str, names: tuple[str, ...]) -> bool:
    known = text in NAMES or text in names or text in LANGUAGES.values()
    return known or _DATA.fullmatch(text) is not None or not any(map(str.isalpha, text))


@cache
def _is_entry(text: str, language: str, names: tuple[str, ...]) -> bool:
    """Whether a text is one entry, and what fills its places is said in the language too."""
    constant, patterns = _entries(language)
    if text in constant:
        return True
    return any(
        all(is_said(part, language, names) for part in parts)
        for letters in product({"", text[:1]}, {"", text[-1:]})
        for pattern in patterns.get(letters, ())
        if text.startswith(pattern[0]) and text.endswith(pattern[-1])
        if all(piece in text for piece in pattern)
        for parts in _fillings(pattern, text)
    )


@cache
def _entries(language: str) -> tuple[frozenset[str], Mapping[_Letters, list[tuple[str, ...]]]]:
    """Return the entries without places, and the others as what stands around their places.

    These by their first and last letters, which are empty where there is a place.
    """
    forms = [
        form.strip(_EDGE) for text in page_messages(language).values() for form in entries(text)
    ]
    split = {tuple(re.split(r"{\w+}", form)) for form in forms}
    patterns = [pattern for pattern in split if len(pattern) > 1 and any(pattern)]
    by_letters: dict[_Letters, list[tuple[str, ...]]] = defaultdict(list)
    for pattern in sorted(patterns):
        by_letters[pattern[0][:1], pattern[-1][-1:]].append(pattern)
    return frozenset(form for form in forms if "{" not in form), by_letters


def entries(text: PageText) -> list[str]:
    """Return the forms of a text: one, or one for each number that the language tells apart."""
    return [text] if isinstance(text, str) else list(text.values())


def _fillings(pattern: tuple[str, ...], text: str) -> Iterator[list[str]]:
    """Yield every way in which a text fills the places of a pattern."""
    head, *rest = pattern
    if not text.startswith(head):
        return
    text = text[len(head) :]
    if len(rest) == 1:
        if text.endswith(rest[0]):
            yield [text[: len(text) - len(rest[0])]]
        return
    end = text.find(rest[0])
    while end >= 0:
        for more in _fillings(tuple(rest), text[end:]):
            yield [text[:end], *more]
        end = text.find(rest[0], end + 1)


@cache
def _joints(language: str) -> str:
    """Return an expression for what stands between texts, also between the last two of a list."""
    last_two = catalogue(language).gettext("{first} and {last}")
    return rf",?{re.escape(last_two.format(first='', last=''))}|{_JOINT}"
