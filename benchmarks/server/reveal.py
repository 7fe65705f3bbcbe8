"""The reveal of a four-player round in a real Chromium, on a processor six times slower.

How long it takes at each pace, the longest task of the page while it is shown, and the longest
time between two frames.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.goals import Figure, show
from benchmarks.server.page import ARGUMENTS, chromium
from benchmarks.server.processes import Ours

SLOWDOWN = 6
ROUNDS = 4
LIMITS = {"calm": 6000, "quick": 2500}

# Records when each reveal began and ended, its frames, and the long tasks around it.
_WATCH = """
window.reveals = [];
const tasks = [];
new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: "longtask" });
// Always the same element: searching the page in every frame would slow down what is measured.
const effects = document.querySelector(".effects");
let now = null;
let last = performance.now();
const look = () => {
  const at = performance.now();
  const playing = effects.childElementCount > 0;
  // The frame that shows the first cut comes after the task that made it, and is as long as that.
  if (playing && !now) window.reveals.push(now = { begin: at, end: 0, frame: 0, task: 0 });
  if (now) now.frame = Math.max(now.frame, at - last);
  if (!playing && now) {
    const done = now;
    done.end = at;
    now = null;
    // An entry comes some time after its task.
    setTimeout(() => {
      const during = tasks.filter((t) => t.startTime + t.duration > done.begin - 100 && t.startTime < done.end);
      done.task = Math.max(0, ...during.map((t) => t.duration));
      done.told = true;
    }, 500);
  }
  last = at;
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""  # noqa: E501


def run() -> bool:
    """Print how long a reveal takes at each pace, and how smooth it is."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        server = Ours(Path(name))
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        try:
            reveals = {pace: _reveals(browser, server, pace) for pace in LIMITS}
        finally:
            browser.close()
            server.kill()
    every = [reveal for those in reveals.values() for reveal in those]
    return show(
        f"The reveal of a round of four, on a processor {SLOWDOWN} times slower",
        [
            Figure("reveals", len(every)),
            *(
                Figure(f"the longest at a {pace} pace", _longest(reveals[pace]), None, most, "ms")
                for pace, most in LIMITS.items()
            ),
            # The browser doesn't report tasks below 50 ms.
            Figure("the longest task over 50 ms", max(r["task"] for r in every), None, 50, "ms"),
            Figure("the longest frame", max(r["frame"] for r in every), None, 100, "ms"),
        ],
    )


def _longest(reveals: list[dict[str, Any]]) -> float:
    return max(float(reveal["end"] - reveal["begin"]) for reveal in reveals)


def _reveals(browser: Browser, server: Ours, pace: str) -> list[dict[str, Any]]:
    """Play some rounds against three bots and return the figures of their reveals."""
    context = browser.new_context(
        base_url=server.address, viewport={"width": 1280, "height": 800}, color_scheme="dark"
    )
    page = context.new_page()
    page.goto("/")
    settings = json.dumps({"speed": pace, "sound": False, "name": "Ada"})
    choices = json.dumps({"mode": "mission", "opponents": 3, "rank": "lieutenant"})
    page.evaluate(
        """([settings, choices]) => {
            localStorage.setItem("torpedo.settings", settings);
            localStorage.setItem("torpedo.choices", choices);
        }""",
        [settings, choices],
    )
    page.goto("/")
    page.click("[data-way=bots]")
    page.click("#play")
    page.wait_for_selector(".die")
    page.evaluate(_WATCH)
    slow = context.new_cdp_session(page)
    for number in range(1, ROUNDS + 1):
        _choose(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.click("#confirm:not([aria-disabled])")
        # Looks seldom: by default it would work in every frame that is measured here.
        page.wait_for_function(f"() => window.reveals[{number - 1}]?.told", polling=500)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    found: list[dict[str, Any]] = page.evaluate("window.reveals")
    context.close()
    return found


def _choose(page: Page) -> None:
    """Take a die and place a shot on the enemy."""
    page.locator(".die.invites").first.click()
    page.click("#confirm:not([aria-disabled])")
    page.wait_for_selector(".aim")
    page.locator(".target.portholes").first.click(force=True)
