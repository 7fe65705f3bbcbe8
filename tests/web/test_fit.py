"""Every word has its room on a phone 360 points wide, in every language, and on wider screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from tests.web.autoplay import autoplay
from tests.web.fit import troubles, troubles_in
from tests.web.hands import (
    READY,
    SETTLED,
    TINY_MISSION,
    TINY_TRAINING,
    aim_at,
    begin,
    drawn,
    take_die,
)
from torpedo_dice.lesson import STEPS
from torpedo_dice.locale import LANGUAGES

OpenPage = Callable[..., Page]
PHONE = (360, 740)
SHORT_PHONE = (360, 640)
WIDE = (1280, 800)
# The least width of each arrangement, where words have the least room; and others that people have.
NARROWEST = (360, 461, 600, 861, 1061, 1181)
WIDTHS = (390, 720, 900, 1280, 1920)
WORDY = ("de", "fr")
# As long as on our own sheets: a short game, with the usual reserve and boxes.
SHORT_SOLO = TINY_MISSION.replace("reserve = 60", "reserve = 12").replace("boxes = 9", "boxes = 2")
SHORT_TRAINING = TINY_TRAINING.replace("reserve = 60", "reserve = 12")


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A page on a phone."""
    return open_page(*PHONE, start=False, painted=True)


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the window another size, and let the page be drawn in it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 0)")
    drawn(page)


def check_steps(
    page: Page, steps: Iterator[str], *sizes: tuple[int, int], roomy: Sequence[tuple[int, int]] = ()
) -> None:
    """Measure each step in each language and size; the first size stays.

    In `roomy` sizes only the languages with the longest words are measured, in turn.
    """
    found = {}
    wordy = cycle(WORDY)
    for step in steps:
        for size in (*roomy, *sizes[1:], sizes[0]):
            resize(page, size)
            languages = [next(wordy)] if size in roomy else LANGUAGES
            for language, what in troubles_in(page, languages).items():
                found[step, language, size] = what
    assert {where: what for where, what in found.items() if what} == {}


def test_what_does_not_fit_is_found(open_page: OpenPage) -> None:
    """The measure can fail: words that stick out, are cut off or lie over one another."""
    page = open_page(*PHONE, painted=True)
    assert troubles(page) == []
    for style, trouble in (
        ("#play, .way-name { white-space: nowrap; font-size: 60px }", "sticks out of"),
        (".way-name { overflow: hidden; width: 9px; display: block }", "is cut off"),
        (".way-text { margin-top: -1.2em }", "overlap"),
        (".start { width: 500px; max-width: none }", "the page is 500 wide"),
    ):
        page.evaluate(
            """(text) => {
                const sheet = new CSSStyleSheet();
                sheet.replaceSync(text);
                document.adoptedStyleSheets = [sheet];
            }""",
            style,
        )
        assert any(trouble in found for found in troubles(page)), trouble


def on_the_pages(page: Page) -> Iterator[str]:
    """Walk through what is there before a game."""
    page.goto("/")
    page.wait_for_selector(".ways")
    yield "start"
    page.click("[data-way=bots]")
    page.click("[data-do=more]")
    for way in ("solo", "hotseat", "link", "bots"):
        page.click(f"[data-way={way}]")
        yield way
    for panel in ("help", "settings"):
        page.locator(f"[data-panel={panel}]").first.click()
        page.wait_for_selector("#close-panel")
        yield panel
        page.click("#close-panel")
    page.goto("/replay")
    page.wait_for_selector("textarea")
    yield "replay"


def test_pages_before_a_game(page: Page) -> None:
    """The start page with each way opened, help, settings, a record to be opened."""
    check_steps(page, on_the_pages(page), PHONE)


def test_waiting_and_joining(open_page: OpenPage, page: Page) -> None:
    """Waiting for somebody, and the seat that is offered to them."""
    begin(page, "link", open=1, mode="mission")
    page.wait_for_selector("[data-do=copy]")
    guest = open_page(*PHONE, start=False, painted=True)
    guest.goto(page.url)
    guest.wait_for_selector(".join")
    check_steps(page, iter(["waiting"]), PHONE)
    check_steps(guest, iter(["joining"]), PHONE)


def at_a_table(page: Page) -> Iterator[str]:
    """Take a die and choose a system, in Training, in Mission and alone."""
    begin(page, "bots", mode="training", opponents=3)
    page.locator(".die.invites").first.click()
    yield "training, taking a die"
    page.click(READY)
    page.wait_for_selector(".aim")
    page.wait_for_selector(SETTLED)
    yield "training, acting"
    page.locator(".turn > .uses .use").last.click()
    page.wait_for_selector(SETTLED)
    yield "training, a system chosen"
    begin(page, "bots", mode="mission", opponents=3)
    page.wait_for_selector(".die.invites")
    yield "mission, taking a die"
    take_die(page)
    page.click("[data-do=activating]")
    page.locator("[data-do=activate]").nth(2).click()
    page.wait_for_selector(READY)
    yield "mission, a system to switch on"
    begin(page, "solo")
    page.locator(".die.invites").first.click()
    yield "solo, taking a die"
    page.click(READY)
    page.wait_for_selector(".aim")
    page.wait_for_selector(SETTLED)
    yield "solo, acting"


def over_a_table(page: Page) -> Iterator[str]:
    """Everything that is opened at a table, or told about it."""
    begin(page, "bots", mode="mission", opponents=3)
    take_die(page)
    page.wait_for_selector(SETTLED)
    page.click(".system.artillery")
    page.wait_for_selector(".why")
    yield "why not"
    page.click(".top [data-panel=settings]")
    page.click("[data-do=handover]")
    page.wait_for_selector(".panel .link")
    yield "settings at a table"
    page.click("#close-panel")
    page.locator(".strip-head").first.click()
    page.wait_for_selector(".plate-back")
    yield "another sheet"
    page.click(".plate-back")
    page.click(".ask[data-rule=tower]")
    page.wait_for_selector(".rule-text")
    yield "a rule"
    begin(page, "hotseat", mode="mission", players=3)
    for _ in range(3):
        take_die(page)
    page.wait_for_selector(".hand-title")
    yield "passing the device on"


def test_a_table(page: Page) -> None:
    """A turn fits, on a short phone too; there nothing lies behind the foot with the button."""
    check_steps(page, at_a_table(page), SHORT_PHONE, roomy=[PHONE])


def test_over_a_table(page: Page) -> None:
    """A reason, settings, another's sheet, a rule, and the device passed on."""
    check_steps(page, over_a_table(page), PHONE)


def test_a_dashboard_of_every_width(page: Page) -> None:
    """From a phone to a large screen, a turn in Mission among three bots."""
    begin(page, "bots", mode="mission", opponents=3)
    take_die(page)
    page.wait_for_selector(SETTLED)
    narrowest, others = ([(width, 1180) for width in widths] for widths in (NARROWEST, WIDTHS))
    check_steps(page, iter(["act"]), PHONE, *narrowest, roomy=others)


def test_the_end(page: Page) -> None:
    """The end of a game alone and among bots, the replay, and both among my games."""
    check_steps(page, at_the_end(page), PHONE, roomy=[(880, 800)])


def at_the_end(page: Page) -> Iterator[str]:
    """Two games that are over, a replay, and the list of games."""
    for way, toml, opponents in (("bots", SHORT_TRAINING, 3), ("solo", SHORT_SOLO, 1)):
        begin(page, way, mode="training", rank="ensign", toml=toml, opponents=opponents)
        autoplay(page)
        yield way
    page.click(".end a[href^='/r/']")
    page.wait_for_selector(".steps")
    page.keyboard.press("End")
    yield "replay"
    page.goto("/")
    page.wait_for_selector(".tallies")
    yield "my games"


def test_the_lesson(page: Page) -> None:
    """Every step of the lesson, a hint, and the end."""
    check_steps(page, in_the_lesson(page), PHONE)


def in_the_lesson(page: Page) -> Iterator[str]:
    """Miss once, then go past every step."""
    page.goto("/lesson")
    page.wait_for_selector(".aim")
    aim_at(page, 0, 0)
    page.click(READY)
    expect(page.locator(".lesson-word")).not_to_be_empty()
    yield "hint"
    for step in STEPS:
        page.click("#lesson-next")
        expect(page.locator("#lesson-heading")).to_be_focused()
        yield f"after {step.name}"


def test_a_sheet_of_ones_own(page: Page) -> None:
    """Sixty torpedoes and nine boxes a system stay inside too."""
    begin(page, "solo", toml=TINY_MISSION)
    page.wait_for_selector(".die.invites")
    check_steps(page, iter(["take"]), PHONE, roomy=[WIDE])
