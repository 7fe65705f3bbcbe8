"""Safe aiming: looking places nothing, placing fires nothing, and the skull needs two presses."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.hands import (
    READY,
    aim_at,
    begin,
    confirm,
    expect_round,
    field,
    place,
    seat_two,
    take_die,
)
from tests.web.misfires import RestlessHand

OpenPage = Callable[..., Page]
# The second miss marks the skull.
ONE_TORPEDO = """
name = "one torpedo"
reserve = 1
grid = '''
1 . 2 . 3 . 4
. . . . . . .
5 . 6 . 7 . .
. . . . . . .
'''
screens = [["periscope", "artillery", "tower"], ["fins"], ["engine", "portholes", "propeller"]]
[solo]
boxes = 2
arrows = ["periscope", "artillery", "tower", "fins", "engine", "portholes", "propeller"]
"""


def test_hovering_never_places_a_shot(open_page: OpenPage) -> None:
    """On the way to the button the mouse moves a hollow formation; a placed one stays."""
    page = open_page(start=False)
    begin(page, "solo")
    take_die(page)
    page.wait_for_selector(".aim")
    expect(page.locator("#confirm")).to_have_text("Place your shot")
    expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "true")
    field(page, 2, 3).hover(force=True)
    page.locator("#confirm").click(force=True)
    expect(page.locator(".aim:not(.placed)")).to_have_count(1)
    aim_at(page, 3, 5)
    box = page.locator(".frame").bounding_box()
    for row, column in ((0, 0), (5, 9)):
        field(page, row, column).hover(force=True)
    page.locator("#confirm").hover()
    assert page.locator(".frame").bounding_box() == box
    # A tap inside the frame moves it, also where a torpedo lies.
    field(page, 4, 5).click(force=True)
    page.wait_for_function(
        "(y) => document.querySelector('.frame').getBoundingClientRect().y > y", arg=box["y"]
    )
    expect(page.locator("#confirm")).to_have_text("Fire")
    # Another system makes another shot.
    page.keyboard.press("Escape")
    expect(page.locator("#confirm")).to_have_text("Place your shot")


def test_a_shot_out_of_sight_is_not_fired(open_page: OpenPage) -> None:
    """While the window shows your own submarine, the button turns it back to the target first."""
    page = open_page(start=False)
    begin(page, "solo")
    take_die(page)
    aim_at(page, 4, 3)
    page.wait_for_selector(READY)
    page.locator(".sonar").click()
    expect(page.locator(".plate")).to_have_text("Your submarine")
    page.locator("#confirm").click()
    expect(page.locator(".plate")).to_have_text("Enemy submarine")
    expect(page.locator(".aim.placed")).to_have_count(1)
    confirm(page)
    expect_round(page, 2)


def test_enter_places_and_enter_fires(open_page: OpenPage) -> None:
    """By keyboard, and a shot that is moved again has to be placed again."""
    page = open_page(start=False)
    begin(page, "solo")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".aim:not(.placed)")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".aim.placed")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector(".aim:not(.placed)")
    page.keyboard.press("Enter")
    page.wait_for_selector(READY)
    page.keyboard.press("Enter")
    expect_round(page, 2)


def test_a_shot_that_marks_the_skull_is_asked_for_twice(open_page: OpenPage) -> None:
    """The button is red and says so; another place takes the first press back."""
    page = open_page(start=False)
    begin(page, "solo", toml=ONE_TORPEDO)
    # The die with the most pips: a 1 would miss once only.
    pips = [die.locator(".pip").count() for die in page.locator(".die.invites").all()]
    take_die(page, pips.index(max(pips)))
    aim_at(page, 3, 6)
    expect(page.locator("#confirm.danger")).to_have_text("Fire and mark the skull")
    confirm(page)
    expect(page.locator("#confirm.danger")).to_have_text("Sure? Press again to mark the skull")
    aim_at(page, 3, 5)
    expect(page.locator("#confirm.danger")).to_have_text("Fire and mark the skull")
    confirm(page)
    confirm(page)
    expect(page.locator(".end")).to_contain_text("skull")


def test_a_restless_hand_never_misfires(open_page: OpenPage) -> None:
    """Only what was placed is fired, as drawn; the benchmark `misfires` does it at length."""
    page = open_page(start=False)
    RestlessHand.watch(page)
    begin(page, "solo")
    page.wait_for_selector(".die.invites")
    found = RestlessHand(page, seed=1).play(120)
    assert found.wrong == []
    assert found.shots


def test_a_confirmed_shot_stays_as_a_ghost(open_page: OpenPage) -> None:
    """While the other player chooses, the shot is on the grid, and can be taken back."""
    first, second = seat_two(open_page(start=False), open_page(start=False, nonce=8))
    take_die(first)
    take_die(second)
    first.wait_for_selector(".aim")
    place(first)
    count = first.locator(".shot-ring").count()
    confirm(first)
    expect(first.locator(".ghost-shot")).to_have_count(count)
    first.click("[data-do=take_back]")
    expect(first.locator(".ghost-shot")).to_have_count(0)
    first.wait_for_selector(".aim:not(.placed)")
