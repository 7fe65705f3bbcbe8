"""Replay: step by step, by keys, by a link to a round, from a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.autoplay import autoplay
from tests.web.hands import TINY_MISSION, begin
from torpedo_dice.record import RecordData

OpenPage = Callable[..., Page]


def heading(page: Page) -> str:
    """The step that is shown, in words."""
    return page.inner_text(".steps h2")


def test_replay_of_a_game(open_page: OpenPage) -> None:
    """A game's replay steps forwards and back by keys and buttons, and shares a round by a link."""
    page = open_page(start=False)
    begin(page, "solo", toml=TINY_MISSION)
    autoplay(page)
    page.click("text=Replay")
    page.wait_for_selector(".steps")
    first = heading(page)
    page.keyboard.press("ArrowRight")
    assert heading(page) != first
    page.keyboard.press("ArrowLeft")
    assert heading(page) == first
    page.keyboard.press("End")
    assert page.locator(".cross").count() == 7
    page.keyboard.press("Home")
    assert page.locator(".cross").count() == 0
    page.click("[aria-label='Round forward']")
    assert heading(page).upper().startswith("ROUND 2")
    page.click("[data-do=link]")
    expect(page.locator("[data-do=link]")).to_have_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    shown = heading(page)

    guest = open_page(start=False)
    guest.goto(link)
    guest.wait_for_selector(".steps")
    assert heading(guest) == shown


def test_a_line_of_the_log_is_a_step(open_page: OpenPage, training_record: RecordData) -> None:
    """A shot in the log of a replay leads to its step, seen by the player who fired it."""
    page = open_page(start=False)
    page.goto("/replay")
    page.fill("textarea", json.dumps(training_record))
    page.click("[data-do=show]")
    page.wait_for_selector(".steps")
    page.keyboard.press("End")
    last = heading(page)
    shot = page.locator(".log-shot").last
    name = shot.inner_text().split(" (")[0].split(":")[0]
    shot.click()
    assert heading(page) != last
    expect(page.locator(".use.chosen")).to_have_text(name)
    assert page.locator(".pointed circle").count() > 0


def test_a_record_from_a_file(
    open_page: OpenPage, training_record: RecordData, tmp_path: Path
) -> None:
    """A record opens from a file, in one line or in many; each player's sheet can be seen."""
    page = open_page()
    for indent in (None, 2):
        file = tmp_path / f"game-{indent}.json"
        file.write_text(json.dumps(training_record, indent=indent), encoding="utf-8")
        page.goto("/replay")
        page.set_input_files("input[type=file]", file)
        page.wait_for_selector(".steps")
    expect(page.locator(".scheme")).to_have_text("Scheme 1: the host could have chosen the dice.")
    page.keyboard.press("End")
    before = page.locator(".cross").count()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".use.chosen")).to_have_text(training_record["players"][1]["name"])
    assert page.locator(".cross").count() != before


def test_what_is_no_record(open_page: OpenPage, training_record: RecordData) -> None:
    """Something else, or a record with a false die, gets one sentence."""
    page = open_page(expected="422", start=False)
    page.goto("/replay")
    page.fill("textarea", "torpedoes away")
    page.click("[data-do=show]")
    alert = page.locator("[role=alert]")
    expect(alert).to_have_text("This is not a record of a real game: it is not JSON")
    false = json.loads(json.dumps(training_record))
    false["rounds"][0]["dice"][0] = false["rounds"][0]["dice"][0] % 6 + 1
    page.fill("textarea", json.dumps(false))
    page.click("[data-do=show]")
    expect(alert).not_to_contain_text("JSON")
    expect(alert).to_contain_text("This is not a record of a real game: ")
    expect(page.locator(".steps")).to_have_count(0)
