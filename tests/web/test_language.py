"""The page in every language: chosen, kept, changed in mid-turn, and without English."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import torpedo_dice
from tests.web.hands import play_round, seat_two
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.locale.page import PageText, page_messages

OpenPage = Callable[..., Page]
OTHERS = [language for language in LANGUAGES if language != "en"]
languages = pytest.mark.parametrize("language", OTHERS)
# What a page shows or says: its texts, and the labels of things that are drawn.
SEEN = """() => {
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("noscript")) texts.push(walk.currentNode.nodeValue);
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"]) texts.push(element.getAttribute(name) ?? "");
  return texts;
}"""  # noqa: E501


@cache
def _english(language: str) -> list[tuple[str, str]]:
    """Return each key with an expression for its English text, where the language has another."""
    found = []
    translated = page_messages(language)
    for key, text in page_messages("en").items():
        for english, other in zip(_forms(text), _forms(translated[key]), strict=True):
            if re.search("[a-z]{2}", re.sub(r"{\w+}", "", english)) and english != other:
                expression = re.sub(r"\\{\w+\\}", ".+", re.escape(english))
                found.append((key, expression))
    everything = {form for text in translated.values() for form in _forms(text)}
    # The same word may be right under another key.
    return [(k, e) for k, e in found if not any(re.fullmatch(e, form) for form in everything)]


def _forms(text: PageText) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def check_texts(page: Page, language: str) -> None:
    """See that nothing on the page is English or a key without its text."""
    for text in filter(None, map(str.strip, page.evaluate(SEEN))):
        assert not re.fullmatch(r"[a-z]+\.[a-z_0-9]+", text), f"no text for {text}"
        english = [key for key, e in _english(language) if re.fullmatch(e, text)]
        assert not english, f"{text!r} is the English of {english}"


def choose(page: Page, language: str) -> None:
    """Choose a language in the settings, and close them again."""
    page.click("[data-panel=settings]")
    page.select_option("#language", language)
    page.wait_for_function("tag => document.documentElement.lang.startsWith(tag)", arg=language)
    page.click("#close-panel")


def test_the_page_knows_the_languages_that_there_are() -> None:
    """The choice on the page is the list of the program."""
    source = Path(torpedo_dice.__file__).parent / "web" / "js" / "i18n.js"
    (listed,) = re.findall(r"LANGUAGES = {(.*?)}", source.read_text(encoding="utf-8"))
    assert dict(re.findall(r'(\w+): "(\w+)"', listed)) == dict(LANGUAGES)


def test_the_browser_decides_until_somebody_chooses(open_page: OpenPage) -> None:
    """Its first language that is spoken here; a choice is kept, also that of the address."""
    page = open_page()
    lead = page.get_by_text(str(page_messages("en")["start.lead"]))
    expect(lead).to_be_visible()
    page.add_init_script(
        "Object.defineProperty(navigator, 'languages', {get: () => ['ja', 'fr-CA', 'de']})"
    )
    page.goto("/")
    expect(page.get_by_text(str(page_messages("fr")["start.lead"]))).to_be_visible()
    assert page.get_attribute("html", "lang") == "fr"
    page.goto("/?lang=pt")
    expect(page.get_by_text(str(page_messages("pt")["start.lead"]))).to_be_visible()
    assert page.get_attribute("html", "lang") == "pt-PT"
    page.goto("/")
    expect(page.get_by_text(str(page_messages("pt")["start.lead"]))).to_be_visible()
    page.goto("/?lang=xx")
    expect(page.get_by_text(str(page_messages("pt")["start.lead"]))).to_be_visible()
    page.goto("/?lang=de")
    choose(page, "nl")
    expect(page.get_by_text(str(page_messages("nl")["start.lead"]))).to_be_visible()
    page.reload()
    expect(page.get_by_text(str(page_messages("nl")["start.lead"]))).to_be_visible()


def test_the_language_changes_in_the_middle_of_a_turn(open_page: OpenPage) -> None:
    """The formation stays where it lies, and the turn goes on in the other language."""
    page = open_page()
    page.click("[data-way=solo]")
    page.click("#play")
    page.locator(".die.invites").first.click()
    page.click("#confirm:not([aria-disabled])")
    page.wait_for_selector(".aim")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.wait_for_selector("#confirm:not([aria-disabled])")
    # What the keys did is drawn with the next frame.
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    where = "() => document.querySelector('.aim').outerHTML"
    before = page.evaluate(where)
    for language in (*OTHERS, "en", "de"):
        choose(page, language)
        assert page.evaluate(where) == before
        expect(page.locator("#confirm")).to_contain_text(
            str(page_messages(language)["turn.fire"]), ignore_case=True
        )
    page.click("#confirm:not([aria-disabled])")
    page.wait_for_selector(".die.invites, .end")
    check_texts(page, "de")


def test_two_at_a_table_in_two_languages(open_page: OpenPage) -> None:
    """Each reads the same round in their own language."""
    pages = {language: open_page(language=language) for language in ("de", "fr")}
    first, second = seat_two(*pages.values())
    play_round(first, second)
    for language, page in pages.items():
        texts = page_messages(language)
        expect(page.locator(".log-shot")).to_have_count(2)
        expect(page.locator(".log")).to_contain_text(str(texts["log.you"]))
        check_texts(page, language)


def test_english_is_recognised(open_page: OpenPage) -> None:
    """The next test can fail: an English page is not taken for a German one."""
    with pytest.raises(AssertionError, match="is the English of"):
        check_texts(open_page(), "de")


@languages
def test_no_english_is_left(open_page: OpenPage, language: str) -> None:
    """The start page with all that it offers, its panels, a table and a turn, and the replay."""
    page = open_page(360, 740, touch=True)
    page.goto(f"/?lang={language}")
    page.wait_for_selector(".ways")
    for way in ("bots", "hotseat", "link", "solo"):
        page.click(f"[data-way={way}]")
        if page.locator("[data-do=more]").count():
            page.click("[data-do=more]")
        check_texts(page, language)
    for panel in ("help", "settings"):
        page.locator(f"[data-panel={panel}]").first.click()
        page.wait_for_selector("#close-panel")
        check_texts(page, language)
        page.click("#close-panel")
    page.click("#play")
    for _ in range(2):
        page.locator(".die.invites").first.click()
        check_texts(page, language)
        page.click("#confirm:not([aria-disabled])")
        page.wait_for_selector(".aim")
        page.wait_for_selector("#confirm:not([aria-disabled])")
        check_texts(page, language)
        page.click("#confirm:not([aria-disabled])")
        page.wait_for_selector(".die.invites, .end")
        check_texts(page, language)
    page.goto("/replay")
    page.wait_for_selector("textarea")
    check_texts(page, language)
