"""The rulebook as HTML: the whole page, or a single section to be shown next to a game."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib import resources
from string import Template

from markdown_it import MarkdownIt

from torpedo_dice.locale import LANGUAGES
from torpedo_dice.rulebook.facts import facts
from torpedo_dice.rulebook.pictures import PICTURES
from torpedo_dice.rulebook.svg import Attributes, Markup, element
from torpedo_dice.rulebook.text import Section, Text, load_text
from torpedo_dice.rules.systems import SYSTEMS_BY_ID

_FACT = re.compile(r"\{([a-z_]+)\}")
# A paragraph of its own: the picture's name, then its caption.
_PICTURE = re.compile(r"<p>\{picture:([a-z-]+)\}\s*(.*?)</p>", re.DOTALL)
_LINK = re.compile(r'href="#')


class UnknownRuleError(LookupError):
    """Raised for an anchor that the rulebook doesn't have."""


def address_of(language: str, anchor: str = "") -> str:
    """Return the URL of a rule."""
    return f"/rules?lang={language}" + (f"#{anchor}" if anchor else "")


@cache
def page_html(language: str) -> str:
    """Return the whole rulebook in one of `LANGUAGES`."""
    text = load_text(language)
    book, *sections = text.sections
    template = resources.files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    # The page's own texts; the script fills in the number of search results.
    words = {k: escape(v) for k, v in text.words.by_key.items() if k.startswith("page_")}
    return Template(template).substitute(
        words,
        language=language,
        title=element("title", None, f"{book.title} · Torpedo Dice"),
        alternates="".join(_alternate(other) for other in LANGUAGES),
        languages="".join(_language_link(other, language) for other in LANGUAGES),
        heading=element("h1", {"id": book.anchor}, book.title),
        introduction=_body_html(text, book),
        contents=_contents(sections),
        chapters="".join(
            _chapter(text, chapter, with_ids=True) for chapter in sections if chapter.level == 2
        ),
    )


@cache
def section_html(language: str, anchor: str) -> str:
    """Return one chapter or rule, linking to the full page; raise UnknownRuleError if unknown.

    It contains no ids, which could clash with those of the embedding page.
    """
    text = load_text(language)
    section = next((s for s in text.sections[1:] if s.anchor == anchor), None)
    if section is None:
        raise UnknownRuleError(anchor)
    if section.level == 2:
        html = _chapter(text, section, with_ids=False)
    else:
        html = _rule(text, section, with_ids=False)
    return _LINK.sub(f'href="{address_of(language)}#', html)


def _alternate(language: str) -> Markup:
    link = {"rel": "alternate", "hreflang": language, "href": address_of(language)}
    # A void element: it has no end tag.
    return Markup(element("link", link).removesuffix("</link>"))


def _language_link(language: str, shown: str) -> Markup:
    attributes = {
        "href": address_of(language),
        "hreflang": language,
        "lang": language,
        "aria-current": "true" if language == shown else None,
    }
    return element("li", None, element("a", attributes, LANGUAGES[language]))


def _contents(sections: list[Section]) -> Markup:
    chapters = [section for section in sections if section.level == 2]
    return element("ol", {"class": "contents"}, *(_entry(sections, c) for c in chapters))


def _entry(sections: list[Section], chapter: Section) -> Markup:
    rules = [s for s in sections if s.level == 3 and s.chapter == chapter.anchor]
    inner = [element("li", None, _link(rule)) for rule in rules]
    below = [element("ol", None, *inner)] if inner else []
    return element("li", None, _link(chapter), *below)


def _link(section: Section) -> Markup:
    return element("a", {"href": f"#{section.anchor}"}, section.title)


def _chapter(text: Text, chapter: Section, *, with_ids: bool) -> Markup:
    rules = [s for s in text.sections if s.level == 3 and s.chapter == chapter.anchor]
    return element(
        "section",
        _attributes(chapter, "chapter", with_ids=with_ids),
        # Wrapped, so that the search finds the chapter's own text like a rule.
        element("div", {"class": "lead"}, _heading(chapter), _body_html(text, chapter)),
        *(_rule(text, rule, with_ids=with_ids) for rule in rules),
    )


def _rule(text: Text, rule: Section, *, with_ids: bool) -> Markup:
    return element(
        "section",
        _attributes(rule, "rule", with_ids=with_ids),
        _heading(rule),
        _body_html(text, rule),
    )


def _attributes(section: Section, css: str, *, with_ids: bool) -> Attributes:
    key = "id" if with_ids else "data-rule"
    # A system's rule is drawn in the system's colour.
    is_system = section.anchor in SYSTEMS_BY_ID
    return {"class": f"{css} {section.anchor}" if is_system else css, key: section.anchor}


def _heading(section: Section) -> Markup:
    link = {"href": f"#{section.anchor}", "class": "anchor", "aria-hidden": "true", "tabindex": -1}
    return element(
        f"h{section.level}", None, f"{section.title}\N{NO-BREAK SPACE}", element("a", link, "#")
    )


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False})


def _body_html(text: Text, section: Section) -> Markup:
    numbers = facts()
    body = _FACT.sub(lambda match: str(numbers[match[1]]), section.body)
    html: str = _markdown().render(body)
    return Markup(_PICTURE.sub(lambda match: _figure(text, match[1], match[2]), html))


def _figure(text: Text, name: str, caption: str) -> str:
    return element(
        "figure",
        {"class": "picture", "data-picture": name},
        PICTURES[name](text.words),
        element("figcaption", None, Markup(caption)),
    )
