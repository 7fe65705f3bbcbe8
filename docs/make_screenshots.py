"""Take the screenshots of the README and the docs: `python docs/make_screenshots.py`.

Starts the server of the browser tests, whose dice are reproducible, and plays in a real Chromium.
It has the same requirements as the browser tests.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.web.autoplay import autoplay
from tests.web.conftest import ARGUMENTS, FIXED_NONCES, Server, chromium_path
from tests.web.hands import READY, aim_at, begin, expect_end, expect_round, fire_well, take_die
from torpedo_dice.lab.play import play_game
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.rules import Mode
from torpedo_dice.sheets import load_sheet

PICTURES = Path(__file__).parent / "pictures"
WIDE = (1000, 640)
TALL = (1000, 815)
PHONE = (390, 844)
MOST_BYTES = 400_000


def open_page(
    browser: Browser,
    server: Server,
    size: tuple[int, int],
    nonce: int,
    language: str = "en",
    motion: str = "reduce",
) -> Page:
    """Open the start page in a window of the given size."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark",
        reduced_motion=motion,  # type: ignore[arg-type]
        locale=language,
        base_url=server.address,
    )
    context.add_init_script(FIXED_NONCES.format(nonce=nonce))
    page = context.new_page()
    page.goto("/")
    return page


def next_round(page: Page, number: int) -> None:
    """Wait until a round has begun and it is the player's turn."""
    expect_round(page, number)
    page.wait_for_selector(".die.invites")


def switch_on(page: Page, key: str) -> None:
    """Take a die and activate a system instead of firing."""
    take_die(page)
    page.wait_for_selector(".aim")
    page.keyboard.press("a")
    page.keyboard.press(key)
    page.click(f"{READY}.switch-on")


def play_some(page: Page, *, switches: str, shots: int) -> None:
    """Activate systems, then fire for a few rounds."""
    for number, key in enumerate(switches, start=1):
        next_round(page, number)
        switch_on(page, key)
    for number in range(len(switches) + 1, len(switches) + shots + 1):
        next_round(page, number)
        take_die(page)
        fire_well(page)
    next_round(page, len(switches) + shots + 1)


def keep(page: Page, name: str) -> None:
    """Save a screenshot of the page."""
    page.mouse.move(2, 2)
    page.wait_for_timeout(600)
    file = PICTURES / f"{name}.png"
    page.screenshot(path=file)
    size = file.stat().st_size
    if size > MOST_BYTES:
        sys.exit(f"{file.name} has {size:,} bytes: too many for the README")
    print(f"{file.name}: {size:,} bytes")


def take_wide(page: Page) -> None:
    """Aim with a system, against two bots."""
    begin(page, "bots", mode="mission", opponents=2)
    play_some(page, switches="31", shots=2)
    take_die(page)
    page.wait_for_selector(".aim")
    page.keyboard.press("2")
    aim_at(page, 4, 2)
    page.wait_for_selector(READY)
    keep(page, "wide")


def take_phone(page: Page) -> None:
    """Aim on a phone."""
    begin(page, "bots", mode="mission", opponents=1)
    play_some(page, switches="1", shots=2)
    take_die(page)
    aim_at(page, 4, 8)
    page.wait_for_selector(READY)
    keep(page, "phone")


def take_solo(page: Page) -> None:
    """Choose a die in solo: the page shows what the other one will hit."""
    begin(page, "solo")
    play_some(page, switches="57", shots=3)
    page.locator(".die.invites").first.click()
    keep(page, "solo")


def take_end(page: Page) -> None:
    """Win against an ensign, who runs out of torpedoes."""
    begin(page, "bots", mode="training", opponents=1, rank="ensign")
    autoplay(page)
    expect_end(page)
    expect(page.locator(".end-title")).to_contain_text("You win")
    keep(page, "end")


def take_review(page: Page) -> None:
    """Review a game of two bots, at a shot that cost much."""
    record = play_game(load_sheet("mission"), Mode.MISSION, ["lieutenant", "captain"], "a review")
    page.goto("/review")
    page.fill("textarea", json.dumps(record.record()))
    page.click("[data-do=show]")
    page.wait_for_selector(".summary", timeout=120_000)
    page.click("[data-do=costly]")
    while not page.inner_text("#choice-title").endswith("aim"):
        page.keyboard.press("ArrowRight")
    page.evaluate("scrollTo(0, 0)")
    keep(page, "review")
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    page.evaluate("document.querySelector('.review .table').scrollIntoView()")
    keep(page, "review-choice")


def take_lesson(page: Page, name: str) -> None:
    """Show a step of the lesson after an attempt that triggers a hint."""
    page.goto("/lesson")
    page.click(".lesson-dot >> nth=4")
    aim_at(page, 1, 6)
    page.click(READY)
    expect(page.locator(".lesson-word")).not_to_be_empty()
    keep(page, name)


def take_rules(page: Page, language: str) -> None:
    """Show the rule on formations, with its pictures."""
    page.goto(f"/rules?lang={language}#formations")
    keep(page, f"rules-{language}")


@contextmanager
def studio() -> Iterator[tuple[Browser, Server]]:
    """Run a server, and a browser for it."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games.sqlite")
        server.start()
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGUMENTS))
        try:
            yield browser, server
        finally:
            browser.close()
            server.stop()


def main() -> None:
    """Take all screenshots."""
    with studio() as (browser, server):
        take_wide(open_page(browser, server, WIDE, 9))
        take_phone(open_page(browser, server, PHONE, 8))
        take_solo(open_page(browser, server, WIDE, 9))
        take_end(open_page(browser, server, WIDE, 7))
        take_review(open_page(browser, server, TALL, 7))
        take_lesson(open_page(browser, server, WIDE, 7), "lesson")
        for language in LANGUAGES:
            page = open_page(browser, server, PHONE, 7, language)
            take_lesson(page, f"lesson-{language}")
            take_rules(page, language)


if __name__ == "__main__":
    main()
