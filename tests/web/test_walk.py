"""A walk through every page and a whole game: all that is seen is in the words of each language."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.autoplay import autoplay
from tests.web.hands import (
    READY,
    SETTLED,
    TINY_MISSION,
    begin,
    fire,
    fire_well,
    remember,
    speak,
    start,
    take_die,
)
from tests.web.test_language import OTHERS
from tests.web.texts import Looker, book_texts, entries, is_said
from torpedo_dice.locale.page import page_messages

OpenPage = Callable[..., Page]
languages = pytest.mark.parametrize("language", OTHERS)
# English texts that happen to consist of words of another language.
COINCIDENCES = {("fr", "end.replay"), ("nl", "lesson.from_start"), ("pt", "lesson.solo")}
NEXT_ROUND = """now => document.querySelector(".end")
    || document.querySelector(".where").textContent.endsWith(` ${now + 1}`)"""


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A page that speaks the first of the languages."""
    opened = open_page(start=False)
    opened.goto(f"/?lang={OTHERS[0]}")
    opened.wait_for_selector(".ways")
    return opened


@pytest.fixture
def looker(page: Page) -> Looker:
    """Checks the page's texts."""
    return Looker(page)


def try_everything(page: Page, looker: Looker) -> None:
    """Choose each use, touch each system and each switch, look into the panels; fire nothing."""
    for use in page.locator(".turn > .uses .use").all():
        use.click()
        page.wait_for_selector(SETTLED)
        looker.look()
    for system in page.locator(".system").all():
        system.click()
        looker.look()
    if page.locator("[data-do=activating][aria-pressed=true]").count():
        page.click("[data-do=activating]")
    if page.locator("[data-do=activating]").count():
        page.click("[data-do=activating]")
        looker.look()
        for switch in page.locator("[data-do=activate]").all():
            switch.click()
            page.wait_for_selector(READY)
            looker.look()
        page.click("[data-do=activating]")
    if page.locator(".use[data-move='']").count():
        page.click(".use[data-move='']")
    for panel in ("help", "settings"):
        page.click(f".top [data-panel={panel}]")
        page.wait_for_selector("#close-panel")
        looker.look()
        page.click("#close-panel")
    page.wait_for_selector(SETTLED)
    looker.look()


def activate(page: Page, looker: Looker) -> None:
    """Switch a system on instead of firing."""
    page.click("[data-do=activating]")
    page.locator("[data-do=activate]").first.click()
    page.wait_for_selector(READY)
    looker.glance()
    page.click(READY)


@languages
def test_english_is_recognised(language: str) -> None:
    """The walks can fail: no English text of the page passes for one of another language."""
    said = page_messages(language)
    for key, text in page_messages("en").items():
        for english, own in zip(entries(text), entries(said[key]), strict=True):
            has_words = re.search(r"[a-z]", re.sub(r"{\w+}", "", english), re.IGNORECASE)
            differs = re.sub(r"\W", "", english) != re.sub(r"\W", "", own)
            if has_words and differs and (language, key) not in COINCIDENCES:
                assert not is_said(re.sub(r"{\w+}", "3", english), language), key


def test_pages_before_a_game(page: Page, looker: Looker) -> None:
    """The start page with all that it offers, its panels, and where a record is opened."""
    looker.look()
    page.click("[data-way=bots]")
    page.click("[data-do=more]")
    for way in ("solo", "hotseat", "link", "bots"):
        page.click(f"[data-way={way}]")
        looker.look()
    page.fill("textarea", TINY_MISSION)
    expect(page.locator(".sheet-note")).to_contain_text("tiny mission")
    looker.look()
    for panel in ("help", "settings"):
        page.locator(f"[data-panel={panel}]").first.click()
        page.wait_for_selector("#close-panel")
        looker.look()
        page.click("#close-panel")
    page.goto("/replay")
    page.fill("textarea", "torpedoes away")
    looker.look()
    page.click("[data-do=show]")
    page.wait_for_selector("[role=alert]")
    looker.look()


def test_a_whole_game(page: Page, looker: Looker) -> None:
    """The first rounds of a solo game, its end, its replay, and my games after that."""
    begin(page, "solo", toml=TINY_MISSION)
    for number in range(1, 4):
        page.wait_for_selector(".die.invites")
        page.locator(".die.invites").first.click()
        looker.look()
        page.click(READY)
        page.wait_for_selector(".aim")
        looker.glance()
        # Switches first, so that then there is something to use.
        if number <= 2:
            activate(page, looker)
        else:
            try_everything(page, looker)
            fire_well(page)
        page.wait_for_function(NEXT_ROUND, arg=number)
        looker.glance()
    autoplay(page)
    # A whole game announced in one paragraph would take minutes to take apart.
    speak(page, looker.language)
    looker.look()
    page.click(".end a[href^='/r/']")
    page.wait_for_selector(".steps")
    for _ in range(5):
        looker.glance()
        page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    looker.look()
    page.goto("/")
    page.wait_for_selector(".game")
    looker.look()


@pytest.mark.parametrize(("mode", "opponents"), [("training", 1), ("mission", 3)])
def test_a_table_with_bots(page: Page, looker: Looker, mode: str, opponents: int) -> None:
    """A round among bots, another's sheet, a rule beside the table; and the end, among two."""
    begin(page, "bots", mode=mode, opponents=opponents, rank="ensign")
    page.wait_for_selector(".die.invites")
    looker.look()
    take_die(page)
    page.wait_for_selector(".aim")
    if opponents > 1:
        try_everything(page, looker)
    page.locator(".strip-head").first.click()
    looker.look()
    page.click(".turn [data-do=look]")
    fire(page)
    page.wait_for_function(NEXT_ROUND, arg=1)
    looker.look()
    page.click(".ask[data-rule=phase-1]")
    page.wait_for_selector(".rule-text")
    looker.look()
    if opponents == 1:
        shown, language = book_texts(page, ".rule-text"), looker.language
        page.keyboard.press("Escape")
        autoplay(page)
        # A whole game announced in one paragraph would take minutes to take apart.
        speak(page, looker.language)
        looker.look()
        page.goto(f"/rules?lang={language}")
        assert set(shown) <= set(book_texts(page, "main"))


def test_around_one_device(page: Page, looker: Looker) -> None:
    """Each takes a die, the device is handed on, each fires, one takes it back."""
    # Names that were given: those that the form suggests stay in its language.
    remember(page, mode="mission", names=["Ada", "Noor", "", ""])
    start(page, "hotseat")
    for _ in range(2):
        page.wait_for_selector(".die.invites")
        looker.look()
        take_die(page)
    page.wait_for_selector(".hand-title")
    looker.look()
    page.click("[data-do=hand]")
    page.wait_for_selector(".aim")
    looker.look()
    fire(page)
    page.wait_for_selector("[data-do=take_back]")
    looker.look()
    page.click("[data-do=hand]")
    fire(page)
    page.wait_for_function(NEXT_ROUND, arg=1)
    looker.look()


def test_by_a_link(open_page: OpenPage, page: Page, looker: Looker) -> None:
    """Waiting for somebody, being offered a seat, watching, both at the table, one of them away."""
    begin(page, "link", open=1, mode="mission")
    page.wait_for_selector("[data-do=copy]")
    looker.look()
    page.click("[data-do=copy]")
    noor, watcher = open_page(start=False), open_page(start=False)
    lookers = {other: Looker(other) for other in (noor, watcher)}
    for other, its_looker in lookers.items():
        other.goto(f"{page.url}?lang={OTHERS[0]}")
        other.wait_for_selector(".join")
        its_looker.look()
    watcher.click("[data-do=watch]")
    lookers[watcher].look()
    noor.fill("#join-name", "Noor")
    noor.click(".join .big")
    noor.wait_for_selector(".strip-role")
    for other, its_looker in {page: looker, **lookers}.items():
        other.wait_for_selector(".dice .die")
        its_looker.look()
    page.click(".top [data-panel=settings]")
    page.click("[data-do=handover]")
    page.wait_for_selector(".panel .link")
    looker.look()
    page.click("#close-panel")
    noor.goto("/rules")
    page.wait_for_selector("[data-do=replace]")
    looker.look()
    page.click("[data-do=replace]")
    expect(page.locator("[data-do=replace]")).to_have_count(0)
    looker.look()
