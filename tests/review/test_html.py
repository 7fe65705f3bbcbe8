"""The page is well-formed, complete and self-contained."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from torpedo_dice.locale import LANGUAGES, speaking
from torpedo_dice.record import PlayerInfo
from torpedo_dice.review import ChoiceKind, Review
from torpedo_dice.review.html import review_page
from torpedo_dice.review.profile import profiles


class Parser(HTMLParser):
    """Checks that every element is closed, and collects the texts."""

    VOID = ("meta",)

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        """Note an element."""
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.texts.append(data)


def parsed(page: str) -> Parser:
    """Return a page's elements and texts."""
    parser = Parser()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    return parser


@pytest.mark.parametrize("fixture", ["versus", "four", "alone"])
def test_a_page_shows_every_decision(fixture: str, request: pytest.FixtureRequest) -> None:
    """Each can be opened, and those about aiming have a drawing."""
    review: Review = request.getfixturevalue(fixture)
    page = parsed(review_page([review]))
    decisions = [decision for _, decision in review.decisions()]
    aims = [decision for decision in decisions if decision.kind is ChoiceKind.AIM]
    assert page.seen.count("details") == len(decisions)
    assert page.seen.count("svg") == len(aims) + 1


def test_a_page_needs_nothing_else(versus: Review) -> None:
    """No scripts, no links, no addresses."""
    page = review_page([versus])
    assert not re.search(r"<script|<link|<img|src=|href=|https?:|url\(|@import", page)


def test_names_are_text(versus: Review) -> None:
    """A name with markup in it stays text."""
    name = "<script>alert(1)</script>"
    named = replace(versus, players=(PlayerInfo(name), PlayerInfo("Noor")))
    page = review_page([named], profiles([named, named]))
    assert "<script" not in page
    assert any(name in text for text in parsed(page).texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_of_the_page(language: str, versus: Review, alone: Review) -> None:
    """The page says which language it is in, and has profiles for several games."""
    with speaking(language):
        page = review_page([versus, alone], profiles([versus, alone]))
    assert f'<html lang="{language}">' in page
    texts = parsed(page).texts
    assert sum("Player 0" in text for text in texts) > 3
    assert not any("{" in text for text in texts if "color-scheme" not in text)
