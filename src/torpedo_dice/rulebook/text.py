"""Parse a language's text: words as TOML, then Markdown chapters and rules with anchors.

+++
periscope = "Periscope"
+++
# The rules of Torpedo Dice {#rules}
## Phase 2 {#phase-2}
### 1 Periscope {#periscope}
Opposite faces add up to {opposite}.

{picture:periscope} The caption of a picture, in a paragraph of its own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from torpedo_dice.rulebook.words import Words

_HEADING = re.compile(r"^(#{1,3}) (.+?) \{#([a-z0-9-]+)\}$", re.MULTILINE)


@dataclass(frozen=True)
class Section:
    """A heading and its body, up to the next heading."""

    # 1: the whole book, 2: a chapter, 3: a rule.
    level: int
    title: str
    anchor: str
    # The anchor of its chapter; for a chapter, its own.
    chapter: str
    body: str


@dataclass(frozen=True)
class Text:
    """The rulebook in one language."""

    words: Words
    sections: tuple[Section, ...]


@cache
def load_text(language: str) -> Text:
    """Read the text of one of `LANGUAGES`."""
    file = resources.files(__package__).joinpath("texts", f"{language}.md")
    _, head, body = file.read_text(encoding="utf-8").split("+++\n", 2)
    return Text(Words(language, tomllib.loads(head)), tuple(_sections(body)))


def _sections(body: str) -> Iterator[Section]:
    headings = list(_HEADING.finditer(body))
    ends = [heading.start() for heading in headings[1:]] + [len(body)]
    chapter = ""
    for heading, end in zip(headings, ends, strict=True):
        level, title, anchor = len(heading[1]), heading[2], heading[3]
        chapter = chapter if level == 3 else anchor
        yield Section(level, title, anchor, chapter, body[heading.end() : end].strip())
