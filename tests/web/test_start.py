"""The start page: the ways to play, submarines of one's own, settings, help."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.hands import TINY_MISSION, begin, start, take_die

OpenPage = Callable[..., Page]


def more(page: Page, way: str) -> None:
    """Open the further settings of a way to play."""
    page.click(f"[data-way={way}]")
    page.click("[data-do=more]")


def test_a_pasted_submarine(open_page: OpenPage) -> None:
    """A sheet that is pasted is checked at once and drawn at the table."""
    page = open_page()
    more(page, "solo")
    page.fill("textarea", TINY_MISSION)
    expect(page.locator(".sheet-note")).to_have_text("tiny mission: 7 target fields")
    page.click("#play")
    page.wait_for_selector(".scene")
    expect(page.locator(".target")).to_have_count(7)


def test_an_uploaded_submarine(open_page: OpenPage, tmp_path: Path) -> None:
    """A sheet can come from a file."""
    file = tmp_path / "mine.toml"
    file.write_text(TINY_MISSION, encoding="utf-8")
    page = open_page()
    more(page, "solo")
    page.set_input_files("input[type=file]", file)
    expect(page.locator(".sheet-note")).to_have_text("tiny mission: 7 target fields")
    page.click("#play")
    page.wait_for_selector(".scene")
    expect(page.locator(".target")).to_have_count(7)


def test_a_wrong_submarine(open_page: OpenPage) -> None:
    """A wrong sheet gets one sentence that says what is wrong and where; no table is made."""
    page = open_page(expected="422")
    more(page, "solo")
    page.fill("textarea", TINY_MISSION.replace("1 . 2", "1 . 8"))
    note = page.locator(".sheet-note.alarm")
    expect(note).to_contain_text("This submarine cannot be used: ")
    expect(note).to_contain_text("grid, row 1, column 3: '8' is not a field")
    page.click("#play")
    expect(page.locator("[role=alert]")).to_contain_text("'8' is not a field")
    assert "/t/" not in page.url


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
    """Sound is off at first; switched on it plays, and no error comes of it."""
    page = open_page(still=False)
    page.add_init_script(
        """window.sounds = 0;
        const start = AudioScheduledSourceNode.prototype.start;
        AudioScheduledSourceNode.prototype.start = function (...when) {
            window.sounds++;
            return start.apply(this, when);
        };"""
    )
    start(page, "solo")
    take_die(page)
    page.wait_for_selector(".aim")
    page.click("#confirm:not([aria-disabled])")
    page.wait_for_selector(".die.invites")
    assert page.evaluate("window.sounds") == 0
    page.click(".top [data-panel=settings]")
    expect(page.locator("input[data-set=sound]")).not_to_be_checked()
    page.check("input[data-set=sound]")
    page.keyboard.press("Escape")
    take_die(page)
    page.wait_for_selector(".aim")
    page.click("#confirm:not([aria-disabled])")
    page.wait_for_function("() => window.sounds > 0")


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
    """The button fills the screen, and again gives it back."""
    page = open_page(start=False)
    begin(page, "solo")
    fill_the_screen_and_back(page)


def test_full_screen_from_the_start_page(open_page: OpenPage) -> None:
    """The same button works before a game."""
    page = open_page()
    fill_the_screen_and_back(page)


def test_copying_the_link(open_page: OpenPage) -> None:
    """The link is in the clipboard, also where the browser gives the page none by itself."""
    page = open_page(start=False)
    begin(page, "link", open=1)
    expect(page.locator(".link")).to_have_value(page.url)
    page.click("[data-do=copy]")
    expect(page.locator("[data-do=copy]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url

    plain = open_page(start=False)
    plain.add_init_script(
        "window.real = navigator.clipboard; Object.defineProperty(navigator, 'clipboard', {});"
    )
    begin(plain, "link", open=1)
    plain.click("[data-do=copy]")
    expect(plain.locator("[data-do=copy]")).to_have_text("Copied")
    assert plain.evaluate("window.real.readText()") == plain.url


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
