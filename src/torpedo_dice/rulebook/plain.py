"""The rulebook as plain text for a terminal: headings at the margin, everything else indented.

It is converted from the page's HTML, so the two always agree. A drawing is replaced by its
description; a table keeps its columns.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html.parser import HTMLParser

from torpedo_dice.rulebook.page import UnknownRuleError, section_html
from torpedo_dice.rulebook.text import Section, load_text

_INDENT = 3
# The kind of block that each of these elements becomes.
_KINDS = {
    "h2": "chapter",
    "h3": "rule",
    "p": "paragraph",
    "li": "item",
    "caption": "picture",
    "figcaption": "picture",
}
_HEADINGS = ("chapter", "rule")
# No blank line between one of the first kind and the next of the second.
_TIGHT = {("item", "item"), ("picture", "picture"), ("picture", "table")}


def plain_rulebook(language: str, width: int) -> str:
    """Return the whole rulebook, wrapped to a width."""
    book, *sections = load_text(language).sections
    chapters = [section for section in sections if section.level == 2]
    texts = (plain_section(language, chapter.anchor, width) for chapter in chapters)
    return "\n\n".join([book.title.upper(), *texts])


def plain_section(language: str, anchor: str, width: int) -> str:
    """Return one chapter or rule, wrapped to a width; raise UnknownRuleError if there is none."""
    reader = _Reader(width)
    reader.feed(section_html(language, anchor))
    reader.close()
    return "\n".join(reader.lines()).strip("\n")


def find_section(language: str, name: str) -> Section:
    """Return a chapter or rule by its anchor or title; raise UnknownRuleError if there is none."""
    wanted = name.strip().casefold()
    for section in load_text(language).sections[1:]:
        # A system's title begins with its number.
        title = section.title.casefold()
        if wanted in (section.anchor, title, title.lstrip("0123456789 ")):
            return section
    raise UnknownRuleError(name)


def listed_sections(language: str) -> Iterator[str]:
    """Return a line for each chapter and rule: its title and its anchor."""
    sections = load_text(language).sections[1:]
    anchor_width = max(len(section.anchor) for section in sections)
    for section in sections:
        indent = " " * _INDENT * (section.level - 2)
        yield f"{section.anchor:<{anchor_width}}  {indent}{section.title}"


class _Reader(HTMLParser):
    """Collects a section as blocks: the kind and the lines of each."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width = width
        self._blocks: list[tuple[str, list[str]]] = []
        self._words: list[str] = []
        self._rows: list[list[str]] = []
        # The number of the list's next item; None with bullets.
        self._number: int | None = None
        # How many elements with hidden text are open.
        self._hidden = 0
        self._in_figure = False
        self._described = ""

    def lines(self) -> Iterator[str]:
        """Return the section's lines, with a blank line between unrelated blocks."""
        before = ""
        for kind, lines in self._blocks:
            if before not in _HEADINGS and (before, kind) not in _TIGHT:
                yield ""
            yield from lines
            before = kind

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element; only the description of a drawing is shown."""
        attributes = dict(attrs)
        if self._hidden or tag == "svg" or attributes.get("aria-hidden"):
            if not self._hidden:
                self._describe(attributes.get("aria-label") or "")
            self._hidden += 1
            return
        match tag:
            case "figure":
                self._in_figure = True
            case "ul" | "ol":
                self._number = 1 if tag == "ol" else None
            case "tr":
                self._rows.append([])
            case _ if tag in _KINDS or tag in ("th", "td"):
                self._words.clear()

    def handle_endtag(self, tag: str) -> None:
        """End an element: its text is complete."""
        if self._hidden:
            self._hidden -= 1
            return
        text = "".join(self._words).strip().replace("\n", " ")
        match tag:
            case "th" | "td":
                self._rows[-1].append(text)
            case "table":
                self._add_table()
            case "figure":
                self._in_figure = False
            case "p" if self._in_figure:
                self._describe(text)
            case _ if tag in _KINDS:
                self._add(_KINDS[tag], text)

    def handle_data(self, data: str) -> None:
        """Collect text."""
        if not self._hidden:
            self._words.append(data)

    def _describe(self, text: str) -> None:
        """Add the description of a drawing or the note below it, unless the two are the same."""
        if text and text != self._described:
            self._add("picture", text)
        self._described = text

    def _add(self, kind: str, text: str) -> None:
        match kind:
            case "chapter":
                lines = self._wrapped(text.upper(), 0)
            case "rule":
                lines = self._wrapped(text, 0)
            case "item":
                lines = self._wrapped(f"{self._item_sign()} {text}", _INDENT, hanging=2)
            case "picture":
                lines = self._wrapped(text, 2 * _INDENT, hanging=2)
            case _:
                lines = self._wrapped(text, _INDENT)
        self._blocks.append((kind, lines))

    def _item_sign(self) -> str:
        if self._number is None:
            return "-"
        self._number += 1
        return f"{self._number - 1}."

    def _add_table(self) -> None:
        """Add a table in columns; if the terminal is too narrow, each row becomes a sentence."""
        widths = [max(map(len, column)) + 2 for column in zip(*self._rows, strict=True)]
        if 2 * _INDENT + sum(widths) > self._width:
            lines = [
                line
                for first, *others in self._rows
                for line in self._wrapped(f"{first} – {', '.join(others)}", 2 * _INDENT, hanging=2)
            ]
        else:
            lines = [
                " " * 2 * _INDENT
                + "".join(
                    f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)
                ).rstrip()
                for row in self._rows
            ]
        self._rows.clear()
        self._blocks.append(("table", lines))

    def _wrapped(self, text: str, indent: int, *, hanging: int = 0) -> list[str]:
        return textwrap.wrap(
            text,
            max(self._width, 2 * indent + hanging + 1),
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent + hanging),
            break_long_words=False,
            break_on_hyphens=False,
        )
