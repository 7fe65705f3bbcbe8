"""The page as people use it: mouse, keyboard, touch, refresh, several on one device."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from importlib import resources
from pathlib import Path

from playwright.sync_api import Page, expect

import torpedo_dice
from tests.web.autoplay import autoplay
from tests.web.hands import (
    TINY_TRAINING,
    aim_at,
    begin,
    confirm,
    drag,
    expect_end,
    expect_round,
    fire,
    fire_well,
    remember,
    round_of,
    start,
    take_die,
)

OpenPage = Callable[..., Page]
# The widest submarine that we have designed.
WIDE = resources.files("torpedo_dice.sheets") / "1" / "mission.toml"


def test_solo_game_by_mouse(open_page: OpenPage) -> None:
    """Two clicks begin a game, three more make a round; left and loaded again, it goes on."""
    page = open_page()
    start(page, "solo")
    assert round_of(page) == 1
    address = page.url
    page.goto("/")
    game = page.locator(".game")
    expect(game).to_contain_text("your turn")
    game.click()
    take_die(page)
    assert page.url == address
    page.wait_for_selector(".aim")
    page.reload()
    aim_at(page, 4, 8)
    # A shot may destroy a small system at once.
    destroyed, hits = r"(\w+ destroyed! )?", r"\d hits?, \d miss(es)?\. "
    rest = r"That leaves \d+ in reserve\. The automaton will "
    expect(page.locator(".sentence")).to_have_text(re.compile(f"^{destroyed}{hits}{rest}"))
    confirm(page)
    expect_round(page, 2)
    expect(page.locator(".log")).to_contain_text("You:")
    # On our own sheet, by hand and then to its end, where the dice are recomputed.
    take_die(page)
    fire_well(page)
    expect_round(page, 3)
    autoplay(page)
    expect_end(page)


def test_mission_against_two_bots(open_page: OpenPage) -> None:
    """A Mission game against two bots ends with a sentence, a table, and the shots of note."""
    page = open_page(start=False)
    begin(page, "bots", mode="mission", opponents=2)
    expect(page.locator(".strip")).to_have_count(2)
    take_die(page)
    fire_well(page)
    expect_round(page, 2)
    autoplay(page)
    expect(page.locator(".scores tbody tr")).to_have_count(3)
    expect(page.locator(".end-title")).not_to_be_empty()
    expect(page.locator(".shots .log-shot")).to_have_count(2)


def test_phone_by_touch(open_page: OpenPage) -> None:
    """A round by finger at 360 × 640: all columns fit and stay, fields are large enough."""
    page = open_page(360, 640, touch=True, start=False)
    remember(page, toml=WIDE.read_text(encoding="utf-8"))
    page.tap("[data-way=solo]")
    page.tap("#play")
    page.wait_for_selector(".scene")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    left, right = (page.locator(f'[data-field="4,{column}"]').bounding_box() for column in (0, 13))
    assert left is not None
    assert right is not None
    assert left["x"] >= 0
    assert right["x"] + right["width"] <= 360
    # What a finger needs, by WCAG 2.2.
    assert left["width"] >= 24
    page.locator(".die.invites").first.tap()
    page.locator("#confirm").tap()
    page.wait_for_selector(".aim")
    box = page.locator('[data-field="3,5"]').bounding_box()
    assert box is not None
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
    # The window has not moved sideways.
    assert page.locator('[data-field="4,0"]').bounding_box() == left
    page.locator("#confirm:not([aria-disabled])").tap()
    expect_round(page, 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_three_around_one_device(open_page: OpenPage) -> None:
    """It is passed on before each secret choice, which can be undone before the next one's."""
    page = open_page(start=False)
    names = ["Ada", "Noor", "Nemo", ""]
    begin(page, "hotseat", mode="training", players=3, names=names, toml=TINY_TRAINING)
    for _ in range(3):
        take_die(page)
    first = page.inner_text(".hand-title").removeprefix("Pass the device to ")
    page.click("#confirm[data-do=hand]")
    fire(page)
    expect(page.locator(".hand-title")).not_to_contain_text(first)
    page.get_by_role("button", name=f"Undo for {first}").click()
    expect(page.locator(".hand-title")).to_contain_text(first)
    for _ in range(3):
        expect(page.locator(".hand-title")).to_be_visible()
        expect(page.locator(".aim")).to_have_count(0)
        page.click("#confirm[data-do=hand]")
        fire_well(page)
    expect_round(page, 2)
    autoplay(page)
    expect_end(page)


def test_the_page_is_small() -> None:
    """What the page loads at first is under 150 KB compressed, all of it under 220 KB."""
    web = Path(torpedo_dice.__file__).parent / "web"
    scripts = set(web.glob("js/**/*.js"))
    at_first = _loaded(web / "js" / "main.js")
    assert at_first < scripts, "reviews are loaded when needed"
    index = web / "index.html"
    styles = {web / name for name in re.findall(r"css/\w+\.css", index.read_text("utf-8"))}
    others = {index, web / "messages" / "en.json"}
    assert _compressed(others | styles | at_first) < 150_000
    assert _compressed(others | set(web.glob("css/*")) | scripts) < 220_000


def _loaded(module: Path) -> set[Path]:
    """Return a module with all that it imports statically."""
    found, waiting = set(), [module]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            names = re.findall(r'^import [^"]*"(\.[^"]+)";$', file.read_text("utf-8"), re.MULTILINE)
            waiting += [(file.parent / name).resolve() for name in names]
    return found


def _compressed(files: set[Path]) -> int:
    return sum(len(gzip.compress(file.read_bytes())) for file in files)
