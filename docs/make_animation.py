"""Film one round for the README: `python docs/make_animation.py`.

It plays like `make_screenshots.py`, but with motion, and also needs Pillow
(`pip install '.[docs]'`).
"""

from __future__ import annotations

import io
import sys
import time
from itertools import pairwise
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[1]))
from docs.make_screenshots import PICTURES, next_round, open_page, studio
from tests.web.hands import READY, aim_well, begin, confirm, field, fire_well, take_die

SIZE = (1000, 640)
SHOWN = (750, 480)
MOST_BYTES = 2_000_000
QUALITY = 55
# How long the last picture stays, in milliseconds.
REST = 1500


class Film:
    """Pictures of a page, each with the time at which it was taken."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._frames: list[tuple[float, Image.Image]] = []

    def roll(self, seconds: float) -> None:
        """Film for some seconds."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            at = time.monotonic()
            taken = Image.open(io.BytesIO(self._page.screenshot(type="png")))
            self._frames.append((at, taken.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)))

    def save(self, file: Path) -> None:
        """Write an animated image; identical frames are merged into a longer one."""
        kept: list[tuple[float, Image.Image]] = []
        for at, picture in self._frames:
            if not kept or picture.tobytes() != kept[-1][1].tobytes():
                kept.append((at, picture))
        times = [at for at, _ in kept]
        durations = [int(1000 * (b - a)) for a, b in pairwise(times)]
        pictures = [picture for _, picture in kept]
        pictures[0].save(
            file,
            save_all=True,
            append_images=pictures[1:],
            duration=[*durations, REST],
            loop=0,
            quality=QUALITY,
            method=6,
        )
        size = file.stat().st_size
        print(f"{file.name}: {len(pictures)} pictures, {size:,} bytes")
        if size > MOST_BYTES:
            sys.exit(f"{file.name} is too large for the README")


def film_a_round(page: Page) -> Film:
    """Take a die, aim, fire, and watch everyone's shots land."""
    begin(page, "bots", mode="training", opponents=2, speed="calm")
    next_round(page, 1)
    take_die(page)
    fire_well(page)
    next_round(page, 2)
    film = Film(page)
    film.roll(0.8)
    page.locator(".die.invites").last.click()
    film.roll(0.6)
    confirm(page)
    page.wait_for_selector(".aim")
    for row, column in ((2, 3), (3, 5), (4, 7)):
        field(page, row, column).hover(force=True)
        film.roll(0.35)
    aim_well(page)
    page.wait_for_selector(READY)
    film.roll(0.8)
    page.click(READY)
    page.mouse.move(2, 2)
    while not page.query_selector(".die.invites, .end"):
        film.roll(0.2)
    film.roll(0.4)
    return film


def main() -> None:
    """Film a round."""
    with studio() as (browser, server):
        page = open_page(browser, server, SIZE, 7, motion="no-preference")
        film_a_round(page).save(PICTURES / "round.webp")


if __name__ == "__main__":
    main()
