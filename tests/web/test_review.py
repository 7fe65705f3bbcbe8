"""A review as a player sees it: from the end of a game to a better shot."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.autoplay import autoplay
from tests.web.hands import (
    TINY_MISSION,
    TINY_TRAINING,
    aim_at,
    begin,
    confirm,
    expect_next_round,
    look_in,
    round_of,
)
from tests.web.test_axe import Inspector
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.record import RecordData

OpenPage = Callable[..., Page]
# How much of each table lies outside of what is seen of it.
_HIDDEN = """() => [...document.querySelectorAll(".scroll")]
    .map((box) => box.scrollWidth - box.clientWidth)"""


def _find_aim(page: Page) -> None:
    """Step through the costly choices to one of aim."""
    title = page.locator("#choice-title")
    for _ in range(40):
        if title.inner_text().endswith("aim"):
            return
        before = page.url
        page.keyboard.press("ArrowRight")
        if page.url == before:
            break
    raise AssertionError("no costly shot in this game")


def test_review_of_a_record(open_page: OpenPage, training_record: RecordData) -> None:
    """Open a record, follow a turning point, look at a shot and the best one, find it, by keys."""
    page = open_page(start=False, painted=True)
    inspector = Inspector(page)
    page.goto("/replay")
    page.fill("textarea", json.dumps(training_record))
    page.click("[data-do=show]")
    page.wait_for_selector(".steps")
    page.keyboard.press("End")
    page.click("[data-do=review]")
    page.wait_for_selector(".summary", timeout=60_000)
    # Everybody's sum adds up, on the screen.
    for row in page.locator(".totals table >> nth=0").locator("tbody tr").all():
        cells = [cell.replace("−", "-") for cell in row.locator("td").all_inner_texts()]
        start, *changes, end = map(float, cells)
        assert abs(start + sum(changes) - end) < 0.01
    expect(page.locator(".band")).to_have_count(2)
    page.click(".turning [data-do=choice] >> nth=0")
    expect(page.locator(".verdict")).to_contain_text("costs")
    page.click("[data-do=costly]")
    _find_aim(page)
    expect(page.locator(".compared .was")).not_to_have_count(0)
    expect(page.locator(".compared .better")).not_to_have_count(0)
    inspector.look_twice("a choice")
    link = page.url
    assert re.search(r"#choice=\d+$", link)
    page.click("[data-do=ask]")
    expect(page.locator(".compared")).to_have_count(0)
    expect(page.locator(".choice-card table")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator(".choice-card em", has_text="yours")).to_have_count(1)
    page.click("[data-do=again]")
    aim_at(page, 4, 4)
    page.click("[data-do=answer]")
    expect(page.locator("#verdict")).to_contain_text("You found it!")
    inspector.look("an answer")
    page.click("[data-do=end_asking]")
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # The record stays with the tab, and the address leads to the same choice.
    shown = page.inner_text("#choice-title")
    page.reload()
    expect(page.locator("#choice-title")).to_have_text(shown)
    assert page.url == link
    # The same position at a table of its own, where it can be played otherwise.
    page.select_option("#rank", "ensign")
    page.click("[data-do=play_on]")
    expect(page.locator(".top .label")).to_contain_text("Played on from round")
    page.wait_for_selector(".aim")
    page.set_viewport_size({"width": 1280, "height": 800})
    now = round_of(page)
    aim_at(page, 3, 3)
    confirm(page)
    expect_next_round(page, now)
    page.goto("/")
    expect(page.locator(".game")).to_contain_text("Played on from round")
    assert inspector.complaints == []


def _open_review(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("#choice-title", timeout=60_000)


def test_a_player_without_a_name(open_page: OpenPage) -> None:
    """They are "You" in their own review, and somebody with a number for everybody else."""
    page = open_page(start=False)
    begin(page, "solo", name="", toml=TINY_MISSION)
    autoplay(page)
    page.click(".end a[href^='/review/']")
    page.wait_for_selector("#choice-title", timeout=60_000)
    expect(page.locator("#review-title")).to_contain_text("Solo: You against the automaton")
    expect(page.locator("#choice-title")).to_contain_text("· You ·")
    expect(page.locator(".sonar-name")).to_have_text("Your submarine")
    assert "Player 1" not in page.inner_text("body")
    other = open_page(start=False, language="de")
    _open_review(other, page.url)
    expect(other.locator("#review-title")).to_contain_text("Solo: Crew 1 gegen die KI")
    expect(other.locator(".sonar-name")).to_have_text("U-Boot von Crew 1")


def test_tables_fit_a_phone(open_page: OpenPage) -> None:
    """Nothing scrolls sideways, and everybody's sum still adds up, downwards."""
    page = open_page(start=False)
    begin(page, "bots", mode="training", opponents=3, rank="ensign", name="", toml=TINY_TRAINING)
    autoplay(page)
    address = page.url.replace("/t/", "/review/").split("#")[0]
    page.set_viewport_size({"width": 360, "height": 740})
    _open_review(page, address)
    for language, hidden in look_in(page, LANGUAGES, _HIDDEN).items():
        assert set(hidden) == {0}, language
    columns = page.evaluate(
        """() => [...document.querySelector(".totals tbody").rows].map((row) =>
            [...row.querySelectorAll("td")].map((cell) =>
                Number(cell.innerText.replace("−", "-").replace(",", "."))))"""
    )
    for start, *changes, end in zip(*columns, strict=True):
        assert abs(start + sum(changes) - end) < 0.01
