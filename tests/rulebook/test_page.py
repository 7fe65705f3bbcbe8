"""The page and its single rules: URLs, ids, languages, and the content security policy."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import pairwise

import pytest

from torpedo_dice.locale import LANGUAGES
from torpedo_dice.rulebook import UnknownRuleError, load_text, page_html, section_html

ANCHORS = [section.anchor for section in load_text("en").sections]


class Outline(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag."""
        self.tags.append((tag, dict(attrs)))

    def values(self, attribute: str) -> list[str]:
        """Return every value of an attribute, in order."""
        return [found for _, attrs in self.tags if (found := attrs.get(attribute))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_place_on_the_page(language: str) -> None:
    """Each anchor is an id, ids are unique, and each link on the page leads to one."""
    outline = Outline(page_html(language))
    ids = outline.values("id")
    assert len(ids) == len(set(ids))
    assert set(ANCHORS) <= set(ids)
    inside = {link[1:] for link in outline.values("href") if link.startswith("#")}
    assert inside == set(ANCHORS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_knows_its_language_and_the_others(language: str) -> None:
    """The document declares its language, links to the others and marks the current one."""
    outline = Outline(page_html(language))
    assert outline.tags[0] == ("html", {"lang": language})
    alternates = [a["hreflang"] for tag, a in outline.tags if tag == "link" and "hreflang" in a]
    assert alternates == list(LANGUAGES)
    (current,) = [a for tag, a in outline.tags if tag == "a" and a.get("aria-current")]
    assert current["href"] == f"/rules?lang={language}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_needs_more_than_the_policy_allows(language: str) -> None:
    """No inline scripts, styles or event handlers, and no unfilled placeholders."""
    html = page_html(language)
    for tag, attributes in Outline(html).tags:
        assert tag != "style"
        assert tag != "script" or attributes.get("src", "").startswith("/js/")  # type: ignore[union-attr]
        assert not [name for name in attributes if name == "style" or name.startswith("on")]
    assert "{picture" not in html
    # The only placeholder is the search's, which the script fills in.
    assert html.count("{") == html.count("{n}") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_go_down_step_by_step(language: str) -> None:
    """A single first-level heading, and no skipped level."""
    levels = [int(t[1]) for t, _ in Outline(page_html(language)).tags if t in ("h1", "h2", "h3")]
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_rule_can_be_shown_alone(language: str) -> None:
    """It has its text, no id that could clash with another page's, and links to the whole book."""
    for section in load_text(language).sections[1:]:
        html = section_html(language, section.anchor)
        outline = Outline(html)
        assert section.title in html
        assert outline.values("data-rule")[0] == section.anchor
        assert outline.values("id") == []
        for link in outline.values("href"):
            assert link.startswith(f"/rules?lang={language}#")


def test_an_unknown_rule_is_refused() -> None:
    """An unknown rule is an error, not an empty section."""
    with pytest.raises(UnknownRuleError):
        section_html("en", "kraken")
