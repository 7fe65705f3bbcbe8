"""The rulebook in a real browser: each language, narrow and wide, by keyboard, and on paper."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.fit import troubles
from tests.web.test_axe import PHONE, WIDE, Inspector
from tests.web.test_fit import WORDY
from tests.web.texts import book_texts, is_said
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.rulebook import load_text

OpenPage = Callable[..., Page]
# A word of each language that few rules have, typed without its accents.
SEARCHED = {
    "en": "skull",
    "de": "totenkopf",
    "fr": "case mort",
    "nl": "doodshoofd",
    "pt": "caveira",
}

# Words of the rulebook alone that are the same in English.
SAME_WORDS = {
    "de": ("Phase", "solo"),
    "fr": ("Phase", "Points", "formation", "solo"),
    "nl": ("water", "solo"),
    "pt": ("solo",),
}
# The players of the rulebook's worked round, and everyone in its credits.
NAMED = (
    "Ada",
    "Ben",
    "Chris James",
    "Stéphane Escapa",
    "Florian Corroyer",
    "Florent Wilmart, Meeple Potion",
    "Jens Borcharding, Lisa Prohaska, Daniel Theuerkauf, Board Game Circus",
)


def test_the_book_in_every_language(open_page: OpenPage) -> None:
    """It is open to everybody, rules are found, and the longest words have room."""
    page = open_page(start=False, painted=True)
    english: set[str] = set()
    for language in LANGUAGES:
        page.set_viewport_size(WIDE)
        page.goto(f"/rules?lang={language}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        texts = set(book_texts(page, "body"))
        assert len(texts) > 300
        if language == "en":
            english = texts
        else:
            nothing_is_english(texts & english, language)
        nobody_is_shut_out(page, language)
        the_search_finds_a_rule(page, language)
        if language in ("en", *WORDY):
            words_in_the_drawings_have_room(page)
            page.set_viewport_size(PHONE)
            nothing_is_wider_than_a_phone(page)
            assert troubles(page) == [], language


def nothing_is_english(common: set[str], language: str) -> None:
    """What it has in common with the English one are names, numbers and equal words."""
    same = (*"ABCD", *NAMED, *SAME_WORDS[language])
    assert [text for text in common if not is_said(text, language, same)] == []


def nobody_is_shut_out(page: Page, language: str) -> None:
    """The checker of accessibility finds nothing, in both colour schemes."""
    inspector = Inspector(page)
    # All languages have the same structure and colours.
    if language == "en":
        inspector.look_twice(language)
    else:
        inspector.look_at_words(language)
    assert inspector.complaints == []


def nothing_is_wider_than_a_phone(page: Page) -> None:
    """At 360 points nothing is wider than the screen, no drawing and no table either."""
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    too_wide = page.evaluate(
        "[...document.querySelectorAll('main *')].filter((e) => !e.closest('.draw-part'))"
        ".filter((e) => e.getBoundingClientRect().right > 360.5).map((e) => e.outerHTML)"
    )
    assert too_wide == []


def words_in_the_drawings_have_room(page: Page) -> None:
    """A system's name stays on its tile, and no other words reach out of their drawing."""
    outside = page.evaluate(
        """() => [...document.querySelectorAll('.drawing text')].filter((text) => {
          const tile = text.closest('.draw-system')?.querySelector('.draw-tile');
          const frame = tile ?? text.closest('.drawing');
          const inner = text.getBoundingClientRect(), outer = frame.getBoundingClientRect();
          return inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5;
        }).map((text) => text.textContent)"""
    )
    assert outside == []
    covered = page.evaluate(
        """() => [...document.querySelectorAll('.draw-who')].filter((text) =>
          [...text.closest('.drawing').querySelectorAll('.draw-die')].some((die) => {
            const a = text.getBoundingClientRect(), b = die.getBoundingClientRect();
            return a.right > b.left && a.left < b.right && a.bottom > b.top && a.top < b.bottom;
          })).map((text) => text.textContent)"""
    )
    assert covered == []


def the_search_finds_a_rule(page: Page, language: str) -> None:
    """Words narrow the book down, nonsense finds nothing, Escape brings everything back."""
    rules = page.locator(".lead:visible, .rule:visible")
    everything = rules.count()
    search = page.get_by_role("searchbox")
    search.fill(SEARCHED[language])
    expect(page.locator("#skull")).to_be_visible()
    expect(page.locator("#periscope")).to_be_hidden()
    count = rules.count()
    assert 0 < count < everything
    expect(page.get_by_role("status")).to_contain_text(str(count))
    search.fill("qqqq")
    expect(page.get_by_role("status")).to_have_text(
        load_text(language).words.say("page_none_found")
    )
    assert rules.count() == 0
    search.press("Escape")
    assert rules.count() == everything


def test_links_to_rules(open_page: OpenPage) -> None:
    """An address opens at its rule; a link in the contents brings one back that was hidden."""
    page = open_page(start=False)
    page.goto("/rules?lang=en#solo-arrows")
    expect(page.locator("#solo-arrows")).to_be_in_viewport()
    for language in LANGUAGES:
        expect(page.locator(f".languages a[hreflang={language}]")).to_be_visible()
    # Who follows the contents while searching sees the rule, at the top of the window.
    page.get_by_role("searchbox").fill("skull")
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="1 Periscope").click()
    expect(page.locator("#periscope")).to_be_in_viewport()


def test_on_paper_only_the_book_is_left(open_page: OpenPage) -> None:
    """Printed, there is no menu, and dark pages become black on white."""
    page = open_page(start=False)
    page.goto("/rules?lang=en")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator(".side")).to_be_hidden()
    expect(page.locator("main p").first).to_have_css("color", "rgb(51, 51, 51)")
    expect(page.locator(".chapter p").first).to_have_css("color", "rgb(0, 0, 0)")
