"""A walk through every page and a whole game in each language: all that is seen is in its words."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import (
    READY,
    TINY_MISSION,
    begin,
    fire_well,
    remember,
    start,
    take_die,
)
from tests.web.test_language import OTHERS
from tests.web.texts import check_texts, entries, is_said
from torpedo_dice.locale.page import page_messages

OpenPage = Callable[..., Page]
languages = pytest.mark.parametrize("language", OTHERS)
# The texts of the rulebook, piece by piece.
_BOOK = """(where) => {
  const texts = [];
  const walk = document.createTreeWalker(document.querySelector(where), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!walk.currentNode.parentElement.closest("code, script")) texts.push(walk.currentNode.nodeValue.trim());
  }
  return texts.filter(Boolean);
}"""  # noqa: E501

# Words of the rulebook alone that are the same in English.
SAME_WORDS = {"de": ("Phase",), "fr": ("Phase", "Points", "formation"), "nl": ("water",), "pt": ()}
# Rounds of a game in which everything is tried: without a system that is ready, and with some.
EXPLORED = (1, 3)
NEXT_ROUND = """now => document.querySelector(".end")
    || document.querySelector(".where").textContent.endsWith(` ${now + 1}`)"""


@pytest.fixture
def page(open_page: OpenPage, language: str) -> Page:
    """A page that speaks the language."""
    opened = open_page()
    opened.goto(f"/?lang={language}")
    opened.wait_for_selector(".ways")
    return opened


def try_everything(page: Page, language: str) -> None:
    """Choose each use, touch each system and each switch, look into the panels; fire nothing."""
    for use in page.locator(".turn > .uses .use").all():
        use.click()
        check_choice(page, language)
    for system in page.locator(".system").all():
        system.click()
        check_texts(page, language)
    if page.locator("[data-do=activating][aria-pressed=true]").count():
        page.click("[data-do=activating]")
    if page.locator("[data-do=activating]").count():
        page.click("[data-do=activating]")
        check_texts(page, language)
        for switch in page.locator("[data-do=activate]").all():
            switch.click()
            check_choice(page, language)
        page.click("[data-do=activating]")
    if page.locator(".use[data-move='']").count():
        page.click(".use[data-move='']")
    for panel in ("help", "settings"):
        page.click(f".top [data-panel={panel}]")
        page.wait_for_selector("#close-panel")
        check_texts(page, language)
        page.click("#close-panel")
    check_choice(page, language)


def check_choice(page: Page, language: str) -> None:
    """Check the texts once the preview has come."""
    page.wait_for_selector(READY)
    check_texts(page, language)


def activate(page: Page, language: str) -> None:
    """Switch a system on instead of firing."""
    page.click("[data-do=activating]")
    page.locator("[data-do=activate]").first.click()
    check_choice(page, language)
    page.click(READY)


@languages
def test_english_is_recognised(language: str) -> None:
    """The walks can fail: no English text of the page passes for one of another language."""
    said = page_messages(language)
    for key, text in page_messages("en").items():
        for english, own in zip(entries(text), entries(said[key]), strict=True):
            if re.sub(r"\W", "", english) != re.sub(r"\W", "", own):
                assert not is_said(re.sub(r"{\w+}", "3", english), language), key


@languages
def test_pages_before_a_game(page: Page, language: str) -> None:
    """The start page with all that it offers, its panels, and where a record is opened."""
    check_texts(page, language)
    page.click("[data-way=bots]")
    page.click("[data-do=more]")
    for way in ("solo", "hotseat", "link", "bots"):
        page.click(f"[data-way={way}]")
        check_texts(page, language)
    page.fill("textarea", TINY_MISSION)
    expect(page.locator(".sheet-note")).to_contain_text("tiny mission")
    check_texts(page, language)
    for panel in ("help", "settings"):
        page.locator(f"[data-panel={panel}]").first.click()
        page.wait_for_selector("#close-panel")
        check_texts(page, language)
        page.click("#close-panel")
    page.goto("/replay")
    page.fill("textarea", "torpedoes away")
    check_texts(page, language)
    page.click("[data-do=show]")
    page.wait_for_selector("[role=alert]")
    check_texts(page, language)


@languages
def test_a_whole_game(page: Page, language: str) -> None:
    """A solo game from the first die to the end, its replay, and my games after that."""
    begin(page, "solo", toml=TINY_MISSION)
    for number in range(1, 40):
        page.wait_for_selector(".die.invites, .end")
        check_texts(page, language)
        if page.locator(".end").count():
            break
        page.locator(".die.invites").first.click()
        check_texts(page, language)
        page.click(READY)
        page.wait_for_selector(".aim")
        check_texts(page, language)
        if number in EXPLORED:
            try_everything(page, language)
        # Switches first, so that later there is something to use.
        if number <= 2:
            activate(page, language)
        else:
            fire_well(page)
        page.wait_for_function(NEXT_ROUND, arg=number)
    expect(page.locator(".end .fair")).to_contain_text("✓")
    check_texts(page, language)
    page.click(".end a[href^='/r/']")
    page.wait_for_selector(".steps")
    for _ in range(int(page.get_attribute(".steps input", "max") or 0)):
        check_texts(page, language)
        page.keyboard.press("ArrowRight")
    check_texts(page, language)
    page.goto("/")
    page.wait_for_selector(".game")
    check_texts(page, language)


@languages
@pytest.mark.parametrize("mode", ["training", "mission"])
def test_a_table_with_bots(page: Page, language: str, mode: str) -> None:
    """Two rounds among bots, with another's sheet looked at and a rule beside the table."""
    begin(page, "bots", mode=mode, opponents=3, rank="ensign")
    for number in (1, 2):
        page.wait_for_selector(".die.invites")
        check_texts(page, language)
        take_die(page)
        page.wait_for_selector(".aim")
        if number == 1:
            try_everything(page, language)
        page.locator(".strip-head").first.click()
        check_texts(page, language)
        page.click(".turn [data-do=look]")
        page.wait_for_selector(".aim")
        page.click(READY)
        page.wait_for_function(NEXT_ROUND, arg=number)
    check_texts(page, language)
    page.click(".ask[data-rule=phase-1]")
    page.wait_for_selector(".rule-text")
    check_texts(page, language)
    shown = page.evaluate(_BOOK, ".rule-text")
    page.goto(f"/rules?lang={language}")
    assert set(shown) <= set(page.evaluate(_BOOK, "main"))


@languages
def test_around_one_device(page: Page, language: str) -> None:
    """Each takes a die, the device is handed on, each fires, one takes it back."""
    remember(page, mode="mission")
    start(page, "hotseat")
    for _ in range(2):
        page.wait_for_selector(".die.invites")
        check_texts(page, language)
        take_die(page)
    page.wait_for_selector(".hand-title")
    check_texts(page, language)
    page.click("[data-do=hand]")
    page.wait_for_selector(".aim")
    check_texts(page, language)
    page.click(READY)
    page.wait_for_selector("[data-do=take_back]")
    check_texts(page, language)
    page.click("[data-do=hand]")
    page.wait_for_selector(".aim")
    page.click(READY)
    page.wait_for_function(NEXT_ROUND, arg=1)
    check_texts(page, language)


@languages
def test_by_a_link(open_page: OpenPage, page: Page, language: str) -> None:
    """Waiting for somebody, being offered a seat, watching, both at the table, one of them away."""
    begin(page, "link", open=1, mode="mission")
    page.wait_for_selector("[data-do=copy]")
    check_texts(page, language)
    page.click("[data-do=copy]")
    noor, watcher = open_page(), open_page()
    for other in (noor, watcher):
        other.goto(f"{page.url}?lang={language}")
        other.wait_for_selector(".join")
        check_texts(other, language)
    watcher.click("[data-do=watch]")
    check_texts(watcher, language)
    noor.fill("#join-name", "Noor")
    noor.click(".join .big")
    noor.wait_for_selector(".strip-role")
    for other in (page, noor, watcher):
        other.wait_for_selector(".dice .die")
        check_texts(other, language)
    page.click(".top [data-panel=settings]")
    page.click("[data-do=handover]")
    page.wait_for_selector(".panel .link")
    check_texts(page, language)
    page.click("#close-panel")
    noor.goto("/rules")
    page.wait_for_selector("[data-do=replace]")
    check_texts(page, language)
    page.click("[data-do=replace]")
    expect(page.locator("[data-do=replace]")).to_have_count(0)
    check_texts(page, language)


@languages
def test_the_rulebook(page: Page, language: str) -> None:
    """What the rulebook has in common with the English one are names, numbers and equal words."""
    page.goto("/rules?lang=en")
    english = set(page.evaluate(_BOOK, "body"))
    page.goto(f"/rules?lang={language}")
    common = english & set(page.evaluate(_BOOK, "body"))
    assert len(english) > 300
    same = (*"ABCD", *SAME_WORDS[language])
    assert [text for text in common if not is_said(text, language, same)] == []
