"""One rule of the rulebook beside the table: opened by "?", in the player's language."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.hands import begin, take_die
from tests.web.test_axe import Inspector
from tests.web.test_language import choose
from torpedo_dice.rulebook import load_text

OpenPage = Callable[..., Page]
# What differs between printed editions, and the way to play where it is an option.
EDITIONS = (("solo", "edition-solo-end"), ("bots", "edition-start"), ("solo", "edition-sheets"))
SYSTEMS = ("periscope", "artillery", "tower", "fins", "engine", "portholes", "propeller")


def title_of(anchor: str, language: str = "en") -> str:
    """What the rulebook calls a rule."""
    return next(s.title for s in load_text(language).sections if s.anchor == anchor)


def ask(page: Page, anchor: str) -> None:
    """Press the "?" of a rule, and see that rule."""
    page.click(f".ask[data-rule={anchor}]")
    expect(page.locator(".rule-text :is(h2, h3)").first).to_contain_text(title_of(anchor))


def test_everything_can_be_asked_about(open_page: OpenPage) -> None:
    """Systems, dice, switches and solo panel open their own rule, which shuts nobody out."""
    page = open_page(start=False, painted=True)
    inspector = Inspector(page)
    begin(page, "solo")
    page.wait_for_selector(".die.invites")
    for anchor in (*SYSTEMS, "phase-1", "switches", "solo"):
        ask(page, anchor)
        expect(page.locator(".rule-panel .drawing").first).to_be_visible()
        if anchor in ("fins", "solo"):
            inspector.look_twice(anchor)
        page.keyboard.press("Escape")
        expect(page.locator(".rule-panel")).to_be_hidden()
        # By its own "?" the keyboard goes on.
        expect(page.locator(f".ask[data-rule={anchor}]")).to_be_focused()
    take_die(page)
    ask(page, "formations")
    inspector.look_on_a_phone("formations")
    page.click(".rule-close")
    expect(page.locator(".rule-panel")).to_be_hidden()
    assert inspector.complaints == []


def test_training_has_no_switches_to_ask_about(open_page: OpenPage) -> None:
    """What is not in the game has no "?"."""
    page = open_page(start=False)
    begin(page, "bots", mode="training")
    page.wait_for_selector(".die.invites")
    expect(page.locator(".system-box .ask")).to_have_count(6)
    expect(page.locator(".ask[data-rule=switches], .ask[data-rule=solo]")).to_have_count(0)


def test_a_rule_beside_the_game(open_page: OpenPage) -> None:
    """Opened by Enter it takes only its own keys; its links stay in it; it follows the language."""
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
    page.click(".rule-close")
    follow_a_link(page)
    page.click(".rule-close")
    ask(page, "periscope")
    choose(page, "fr")
    expect(page.locator(".rule-text h3")).to_contain_text(title_of("periscope", "fr"))
    expect(page.locator(".rule-head a")).to_have_attribute("href", "/rules?lang=fr#periscope")


def follow_a_link(page: Page) -> None:
    """A rule that names another leads to it; the whole rulebook is in a tab of its own."""
    ask(page, "solo")
    link = page.locator(".rule-text a[href*='#']:not(.anchor)").first
    anchor = str(link.get_attribute("href")).split("#")[1]
    link.click()
    expect(page.locator(".rule-text :is(h2, h3)").first).to_contain_text(title_of(anchor))
    assert "/t/" in page.url
    with page.context.expect_page() as opened:
        page.click(".rule-head a")
    expect(opened.value.locator(f"#{anchor}")).to_be_in_viewport()
    opened.value.close()


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


def test_the_rulebook_is_linked_from_the_start_page(open_page: OpenPage) -> None:
    """Also from its help and, for what printed editions do otherwise, from the options."""
    page = open_page(start=False)
    page.goto("/?lang=fr")
    expect(page.locator(".start-links a[href='/rules?lang=fr']")).to_be_visible()
    page.click(".top [data-panel=help]")
    expect(page.locator(".panel a[href='/rules?lang=fr']")).to_be_visible()
    page.click("#close-panel")
    for number, (way, anchor) in enumerate(EDITIONS):
        page.click(f"[data-way={way}]")
        if number == 0:
            page.click("[data-do=more]")
        page.click(f"a[data-rule={anchor}]")
        expect(page.locator(".rule-text h3")).to_contain_text(title_of(anchor, "fr"))
        page.keyboard.press("Escape")
