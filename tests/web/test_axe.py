"""axe-core finds nothing to complain about, on any page, wide and on a phone, dark and light."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.autoplay import autoplay
from tests.web.hands import (
    TINY_MISSION,
    aim_at,
    begin,
    confirm,
    remember,
    take_die,
)
from torpedo_dice.lesson import STEPS
from torpedo_dice.record import RecordData

OpenPage = Callable[..., Page]
COLOURS = {"runOnly": ["color-contrast"]}
NO_COLOURS = {"rules": {"color-contrast": {"enabled": False}}}
# The rules whose findings can depend on the language.
WORDS = {
    "runOnly": [
        *("html-has-lang", "html-lang-valid", "valid-lang", "document-title"),
        *("link-name", "button-name", "label", "image-alt", "svg-img-alt", "empty-heading"),
    ]
}
WIDE = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=360, height=640)


class Inspector:
    """Asks axe about what a page shows, and keeps what it complains about."""

    def __init__(self, page: Page) -> None:
        """The page must be painted: axe ignores the colours of what can't be seen."""
        opacity = page.evaluate("getComputedStyle(document.documentElement).opacity")
        assert opacity == "1"
        self._page = page
        self.complaints: list[str] = []

    def look(self, what: str) -> None:
        """Inspect the page as it is now, in the dark."""
        self._inspect(f"{what}, dark", {})

    def look_twice(self, what: str) -> None:
        """Inspect the page in the dark, and its colours in the light."""
        self.look(what)
        self._page.emulate_media(color_scheme="light")
        self._inspect(f"{what}, light", COLOURS)
        self._page.emulate_media(color_scheme="dark")

    def look_on_a_phone(self, what: str) -> None:
        """Inspect the page in a small window; it has the colours of a large one."""
        self._page.set_viewport_size(PHONE)
        self._inspect(f"{what}, phone", NO_COLOURS)
        self._page.set_viewport_size(WIDE)

    def look_at_words(self, what: str) -> None:
        """Inspect only what can differ between languages."""
        self._inspect(what, WORDS)

    def _inspect(self, what: str, options: dict[str, Any]) -> None:
        # Half a megabyte, once for each document.
        if not self._page.evaluate("'axe' in window"):
            self._page.evaluate(AXE_SCRIPT)
        # Thousands of nodes without a complaint need not be described, nor videos be loaded.
        options = {**options, "resultTypes": ["violations"], "preload": False}
        found: list[dict[str, Any]] = self._page.evaluate(
            "async (options) => (await axe.run(options)).violations", options
        )
        self.complaints += [
            f"{what}: {rule['id']}: {node['target']} {node['failureSummary']}"
            for rule in found
            for node in rule["nodes"]
        ]


def test_start_and_panels(open_page: OpenPage) -> None:
    """The start page with each way's form, help, settings, and my games."""
    page = open_page(painted=True)
    inspector = Inspector(page)
    inspector.look_twice("start")
    for way in ("solo", "bots", "hotseat", "link"):
        page.click(f"[data-way={way}]")
        if way == "solo":
            page.click("[data-do=more]")
        inspector.look_twice(way)
    # A phone shows the same elements in another order, so some of it is enough.
    inspector.look_on_a_phone("start")
    for panel in ("help", "settings"):
        page.click(f".top [data-panel={panel}]")
        inspector.look(panel)
        page.keyboard.press("Escape")
    begin(page, "solo")
    page.goto("/")
    page.wait_for_selector(".game")
    inspector.look_twice("my games")
    assert inspector.complaints == []


def test_table(open_page: OpenPage) -> None:
    """A table in every phase of a solo game, to its end."""
    page = open_page(start=False, painted=True)
    inspector = Inspector(page)
    begin(page, "solo", toml=TINY_MISSION)
    page.wait_for_selector(".die.invites")
    inspector.look_twice("take")
    take_die(page)
    aim_at(page, 1, 1)
    expect(page.locator("#confirm:not([aria-disabled])")).to_be_visible()
    inspector.look_twice("aim")
    page.click(".system.artillery")
    inspector.look("why not")
    inspector.look_on_a_phone("why not")
    page.keyboard.press("a")
    page.keyboard.press("7")
    expect(page.locator("#confirm.switch-on:not([aria-disabled])")).to_be_visible()
    inspector.look_twice("activate")
    confirm(page)
    take_die(page)
    page.wait_for_selector(".aim")
    page.click(".use.propeller")
    inspector.look("roll")
    page.click(".use:first-child")
    aim_at(page, 1, 1)
    confirm(page)
    page.wait_for_selector(".die.invites")
    page.click(".top [data-panel=settings]")
    page.click("[data-do=handover]")
    page.wait_for_selector(".panel .link")
    inspector.look("settings at a table")
    page.keyboard.press("Escape")
    autoplay(page)
    inspector.look_twice("end")
    inspector.look_on_a_phone("end")
    assert inspector.complaints == []


def test_lesson(open_page: OpenPage) -> None:
    """The lesson: a hint, a goal that is reached, other steps, and its end."""
    page = open_page(start=False, painted=True)
    inspector = Inspector(page)
    page.goto("/lesson")
    for column, what in ((0, "hint"), (7, "reached")):
        page.wait_for_selector(".lesson-card")
        aim_at(page, 2, column)
        confirm(page)
        expect(page.locator(".lesson-word")).not_to_be_empty()
        inspector.look_twice(what)
        page.click("#lesson-again")
    # A game near its end, and alone.
    for step in (len(STEPS) - 2, len(STEPS) - 1):
        page.click(f".lesson-dot >> nth={step}")
        inspector.look(f"step {step}")
    page.click("#lesson-next")
    expect(page.locator(".lesson-end")).to_be_visible()
    inspector.look_twice("end")
    assert inspector.complaints == []


def test_others(open_page: OpenPage) -> None:
    """A waiting table, the offer of a seat, others at the table, waiting, watching."""
    page, guest = (open_page(start=False, painted=True) for _ in range(2))
    inspector, visitor = Inspector(page), Inspector(guest)
    begin(page, "link", open=1, extra=1, first="0")
    inspector.look("waiting")
    guest.goto(page.url)
    guest.wait_for_selector(".join")
    visitor.look_twice("join")
    guest.click("[data-do=watch]")
    visitor.look("watching a waiting table")
    guest.reload()
    guest.click(".join .big")
    guest.wait_for_selector(".dice .die")
    visitor.look("waiting for another's die")
    take_die(page)
    page.click(".strip-head >> nth=0")
    inspector.look_twice("another's sheet")
    guest.goto("/")
    expect(page.locator("[data-do=replace]")).to_be_visible()
    inspector.look("somebody is away")
    assert inspector.complaints + visitor.complaints == []


def test_one_device_and_replay(open_page: OpenPage, training_record: RecordData) -> None:
    """Passing the device on, a round that plays out, what is no record, and a replay."""
    page = open_page(still=False, start=False)
    inspector = Inspector(page)
    begin(page, "hotseat", mode="training", players=2, speed="calm")
    for _ in range(2):
        take_die(page)
    page.wait_for_selector(".hand-title")
    inspector.look_twice("pass the device on")
    for _ in range(2):
        page.click("#confirm[data-do=hand]")
        aim_at(page, 3, 3)
        confirm(page)
    page.wait_for_selector("[data-do=skip]")
    inspector.look("a round plays out")
    remember(page)
    page.goto("/replay")
    page.fill("textarea", "no record")
    page.click("[data-do=show]")
    expect(page.locator("[role=alert]")).to_be_visible()
    inspector.look("no record")
    page.fill("textarea", json.dumps(training_record))
    page.click("[data-do=show]")
    page.wait_for_selector(".steps")
    page.keyboard.press("PageDown")
    inspector.look_twice("replay")
    assert inspector.complaints == []
