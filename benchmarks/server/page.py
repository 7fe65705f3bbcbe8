"""A real page: how soon it is usable, and how soon a move is shown next to 200 busy tables.

The players at the 200 tables think for half a second: about 400 commands per second, ten times as
many as fast human players would send.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.goals import Figure, show
from benchmarks.server.processes import Load, Ours
from tools.chromium import MISSING, find_chromium

TABLES = 200
THINKS = 500
MOVES = 100

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
_READY = "#confirm:not([aria-disabled])"
# Records when the start page and a table's scene first become usable.
_WATCH = """
window.usable = {};
const look = () => {
  for (const [name, selector] of [["start", ".ways"], ["scene", ".die.invites"]]) {
    if (!(name in window.usable) && document.querySelector(selector))
      window.usable[name] = performance.now();
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
# Confirms, and measures the milliseconds until a frame shows the result.
_CONFIRM = """
() => new Promise((resolve) => {
  const told = () => document.querySelector(".where")?.textContent;
  const [before, begin] = [told(), performance.now()];
  const isShown = document.querySelector(".aim")
    ? () => told() !== before || document.querySelector(".end")
    : () => document.querySelector(".aim");
  const look = () =>
    requestAnimationFrame(isShown() ? () => resolve(performance.now() - begin) : look);
  document.querySelector("#confirm").click();
  look();
})
"""


def run() -> bool:
    """Print how soon the page is usable without load, and how soon moves are shown under load."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        server = Ours(Path(name))
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        load: Load | None = None
        try:
            starts, scenes = zip(*(_first_uses(browser, server) for _ in range(5)), strict=True)
            load = Load(server.spec, tables=TABLES, seconds=3600, thinks=THINKS)
            # Until all tables are open.
            time.sleep(10)
            moves = sorted(_moves(browser, server))
        finally:
            if load is not None:
                load.kill()
            browser.close()
            server.kill()
    p95 = moves[int(0.95 * (len(moves) - 1))]
    return show(
        f"The page, in a real Chromium; {TABLES} other tables, "
        f"each with a command every {THINKS} ms",
        [
            Figure("from the address to a start page to use", max(starts), None, 1000, "ms"),
            Figure("from a table's address to a scene to use", max(scenes), None, 1000, "ms"),
            Figure("moves", len(moves)),
            Figure("a move is shown, half of them", moves[len(moves) // 2], None, None, "ms"),
            Figure("a move is shown, 95 of 100", p95, None, 100, "ms"),
        ],
    )


def chromium() -> str:
    """Return the path of a Chromium, or exit with a message."""
    found = find_chromium()
    if found is None:
        sys.exit(f"benchmarks: {MISSING}")
    return found


def _open(browser: Browser, server: Ours) -> Page:
    """Open the start page in a new profile."""
    context = browser.new_context(base_url=server.address, reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(_WATCH)
    page.goto("/")
    page.wait_for_selector(".ways")
    return page


def _begin_solo(page: Page) -> None:
    page.click("[data-way=solo]")
    page.click("#play")
    page.wait_for_selector(".die.invites")


def _place(page: Page) -> None:
    """Place the shot where it lies, in the middle of the grid."""
    page.wait_for_selector(".aim")
    box = page.locator(".frame").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _first_uses(browser: Browser, server: Ours) -> tuple[float, float]:
    """Return the milliseconds to a usable start page, and to the scene of a reopened table."""
    page = _open(browser, server)
    page.wait_for_function("() => window.usable.start")
    start = page.evaluate("window.usable.start")
    _begin_solo(page)
    page.reload()
    page.wait_for_function("() => window.usable.scene")
    scene = page.evaluate("window.usable.scene")
    page.context.close()
    return float(start), float(scene)


def _moves(browser: Browser, server: Ours) -> list[float]:
    """Play solo games: take a die, fire, and so on; return how soon each was shown."""
    shown: list[float] = []
    while len(shown) < MOVES:
        page = _open(browser, server)
        _begin_solo(page)
        while len(shown) < MOVES:
            page.wait_for_selector(".die.invites, .end")
            if page.query_selector(".end"):
                break
            page.locator(".die.invites").first.click()
            page.wait_for_selector(_READY)
            shown.append(float(page.evaluate(_CONFIRM)))
            _place(page)
            page.wait_for_selector(_READY)
            if page.query_selector("#confirm.danger"):
                page.click("#confirm")
            shown.append(float(page.evaluate(_CONFIRM)))
        page.context.close()
    return shown
