"""The page as people use it: mouse, keyboard, touch, refresh."""

from __future__ import annotations

import gzip
import json
import urllib.request
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

import torpedo_dice
from tests.web.conftest import Server
from torpedo_dice.record.verify import verify

OpenPage = Callable[..., Page]


def start(page: Page, way: str) -> None:
    """Begin a game with two clicks."""
    page.click(f"[data-way={way}]")
    page.click("#play")
    page.wait_for_selector(".scene")


def round_of(page: Page) -> int:
    """The round that the header names."""
    return int(page.inner_text(".where").rsplit(" ", 1)[1])


def take_die(page: Page) -> None:
    """Take the first die that is left, once it is this player's turn."""
    page.locator(".die.invites").first.click()
    page.click("#confirm:not([aria-disabled])")


def fire(page: Page) -> None:
    """Fire where the formation lies."""
    page.wait_for_selector(".aim")
    page.click("#confirm:not([aria-disabled])")


def play_to_end(page: Page) -> None:
    """Take dice and fire at the most promising of a few places until the game is over."""
    spots = [(r, c) for r in range(6) for c in range(14)]
    for turn in range(60):
        page.wait_for_selector(".die.invites, .end")
        if page.query_selector(".end"):
            return
        now = round_of(page)
        take_die(page)
        page.wait_for_selector(".aim")
        row, column = spots[(turn * 17 + 20) % len(spots)]
        page.locator(f'[data-field="{row},{column}"]').dispatch_event("pointermove")
        fire(page)
        page.wait_for_function(
            """now => document.querySelector(".end")
                || !document.querySelector(".where").textContent.endsWith(` ${now}`)""",
            arg=now,
        )
    raise AssertionError("the game did not end within 60 rounds")


def record_of(page: Page, server: str) -> dict[str, object]:
    """The record of the table on the page."""
    table = page.url.rsplit("/", 1)[1]
    with urllib.request.urlopen(f"{server}/api/tables/{table}/record", timeout=5) as answer:  # noqa: S310
        return json.load(answer)


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with a finger."""
    finger = page.context.new_cdp_session(page)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    for kind, spots in (
        ("touchStart", [start]),
        ("touchMove", [middle]),
        ("touchMove", [end]),
        ("touchMove", [end]),
        ("touchEnd", []),
    ):
        points = [{"x": x, "y": y} for x, y in spots]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        # At a finger's pace: after a flick the browser itself swallows the next tap.
        page.wait_for_timeout(80)
    page.wait_for_timeout(300)


def test_solo_round_by_mouse(open_page: OpenPage) -> None:
    """Two clicks begin a solo game; a die, a place and one button make a round."""
    page = open_page()
    start(page, "solo")
    assert round_of(page) == 1
    take_die(page)
    page.wait_for_selector(".aim")
    page.locator('[data-field="4,8"]').click(force=True)
    expect(page.locator(".aim.placed")).to_have_count(1)
    expect(page.locator(".sentence")).to_contain_text("hit")
    page.click("#confirm:not([aria-disabled])")
    expect(page.locator(".where")).to_contain_text("round 2")
    expect(page.locator(".log")).to_contain_text("You:")


def test_whole_solo_game(open_page: OpenPage, server: str) -> None:
    """A solo game can be played to its end; the dice are recomputed and the record verifies."""
    page = open_page()
    start(page, "solo")
    play_to_end(page)
    expect(page.locator(".fair")).to_contain_text("recomputed")
    assert not verify(record_of(page, server))


def test_mission_against_two_captains(open_page: OpenPage, server: str) -> None:
    """A Mission game against two bots ends with a reason and a table of scores."""
    page = open_page()
    page.click("[data-do=panel][data-panel=settings]")
    page.locator("input[value=instant]").check(force=True)
    page.keyboard.press("Escape")
    page.click("[data-way=bots]")
    page.locator("input[name=mode][value=mission]").check(force=True)
    page.click("#play")
    page.wait_for_selector(".scene")
    expect(page.locator(".strip")).to_have_count(2)
    play_to_end(page)
    expect(page.locator(".scores tbody tr")).to_have_count(3)
    expect(page.locator(".fair")).to_contain_text("recomputed")
    assert not verify(record_of(page, server))


def test_keyboard_alone(open_page: OpenPage) -> None:
    """Without a mouse to the second round; the live region tells what happens."""
    page = open_page()
    page.locator("[data-way=solo]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#play")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(".die.invites")
    expect(page.locator("#live")).to_contain_text("The dice show")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector(".aim")
    for key in ("ArrowLeft", "ArrowDown", "r"):
        page.keyboard.press(key)
    expect(page.locator("#live")).to_contain_text("reserve")
    page.wait_for_selector("#confirm:not([aria-disabled])")
    page.keyboard.press("Enter")
    expect(page.locator(".where")).to_contain_text("round 2")


def test_activate_by_keyboard(open_page: OpenPage) -> None:
    """A and a number switch a system on instead of firing."""
    page = open_page()
    start(page, "solo")
    take_die(page)
    page.wait_for_selector(".aim")
    page.keyboard.press("a")
    page.keyboard.press("7")
    page.wait_for_selector("#confirm.switch-on:not([aria-disabled])")
    page.keyboard.press("Enter")
    expect(page.locator(".where")).to_contain_text("round 2")
    expect(page.locator(".log")).to_contain_text("switched on Propeller")


def test_phone_by_touch(open_page: OpenPage) -> None:
    """A round by finger at 360 × 640: nothing scrolls sideways, fields are large enough."""
    page = open_page(360, 640, touch=True)
    page.tap("[data-way=solo]")
    page.tap("#play")
    page.wait_for_selector(".scene")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    box = page.locator('[data-field="3,5"]').bounding_box()
    assert box is not None
    assert box["width"] >= 25.9
    page.locator(".die.invites").first.tap()
    page.locator("#confirm").tap()
    page.wait_for_selector(".aim")
    page.touchscreen.tap(box["x"] + 5, box["y"] + 5)
    expect(page.locator(".aim.placed")).to_have_count(1)
    before = page.locator(".frame").bounding_box()
    drag(page, (box["x"], box["y"]), (box["x"] + 80, box["y"] + 30))
    after = page.locator(".frame").bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] > before["x"]
    # Not hidden by the finger: its middle lies above it.
    assert after["y"] + after["height"] / 2 < box["y"] + 30
    page.locator("#confirm:not([aria-disabled])").tap()
    expect(page.locator(".where")).to_contain_text("round 2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_refresh_in_the_middle(open_page: OpenPage) -> None:
    """A refresh after taking a die continues at the same place."""
    page = open_page()
    start(page, "solo")
    take_die(page)
    page.wait_for_selector(".aim")
    page.reload()
    page.wait_for_selector(".aim")
    fire(page)
    expect(page.locator(".where")).to_contain_text("round 2")


def test_around_one_device(open_page: OpenPage) -> None:
    """Three people on one device: the page asks to pass it on before each secret choice."""
    page = open_page()
    page.click("[data-way=hotseat]")
    page.locator("input[name=players][value='3']").check(force=True)
    page.click("#play")
    page.wait_for_selector(".scene")
    for _ in range(3):
        take_die(page)
        page.wait_for_timeout(100)
    for _ in range(3):
        expect(page.locator(".hand-title")).to_be_visible()
        expect(page.locator(".aim")).to_have_count(0)
        page.click("#confirm")
        fire(page)
    expect(page.locator(".where")).to_contain_text("round 2")


def test_two_browsers_by_a_link(open_page: OpenPage) -> None:
    """A friend takes the open seat by the link and both play a round; a third watches."""
    ada, noor, watcher = open_page(), open_page(), open_page()
    start(ada, "link")
    link = ada.input_value(".link")
    noor.goto(link)
    noor.fill(".join input", "Noor")
    noor.click(".join .big")
    ada.wait_for_selector(".dice .die")
    watcher.goto(link)
    watcher.wait_for_selector(".dice .die")
    expect(watcher.locator(".turn")).to_contain_text("watching")
    first, second = (ada, noor) if ada.query_selector(".die.invites") else (noor, ada)
    take_die(first)
    take_die(second)
    fire(first)
    expect(first.locator(".turn")).to_contain_text("Waiting for")
    fire(second)
    for page in (ada, noor, watcher):
        expect(page.locator(".where")).to_contain_text("round 2")


def test_replay(open_page: OpenPage) -> None:
    """A game's replay steps forwards and back by keys."""
    page = open_page()
    start(page, "solo")
    take_die(page)
    fire(page)
    expect(page.locator(".where")).to_contain_text("round 2")
    play_to_end(page)
    page.click("text=Replay")
    page.wait_for_selector(".steps")
    page.keyboard.press("End")
    last = page.inner_text(".steps h2")
    page.keyboard.press("Home")
    assert page.inner_text(".steps h2") != last


def test_first_load_is_small() -> None:
    """All that the page loads at first is under 150 KB compressed."""
    web = Path(torpedo_dice.__file__).parent / "web"
    files = [
        web / "index.html",
        *web.glob("css/*"),
        *web.glob("js/**/*.js"),
        web / "messages" / "en.json",
    ]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) < 150_000


def test_systems_in_training(open_page: OpenPage) -> None:
    """Every system that is ready can be used, turned and placed; the log names it."""
    page = open_page()
    page.click("[data-way=bots]")
    page.locator("input[name=mode][value=training]").check(force=True)
    page.locator("input[name=opponents][value='1']").check(force=True)
    page.click("#play")
    page.wait_for_selector(".scene")
    for system in ("artillery", "engine", "portholes", "periscope", "fins", "tower"):
        take_die(page)
        page.wait_for_selector(".aim")
        now = round_of(page)
        is_ready = page.locator(f".use.{system}").count() > 0
        if is_ready:  # if not, it has been destroyed meanwhile
            page.locator(f".use.{system}").first.click()
        page.keyboard.press("s")
        page.keyboard.press("r")
        page.locator('[data-field="3,5"]').click(force=True)
        page.locator('[data-field="3,5"]').click(force=True)
        page.click("#confirm:not([aria-disabled])")
        page.wait_for_selector(f".end, .where:not(:text('round {now}'))")
        if is_ready:
            expect(page.locator(".log")).to_contain_text(system.capitalize())
        if page.query_selector(".end"):
            break


def test_server_killed_in_the_middle(open_page: OpenPage, running_server: Server) -> None:
    """After `kill -9` and a restart the page reconnects by itself and the round goes on."""
    page = open_page()
    start(page, "solo")
    take_die(page)
    page.wait_for_selector(".aim")
    running_server.kill()
    expect(page.locator(".lost")).to_be_visible(timeout=10_000)
    running_server.start()
    expect(page.locator(".lost")).to_have_count(0, timeout=10_000)
    fire(page)
    expect(page.locator(".where")).to_contain_text("round 2")
