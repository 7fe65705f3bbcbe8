"""Take the README's pictures of the page: `python docs/make_screenshots.py`.

It starts a server of its own, plays in a real Chromium, and needs what the browser tests need.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.web.conftest import ARGUMENTS, chromium_path

PICTURES = Path(__file__).parent / "pictures"
PORT = 8765
ADDRESS = f"http://127.0.0.1:{PORT}/"
WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def begin(page: Page, way: str) -> None:
    """Open the start page and begin a game with two clicks."""
    page.goto(ADDRESS)
    page.click(f"[data-way={way}]")
    page.click("#play")
    page.wait_for_selector(".scene")


def aim(page: Page, field: str) -> None:
    """Take a die, and hold the formation over a field."""
    page.locator(".die.invites").first.click()
    page.click("#confirm:not([aria-disabled])")
    page.wait_for_selector(".aim")
    page.locator(f'[data-field="{field}"]').hover(force=True)
    page.wait_for_timeout(800)


def play_rounds(page: Page, fields: list[str]) -> None:
    """Play a round for each field that is aimed at."""
    for field in fields:
        page.wait_for_selector(".die.invites, .end", timeout=60_000)
        if page.query_selector(".end"):
            return
        aim(page, field)
        page.click("#confirm:not([aria-disabled])")
        page.wait_for_timeout(2500)


def take(page: Page, name: str) -> None:
    """Keep what the page shows."""
    page.wait_for_timeout(600)
    page.screenshot(path=PICTURES / f"{name}.png")
    print(f"{name}.png taken")


def main() -> None:
    """Take a wide picture against captains and a phone's of a solo game."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = _server(Path(folder) / "games.sqlite")
        try:
            browser = playwright.chromium.launch(
                executable_path=chromium_path(), args=list(ARGUMENTS)
            )
            page = browser.new_page(viewport=WIDE, color_scheme="dark")
            begin(page, "bots")
            play_rounds(page, ["3,3", "2,7", "4,9"])
            page.wait_for_selector(".die.invites, .end", timeout=60_000)
            if page.query_selector(".die.invites"):
                aim(page, "4,3")
            take(page, "wide")
            phone = browser.new_page(viewport=PHONE, color_scheme="dark")
            begin(phone, "solo")
            play_rounds(phone, ["3,2"])
            phone.wait_for_selector(".die.invites", timeout=60_000)
            aim(phone, "2,7")
            take(phone, "phone")
            browser.close()
        finally:
            server.kill()


def _server(data: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "torpedo_dice.cli", "serve", "--port", str(PORT)]
    server = subprocess.Popen([*command, "--data", str(data)])  # noqa: S603  # our own command
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"{ADDRESS}api/health", timeout=1):  # noqa: S310
                return server
        except OSError:
            time.sleep(0.1)
    server.kill()
    sys.exit("the server did not start")


if __name__ == "__main__":
    main()
