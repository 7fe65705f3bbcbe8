"""axe-core finds nothing to complain about, on any page, wide and on a phone, dark and light."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

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
SIZES = {"wide": (1280, 800), "phone": (360, 640)}


class Inspector:
    """Asks axe about what a page shows, and keeps what it complains about."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.complaints: list[str] = []

    def look(self, what: str) -> None:
        """Inspect the page as it is now: everything in the dark, its colours in the light too.

        A phone has the colours of a large screen, so they are inspected only there.
        """
        size = self._page.viewport_size
        if size is not None and size["width"] < SIZES["wide"][0]:
            self._inspect(what, NO_COLOURS)
            return
        self._inspect(f"{what}, dark", {})
        self._page.emulate_media(color_scheme="light")
        self._inspect(f"{what}, light", COLOURS)
        self._page.emulate_media(color_scheme="dark")

    def look_at_words(self, what: str) -> None:
        """Inspect only what can differ between languages."""
        self._inspect(what, WORDS)

    def _inspect(self, what: str, options: dict[str, Any]) -> None:
        # Half a megabyte, once for each document.
        if not self._page.evaluate("'axe' in window"):
            self._page.evaluate(AXE_SCRIPT)
        # Thousands of nodes without a complaint need not be described.
        options = {**options, "resultTypes": ["violations"]}
        found: list[dict[str, Any]] = self._page.evaluate(
            "async (options) => (await axe.run(options)).violations", options
        )
        self.complaints += [
            f"{what}: {rule['id']}: {node['target']} {node['failureSummary']}"
            for rule in found
            for node in rule["nodes"]
        ]


# A phone shows the same elements in another order, so it is enough to look at most of it wide.
wide_only = pytest.mark.parametrize("size", [SIZES["wide"]], ids=["wide"])


@pytest.fixture(params=list(SIZES))
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    """A window's size."""
    return SIZES[request.param]


def test_start_and_panels(open_page: OpenPage, size: tuple[int, int]) -> None:
    """The start page with each way's form, help, settings, and the page that opens a record."""
    page = open_page(*size)
    inspector = Inspector(page)
    inspector.look("start")
    for way in ("solo", "bots", "hotseat", "link"):
        page.click(f"[data-way={way}]")
        if way == "solo":
            page.click("[data-do=more]")
        inspector.look(way)
    for panel in ("help", "settings"):
        page.click(f".top [data-panel={panel}]")
        inspector.look(panel)
        page.keyboard.press("Escape")
    begin(page, "solo")
    page.goto("/")
    page.wait_for_selector(".game")
    inspector.look("my games")
    page.goto("/replay")
    page.wait_for_selector("textarea")
    inspector.look("open a record")
    assert inspector.complaints == []


def test_table(open_page: OpenPage, size: tuple[int, int]) -> None:
    """A table in every phase of a solo game, to its end."""
    page = open_page(*size, start=False)
    inspector = Inspector(page)
    begin(page, "solo", toml=TINY_MISSION)
    page.wait_for_selector(".die.invites")
    inspector.look("take")
    take_die(page)
    aim_at(page, 1, 1)
    expect(page.locator("#confirm:not([aria-disabled])")).to_be_visible()
    inspector.look("aim")
    page.click(".system.artillery")
    inspector.look("why not")
    page.keyboard.press("a")
    page.keyboard.press("7")
    expect(page.locator("#confirm.switch-on:not([aria-disabled])")).to_be_visible()
    inspector.look("activate")
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
    inspector.look("end")
    assert inspector.complaints == []


@wide_only
def test_lesson(open_page: OpenPage, size: tuple[int, int]) -> None:
    """The lesson: a step, a hint, a goal that is reached, and its end."""
    page = open_page(*size, start=False)
    inspector = Inspector(page)
    page.goto("/lesson")
    for column, what in ((0, "hint"), (7, "reached")):
        page.wait_for_selector(".lesson-card")
        inspector.look("step")
        aim_at(page, 2, column)
        confirm(page)
        expect(page.locator(".lesson-word")).not_to_be_empty()
        inspector.look(what)
        page.click("#lesson-again")
    # A game near its end, and alone.
    for step in (len(STEPS) - 2, len(STEPS) - 1):
        page.click(f".lesson-dot >> nth={step}")
        inspector.look(f"step {step}")
    page.click("#lesson-next")
    expect(page.locator(".lesson-end")).to_be_visible()
    inspector.look("end")
    assert inspector.complaints == []


@wide_only
def test_others(open_page: OpenPage, size: tuple[int, int]) -> None:
    """A waiting table, the offer of a seat, others at the table, waiting, watching, an end."""
    page, guest = open_page(*size, start=False), open_page(*size, start=False)
    inspector, visitor = Inspector(page), Inspector(guest)
    begin(page, "link", open=1, extra=1, first="0")
    inspector.look("waiting")
    guest.goto(page.url)
    guest.wait_for_selector(".join")
    visitor.look("join")
    guest.click("[data-do=watch]")
    visitor.look("watching a waiting table")
    guest.reload()
    guest.click(".join .big")
    guest.wait_for_selector(".dice .die")
    visitor.look("waiting for another's die")
    take_die(page)
    page.click(".strip-head >> nth=0")
    inspector.look("another's sheet")
    guest.goto("/")
    expect(page.locator("[data-do=replace]")).to_be_visible()
    inspector.look("somebody is away")
    assert inspector.complaints + visitor.complaints == []


@wide_only
def test_one_device_and_replay(
    open_page: OpenPage, size: tuple[int, int], training_record: RecordData
) -> None:
    """Passing the device on, a round that plays out, and a replay."""
    page = open_page(*size, still=False, start=False)
    inspector = Inspector(page)
    begin(page, "hotseat", mode="training", players=2, speed="calm")
    for _ in range(2):
        take_die(page)
    page.wait_for_selector(".hand-title")
    inspector.look("pass the device on")
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
    inspector.look("replay")
    assert inspector.complaints == []
