"""The page in every language: chosen, kept, and changed in mid-turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

import torpedo_dice
from tests.web.hands import begin, play_round, seat_two
from tests.web.texts import check_texts
from torpedo_dice.bots import characters_of
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.locale.page import page_messages

OpenPage = Callable[..., Page]
OTHERS = [language for language in LANGUAGES if language != "en"]


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
    page.keyboard.press("Enter")
    page.wait_for_selector("#confirm:not([aria-disabled])")
    # What the keys did is drawn with the next frame.
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    where = "() => document.querySelector('.aim').outerHTML"
    before = page.evaluate(where)
    for language in ("fr", "de"):
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
    pages = {language: open_page(language=language, start=False) for language in ("de", "fr")}
    first, second = seat_two(*pages.values())
    play_round(first, second)
    for language, page in pages.items():
        texts = page_messages(language)
        expect(page.locator(".log-shot")).to_have_count(2)
        expect(page.locator(".log")).to_contain_text(str(texts["log.you"]))
        check_texts(page, language)


def test_bots_have_names_and_ranks(open_page: OpenPage) -> None:
    """A name that is the same in every language, and the rank in the one that is spoken now."""
    page = open_page(start=False)
    page.goto("/?lang=de")
    begin(page, "bots", mode="mission", opponents=2, rank="captain", name="Ada")
    names = page.locator(".strip-name").all_inner_texts()
    assert set(names) <= {one.name for one in characters_of("captain")}
    expect(page.locator(".strip-name svg")).to_have_count(2)
    expect(page.locator(".strip-rank")).to_have_text(["Kapitän", "Kapitän"])
    choose(page, "pt")
    expect(page.locator(".strip-rank")).to_have_text(["Capitão", "Capitão"])
    assert page.locator(".strip-name").all_inner_texts() == names
    page.goto("/")
    expect(page.locator(".game")).to_contain_text(f"com {', '.join(names)}")


def test_people_may_be_called_like_bots(open_page: OpenPage) -> None:
    """They keep the name of a rank as they typed it in every language, and are drawn as people."""
    page = open_page(start=False)
    begin(page, "hotseat", players=3, names=["Captain", "Ensign 2", "Admiral", ""])
    names = page.locator(".strip-name")
    for language in ("en", "fr"):
        choose(page, language)
        expect(names).to_have_count(2)
        assert set(names.all_inner_texts()) < {"Captain", "Ensign 2", "Admiral"}
    expect(names.locator("svg")).to_have_count(0)
