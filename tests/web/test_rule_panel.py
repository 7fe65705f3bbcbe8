"""One rule of the rulebook beside the table: opened by "?", in the player's language."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.autoplay import autoplay
from tests.web.hands import TINY_MISSION, begin, take_die
from tests.web.test_axe import Inspector
from tests.web.test_language import OTHERS, choose
from torpedo_dice.rulebook import load_text

OpenPage = Callable[..., Page]
SYSTEMS = ("periscope", "artillery", "tower", "fins", "engine", "portholes", "propeller")


def title_of(anchor: str, language: str = "en") -> str:
    """What the rulebook calls a rule."""
    return next(s.title for s in load_text(language).sections if s.anchor == anchor)


def ask(page: Page, anchor: str) -> None:
    """Press the "?" of a rule, and see that rule."""
    page.click(f".ask[data-rule={anchor}]")
    expect(page.locator(".rule-text :is(h2, h3)").first).to_contain_text(title_of(anchor))


def test_everything_can_be_asked_about(open_page: OpenPage) -> None:
    """Each system, the dice, the switches and the solo panel open their own rule."""
    page = open_page(start=False)
    begin(page, "solo")
    page.wait_for_selector(".die.invites")
    for anchor in (*SYSTEMS, "phase-1", "switches", "solo"):
        ask(page, anchor)
        expect(page.locator(".rule-panel .drawing").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".rule-panel")).to_be_hidden()
        # By its own "?" the keyboard goes on.
        expect(page.locator(f".ask[data-rule={anchor}]")).to_be_focused()
    take_die(page)
    ask(page, "formations")
    page.click(".rule-close")
    expect(page.locator(".rule-panel")).to_be_hidden()


def test_training_has_no_switches_to_ask_about(open_page: OpenPage) -> None:
    """What is not in the game has no "?"."""
    page = open_page(start=False)
    begin(page, "bots", mode="training")
    page.wait_for_selector(".die.invites")
    expect(page.locator(".system-box .ask")).to_have_count(6)
    expect(page.locator(".ask[data-rule=switches], .ask[data-rule=solo]")).to_have_count(0)


def test_by_keyboard_and_while_playing(open_page: OpenPage) -> None:
    """Opened with Enter; the arrows scroll the rule, and outside of it the game goes on."""
    page = open_page(start=False)
    begin(page, "solo")
    take_die(page)
    page.wait_for_selector(".aim")
    where = "() => document.querySelector('.aim .frame').outerHTML"
    before = page.evaluate(where)
    page.locator(".ask[data-rule=tower]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rule-panel")).to_be_focused()
    page.keyboard.press("ArrowDown")
    assert page.evaluate(where) == before
    page.locator("#grid").focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_function(f"before => ({where})() !== before", arg=before)
    expect(page.locator(".rule-panel")).to_be_visible()


def test_a_link_in_a_rule_stays_in_the_panel(open_page: OpenPage) -> None:
    """A rule that names another leads to it; the whole rulebook is in a tab of its own."""
    page = open_page(start=False)
    begin(page, "solo")
    ask(page, "solo")
    link = page.locator(".rule-text a[href*='#']:not(.anchor)").first
    anchor = str(link.get_attribute("href")).split("#")[1]
    link.click()
    expect(page.locator(".rule-text :is(h2, h3)").first).to_contain_text(title_of(anchor))
    assert "/t/" in page.url
    with page.context.expect_page() as opened:
        page.click(".rule-head a")
    expect(opened.value.locator(f"#{anchor}")).to_be_in_viewport()


def test_the_rule_follows_the_language(open_page: OpenPage) -> None:
    """After a change of language the open rule is shown in the new one."""
    page = open_page(start=False)
    begin(page, "solo")
    ask(page, "periscope")
    for language in OTHERS:
        choose(page, language)
        heading = page.locator(".rule-text h3")
        expect(heading).to_contain_text(title_of("periscope", language))
        expect(page.locator(".rule-head a")).to_have_attribute(
            "href", f"/rules?lang={language}#periscope"
        )


def test_on_a_phone_the_window_stays_in_sight(open_page: OpenPage) -> None:
    """A sheet over the lower part; each "?" is large enough for a finger, nothing sticks out."""
    page = open_page(360, 640, touch=True, start=False)
    begin(page, "solo")
    take_die(page)
    page.wait_for_selector(".aim")
    for box in page.locator(".ask").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    ):
        assert min(box) >= 24
    ask(page, "portholes")
    sheet, window = page.locator(".rule-panel").bounding_box(), page.locator("#porthole")
    assert sheet is not None
    assert (sheet["x"], sheet["width"]) == (0, 360)
    assert sheet["y"] > 240
    assert sheet["y"] + sheet["height"] == 640
    expect(window).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    out = page.locator(".rule-panel *").evaluate_all(
        "all => all.filter(e => e.getBoundingClientRect().right > 360.5).map(e => e.tagName)"
    )
    assert out == []


@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
def test_nobody_is_shut_out(open_page: OpenPage, size: tuple[int, int]) -> None:
    """The checker of accessibility finds nothing with a rule open."""
    page = open_page(*size, start=False)
    inspector = Inspector(page)
    begin(page, "solo")
    for anchor in ("fins", "solo"):
        ask(page, anchor)
        inspector.look(anchor)
        page.keyboard.press("Escape")
    assert inspector.complaints == []


def test_the_rulebook_is_linked(open_page: OpenPage) -> None:
    """From the start page, from help and from the end, in the language that is spoken."""
    page = open_page(start=False)
    page.goto("/?lang=fr")
    expect(page.locator(".start-links a[href='/rules?lang=fr']")).to_be_visible()
    page.click(".top [data-panel=help]")
    expect(page.locator(".panel a[href='/rules?lang=fr']")).to_be_visible()
    page.goto("/?lang=en")
    begin(page, "solo", toml=TINY_MISSION)
    autoplay(page)
    expect(page.locator(".end a[href='/rules?lang=en']")).to_be_visible()


@pytest.mark.parametrize(
    ("way", "anchor"),
    [("solo", "edition-solo-end"), ("bots", "edition-start"), ("solo", "edition-sheets")],
)
def test_an_option_tells_how_the_editions_differ(
    open_page: OpenPage, way: str, anchor: str
) -> None:
    """Where a game is made, what the rulebook says of the printed ones can be read."""
    page = open_page()
    page.click(f"[data-way={way}]")
    page.click("[data-do=more]")
    page.click(f"a[data-rule={anchor}]")
    expect(page.locator(".rule-text h3")).to_contain_text(title_of(anchor))
