"""Replay: by itself, step by step, by keys, by a link to a step, from a file."""

from __future__ import annotations

import json
import re
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


def show(page: Page, record: RecordData) -> None:
    """Paste a record and open it."""
    page.goto("/replay")
    page.fill("textarea", json.dumps(record))
    page.click("[data-do=show]")
    page.wait_for_selector(".steps")


def test_replay_of_a_game(open_page: OpenPage) -> None:
    """Steps by keys and buttons, and links that lead to a step or, as old ones do, to a round."""
    page = open_page(start=False)
    begin(page, "solo", toml=TINY_MISSION)
    autoplay(page)
    page.click("text=Replay")
    page.wait_for_selector(".steps")
    first = heading(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".retold")).to_have_text(re.compile(r"^Ada takes the \d\.$"))
    expect(page.locator(".die-who", has_text="Ada")).to_have_count(1)
    expect(page.locator(".die-who", has_text="automaton")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    assert heading(page) == first
    page.keyboard.press("End")
    assert page.locator(".marks .cross").count() == 7
    expect(page.locator(".end-title")).to_have_text("Ada sank the enemy submarine")
    page.keyboard.press("Home")
    assert page.locator(".marks .cross").count() == 0
    expect(page.locator(".end-title")).to_have_count(0)
    page.click("[aria-label='Next round']")
    assert heading(page).upper().startswith("ROUND 2")
    page.click("[data-do=link]")
    expect(page.locator("[data-do=link]")).to_have_text("Copied")
    link, shown = page.evaluate("navigator.clipboard.readText()"), heading(page)
    assert "#step=" in link
    for address in (link, link.split("#")[0] + "#round=2"):
        page.goto("/replay")
        page.goto(address)
        page.wait_for_selector(".steps")
        assert heading(page) == shown


def test_a_replay_plays_itself(open_page: OpenPage, training_record: RecordData) -> None:
    """It plays to the end and shows the result; the camera follows the shooter."""
    page = open_page(still=False, clock=True, start=False)
    show(page, training_record)
    names = [player["name"] for player in training_record["players"]]
    page.keyboard.press("Space")
    expect(page.locator("[data-do=play]")).to_have_attribute("aria-label", "Pause")
    seen = set()
    for _ in range(8):
        page.clock.run_for(1000)
        seen.add((page.inner_text(".plate"), page.inner_text(".retold").split(" ")[0]))
    # Each fired at the other one's submarine, and was told to.
    assert {plate for plate, _ in seen if "fires" in plate} == {
        f"{names[1]}’s submarine — {names[0]} fires",
        f"{names[0]}’s submarine — {names[1]} fires",
    }
    page.keyboard.press("Space")
    paused = heading(page)
    page.clock.run_for(10_000)
    assert heading(page) == paused
    page.click("[data-speed=quick]")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.click("[data-do=play]")
    page.clock.run_for(5000)
    expect(page.locator("[data-do=play]")).to_have_attribute("aria-label", "Play")
    expect(page.locator(".end-title")).to_be_visible()
    go_to_a_shot_of_the_log(page)


def go_to_a_shot_of_the_log(page: Page) -> None:
    """See the step of a shot that the log tells of, from the seat of the player who fired it."""
    last = heading(page)
    shot = page.locator(".log .log-shot").last
    name = shot.inner_text().split(" (")[0].split(":")[0]
    shot.click()
    assert heading(page) != last
    expect(page.locator(".retold")).to_contain_text(f"{name} fires the ")
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
    expect(page.locator(".scheme")).to_have_text(
        "Dice scheme 1: the host could have picked these rolls."
    )
    page.keyboard.press("End")
    before = page.locator(".marks .cross").count()
    page.keyboard.press("ArrowDown")
    chosen = page.locator(".seats .chosen")
    expect(chosen).to_have_text(training_record["players"][1]["name"])
    assert page.locator(".marks .cross").count() != before
    page.keyboard.press("ArrowLeft")
    expect(chosen).to_have_text(training_record["players"][1]["name"])


def test_what_is_no_record(open_page: OpenPage, training_record: RecordData) -> None:
    """Something else, or a record with a false die, gets one sentence."""
    page = open_page(expected="422", start=False)
    page.goto("/replay")
    page.fill("textarea", "torpedoes away")
    page.click("[data-do=show]")
    alert = page.locator("[role=alert]")
    expect(alert).to_have_text("This isn’t a valid record: it isn’t JSON")
    false = json.loads(json.dumps(training_record))
    false["rounds"][0]["dice"][0] = false["rounds"][0]["dice"][0] % 6 + 1
    page.fill("textarea", json.dumps(false))
    page.click("[data-do=show]")
    expect(alert).not_to_contain_text("JSON")
    expect(alert).to_contain_text("This isn’t a valid record. Round 1 dice[0]: is ")
    expect(page.locator(".steps")).to_have_count(0)
