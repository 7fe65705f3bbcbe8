"""The page fits its window: nothing clipped, no scrolling sideways, no empty sea on a large one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from playwright.sync_api import Page, expect

from tests.web.hands import READY, SETTLED, aim_at, begin, drawn, speak, take_die

OpenPage = Callable[..., Page]
SIZES = {"large": (1920, 1080), "wide": (1280, 800), "tablet": (820, 1180), "phone": (360, 640)}
# What sticks out of the window sideways, and buttons whose words do not fit into them.
_CLIPPED = """() => {
    const wide = document.documentElement.clientWidth;
    const shown = [...document.querySelectorAll("#page *:not(svg *, .unseen, .uses *)")]
        .filter((one) => one.getClientRects().length && getComputedStyle(one).clipPath === "none");
    const out = shown.filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < -1 || box.right > wide + 1;
    });
    const tight = shown.filter((one) => one.matches("button, a, h1, h2, p, .system-words"))
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0);
    return [...out, ...tight].map((one) => `${one.tagName} ${one.className}: ${one.textContent}`);
}"""


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and let the page be drawn in it."""
    page.set_viewport_size({"width": width, "height": height})
    drawn(page)


def check(page: Page) -> None:
    """In a window of any size nothing is clipped and nothing scrolls sideways."""
    for width, height in SIZES.values():
        resize(page, width, height)
        assert page.evaluate(_CLIPPED) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_is_clipped(open_page: OpenPage) -> None:
    """The start page, a table while a die is taken and while somebody aims, and help."""
    page = open_page()
    check(page)
    page.click("[data-way=bots]")
    check(page)
    begin(page, "bots", mode="mission", opponents=3, rank="lieutenant", name="W" * 24)
    page.wait_for_selector(".die.invites")
    check(page)
    take_die(page)
    aim_at(page, 4, 9)
    expect(page.locator(READY)).to_be_visible()
    check(page)
    page.click(".top [data-panel=help]")
    check(page)


def test_the_table_fills_the_window(open_page: OpenPage) -> None:
    """On a large screen the table fills it without scrolling, and the window most of that."""
    page = open_page(start=False)
    begin(page, "bots", mode="mission", opponents=2)
    page.wait_for_selector(".die.invites")
    for size in ("large", "wide"):
        resize(page, *SIZES[size])
        check_that_the_table_fills(page, *SIZES[size])


def check_that_the_table_fills(page: Page, width: int, height: int) -> None:
    """Measure the table and the window of this size."""
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    table = page.locator(".table").bounding_box()
    window = page.locator(".porthole").bounding_box()
    hull = page.locator(".scene .hull").bounding_box()
    assert table is not None
    assert window is not None
    assert hull is not None
    assert table["width"] * table["height"] > 0.94 * width * height
    assert window["width"] * window["height"] > 0.45 * width * height
    assert hull["width"] > 0.85 * window["width"]


SHORT = ((880, 700), (861, 620), (1280, 720), (1024, 768), (1280, 800), (1440, 900), (1600, 980))
# The uses of which some part lies below the foot's upper edge, where it covers them.
_COVERED = """() => {
    const foot = document.querySelector(".turn-foot").getBoundingClientRect();
    return [...document.querySelectorAll(".turn > .uses .use")]
        .filter((use) => use.getBoundingClientRect().bottom > foot.top)
        .map((use) => use.textContent);
}"""


def test_a_short_window_shows_every_use(open_page: OpenPage) -> None:
    """Among three bots no use lies behind the foot of the turn, and the button is in sight."""
    page = open_page(880, 700, start=False)
    begin(page, "bots", mode="training", opponents=3)
    take_die(page)
    page.wait_for_selector(SETTLED)
    expect(page.locator(".turn > .uses .use")).not_to_have_count(0)
    for language, (width, height) in product(("en", "de"), SHORT):
        speak(page, language)
        resize(page, width, height)
        assert page.evaluate(_COVERED) == []
        button = page.locator("#confirm").bounding_box()
        assert button is not None
        assert button["y"] + button["height"] <= height
        ring, strips = (
            page.locator(place).bounding_box() for place in (".ring-of-players", ".strip-list")
        )
        assert ring is not None
        assert strips is not None
        assert ring["x"] + ring["width"] <= strips["x"]


def test_a_phone_has_the_button_in_reach(open_page: OpenPage) -> None:
    """At 360 × 640 the turn is on the screen, its button at the thumb, links not too small."""
    page = open_page(360, 640, touch=True, language="de", start=False)
    begin(page, "bots", mode="mission", opponents=2)
    page.wait_for_selector(".die.invites")
    page.click(".system.artillery")
    link = page.locator(".why .rule-link").bounding_box()
    assert link is not None
    assert link["height"] >= 24
    assert link["x"] + link["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    take_die(page)
    page.wait_for_selector(".aim")
    page.evaluate("scrollTo(0, 0)")
    button = page.locator("#confirm").bounding_box()
    assert button is not None
    assert button["y"] > 400
    assert button["y"] + button["height"] <= 640
