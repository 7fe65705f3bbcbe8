"""The start page: the ways to play, submarines of one's own, settings, help."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.web.hands import TINY_MISSION, aim_at, begin, confirm, drawn, look_in, start, take_die
from torpedo_dice.locale import LANGUAGES

OpenPage = Callable[..., Page]


def more(page: Page, way: str) -> None:
    """Open the further settings of a way to play."""
    page.click(f"[data-way={way}]")
    page.click("[data-do=more]")


def test_a_submarine_of_ones_own(open_page: OpenPage, tmp_path: Path) -> None:
    """Pasted or from a file, it is checked at once and drawn; a wrong one makes no table."""
    page = open_page(expected="422")
    more(page, "solo")
    page.fill("textarea", TINY_MISSION)
    expect(page.locator(".sheet-note")).to_have_text("tiny mission: 7 target fields")
    page.fill("textarea", TINY_MISSION.replace("1 . 2", "1 . 8"))
    note = page.locator(".sheet-note.alarm")
    expect(note).to_contain_text("This submarine won’t work: ")
    expect(note).to_contain_text("grid, row 1, column 3: '8' isn’t a field")
    with page.expect_response("**/api/tables"):
        page.click("#play")
    # Once, in the width of the form, not in a corner of it.
    expect(page.locator("#play:not([disabled])")).to_be_visible()
    expect(page.get_by_text("'8' isn’t a field")).to_have_count(1)
    expect(note).to_be_in_viewport()
    boxes = [page.locator(which).bounding_box() for which in (".sheet-note", ".more")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["width"] > 0.9 * boxes[1]["width"]
    assert "/t/" not in page.url
    file = tmp_path / "mine.toml"
    file.write_text(TINY_MISSION.replace("tiny mission", "mine"), encoding="utf-8")
    page.set_input_files("input[type=file]", file)
    expect(page.locator(".sheet-note")).to_have_text("mine: 7 target fields")
    page.click("#play")
    page.wait_for_selector(".scene")
    expect(page.locator(".target")).to_have_count(7)


def test_a_submarine_chosen_while_another_is_refused(open_page: OpenPage) -> None:
    """A refusal that comes late says nothing about the new one."""
    page = open_page(expected="422")
    held: list[Route] = []
    page.route("**/api/tables", lambda route: held.append(route))
    more(page, "solo")
    page.fill("textarea", TINY_MISSION.replace("1 . 2", "1 . 8"))
    expect(page.locator(".sheet-note.alarm")).to_be_visible()
    with page.expect_request("**/api/tables"):
        page.click("#play")
    page.fill("textarea", TINY_MISSION)
    expect(page.locator(".sheet-note")).to_have_text("tiny mission: 7 target fields")
    with page.expect_response("**/api/tables"):
        held[0].continue_()
    expect(page.locator("#play:not([disabled])")).to_be_visible()
    drawn(page)
    expect(page.locator(".sheet-note")).to_have_text("tiny mission: 7 target fields")


def test_the_last_choices_are_remembered(open_page: OpenPage) -> None:
    """What was chosen last is chosen again; the bots are those that the page introduced."""
    page = open_page()
    page.click("[data-way=bots]")
    page.locator("input[name=mode][value=mission]").check(force=True)
    page.locator("input[name=opponents][value='3']").check(force=True)
    page.locator("input[name=rank][value=ensign]").check(force=True)
    page.fill("input[data-field=name]", "Ada")
    expect(page.locator(".cast li")).to_have_count(3)
    expect(page.locator(".cast li").first).to_contain_text(re.compile("^Ensign .+ — .+ Easy.$"))
    cast = page.locator(".cast strong").all_inner_texts()
    page.click("#play")
    page.wait_for_selector(".scene")
    assert [f"Ensign {name}" for name in page.locator(".strip-name").all_inner_texts()] == cast
    page.goto("/")
    page.click("[data-way=bots]")
    expect(page.locator("input[name=mode][value=mission]")).to_be_checked()
    expect(page.locator("input[name=opponents][value='3']")).to_be_checked()
    expect(page.locator("input[data-field=name]")).to_have_value("Ada")


def test_sound(open_page: OpenPage) -> None:
    """Sound is offered once, and plays where it was wanted, as loud as the settings have it."""
    page = open_page(start=False)
    page.add_init_script(
        """window.sounds = 0;
        for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
            const { start } = prototype;
            prototype.start = function (...when) {
                window.sounds++;
                return start.apply(this, when);
            };
        }"""
    )
    page.goto("/")
    page.click("[data-do=sound]")
    assert page.evaluate("window.sounds") > 0
    expect(page.locator("[data-do=sound]")).to_have_count(0)
    page.reload()
    page.wait_for_selector(".ways")
    expect(page.locator("[data-do=sound]")).to_have_count(0)
    start(page, "solo")
    take_die(page)
    page.wait_for_function("() => window.sounds > 0")
    page.click(".top [data-panel=settings]")
    volume = page.locator("input[data-set=sound]")
    expect(volume).to_have_value("0.6")
    volume.fill("0")
    page.keyboard.press("Escape")
    expect(page.locator(".panel")).to_have_count(0)
    page.evaluate("window.sounds = 0")
    aim_at(page, 3, 3)
    confirm(page)
    page.wait_for_selector(".die.invites")
    assert page.evaluate("window.sounds") == 0


# The contrast of the colours of every ring and icon with what lies below them.
_CONTRASTS = """() => {
    const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const light = (colour) => {
        probe.clearRect(0, 0, 1, 1);
        probe.fillStyle = colour;
        probe.fillRect(0, 0, 1, 1);
        const parts = [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => {
            const c = part / 255;
            return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    };
    const contrast = (one, other) => {
        const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
        return (a + 0.05) / (b + 0.05);
    };
    const ground = (element) => {
        for (let e = element; e; e = e.parentElement) {
            const { backgroundColor } = getComputedStyle(e);
            if (!/ 0\\)$|transparent/.test(backgroundColor)) return backgroundColor;
        }
        return getComputedStyle(document.documentElement).backgroundColor;
    };
    const found = [];
    for (const ring of document.querySelectorAll(".scene .target:not(.hit) .ring")) {
        const { stroke, fill } = getComputedStyle(ring);
        const icon = getComputedStyle(ring.parentElement.querySelector(".field-icon")).stroke;
        const what = ring.parentElement.getAttribute("class");
        found.push([`${what} ring`, contrast(stroke, fill)]);
        found.push([`${what} icon`, contrast(icon, fill)]);
    }
    for (const icon of document.querySelectorAll("svg.icon")) {
        const { color } = getComputedStyle(icon);
        found.push([icon.parentElement.className, contrast(color, ground(icon))]);
    }
    return found;
}"""


def test_light_and_dark(open_page: OpenPage) -> None:
    """The theme is chosen and kept; in either one every ring and icon stands out by 3:1."""
    page = open_page(start=False)
    begin(page, "solo")
    page.wait_for_selector(".die.invites")
    ground = "() => getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(ground)
    for theme in ("dark", "light"):
        page.click(".top [data-panel=settings]")
        page.check(f"input[data-set=theme][value={theme}]", force=True)
        page.keyboard.press("Escape")
        assert (page.evaluate(ground) == dark) is (theme == "dark")
        contrasts = page.evaluate(_CONTRASTS)
        assert len(contrasts) > 20
        assert [(what, value) for what, value in contrasts if value < 3] == []
    page.goto("/rules")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'light'")
    assert page.evaluate(ground) != dark


# How far the words on the picture reach over the boat, in pixels.
_OVER_THE_BOAT = """() => {
    const boat = document.querySelector(".emblem .hull").getBoundingClientRect();
    const range = document.createRange();
    return [...document.querySelectorAll(".hero-words > *")].flatMap((words) => {
        range.selectNodeContents(words);
        return [...range.getClientRects()].filter(({ width }) => width).map(({ right, bottom }) =>
            Math.min(right - boat.left, bottom - boat.top));
    });
}"""


def test_the_words_beside_the_boat(open_page: OpenPage) -> None:
    """Neither title nor tagline lies over the boat, on a phone, a tablet or a wide screen."""
    page = open_page()
    for width, height in (
        (1440, 900),
        (1024, 768),
        (820, 1180),
        (601, 900),
        (390, 844),
        (360, 640),
    ):
        page.set_viewport_size({"width": width, "height": height})
        for language, reach in look_in(page, LANGUAGES, _OVER_THE_BOAT).items():
            assert max(reach) <= 0, (width, language)


def fill_the_screen_and_back(page: Page) -> None:
    """Press the button twice, and see what it does each time."""
    page.click(".top [data-panel=settings]")
    for is_full in (True, False):
        page.click("[data-do=fullscreen]")
        page.wait_for_function(
            "isFull => !!document.fullscreenElement === isFull", arg=is_full, timeout=10_000
        )
        assert page.evaluate("!!document.fullscreenElement") is is_full


def test_full_screen(open_page: OpenPage) -> None:
    """The button fills the screen, and again gives it back, before a game and in one."""
    page = open_page()
    fill_the_screen_and_back(page)
    page.keyboard.press("Escape")
    start(page, "solo")
    fill_the_screen_and_back(page)


def test_copying_the_link(open_page: OpenPage) -> None:
    """The link is in the clipboard, also where the browser gives the page none by itself."""
    page = open_page(start=False)
    begin(page, "link", open=1)
    expect(page.locator(".link")).to_have_value(page.url)
    page.click("[data-do=copy]")
    expect(page.locator("[data-do=copy]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.evaluate("navigator.clipboard.writeText('')")
    page.add_init_script(
        "window.real = navigator.clipboard; Object.defineProperty(navigator, 'clipboard', {});"
    )
    page.reload()
    page.click("[data-do=copy]")
    expect(page.locator("[data-do=copy]")).to_have_text("Copied")
    assert page.evaluate("window.real.readText()") == page.url


def test_a_panel_keeps_the_focus(open_page: OpenPage) -> None:
    """Help takes the focus, holds it, and gives it back, on every page."""
    page = open_page()
    for begin_page in (lambda: None, lambda: start(page, "solo")):
        begin_page()
        page.locator(".top [data-panel=help]").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#close-panel")).to_be_focused()
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.closest('main, header')")
        page.keyboard.press("Escape")
        expect(page.locator(".panel")).to_have_count(0)
        expect(page.locator(".top [data-panel=help]")).to_be_focused()


def test_bots_of_other_packages_can_be_chosen(open_page: OpenPage) -> None:
    """They are listed by their names, play under them, and are not chosen again once gone."""
    page = open_page()
    page.click("[data-way=bots]")
    page.locator("input[name=opponents][value='1']").check(force=True)
    expect(page.locator(".cast li")).to_have_count(1)
    page.locator("input[name=rank][value=good]").check(force=True)
    expect(page.locator(".cast li")).to_have_count(0)
    page.click("#play")
    page.wait_for_selector(".scene")
    expect(page.locator(".strip-name")).to_have_text("good")
    page.goto("/")
    page.click("[data-way=link]")
    page.click("#play")
    expect(page.locator("#fill-bot option[value=good]")).to_have_text("good")
    page.select_option("#fill-bot", "good")
    page.click("[data-do=fill]")
    page.wait_for_selector(".scene")
    expect(page.locator(".strip-name")).to_have_text("good")
    page.goto("/")
    page.click("[data-way=bots]")
    expect(page.locator("input[name=rank][value=good]")).to_be_checked()
    offered = {"bots": ["ensign", "lieutenant", "captain", "admiral"], "characters": []}
    page.route("**/api/bots", lambda route: route.fulfill(json=offered))
    page.goto("/")
    page.click("[data-way=bots]")
    expect(page.locator("input[name=rank][value=lieutenant]")).to_be_checked()
    expect(page.locator("input[name=rank]")).to_have_count(4)
