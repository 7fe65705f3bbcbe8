"""Safe aiming: looking places nothing, placing fires nothing, and the skull needs two presses."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.hands import (
    READY,
    aim_at,
    begin,
    confirm,
    drawn,
    expect_round,
    field,
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

# Place a shot and fire it within one frame, before anything is drawn; return what was sent.
HASTE = """async () => {
  const fired = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const { move } = JSON.parse(text);
    if (move) fired.push(move);
    return send.call(this, text);
  };
  const click = (target, { x, y, width, height }) => {
    for (const type of ["pointerdown", "pointerup", "click"]) {
      target.dispatchEvent(new PointerEvent(type, {
        bubbles: true, button: 0, pointerType: "mouse", detail: type === "click" ? 1 : 0,
        clientX: x + width / 2, clientY: y + height / 2 }));
    }
  };
  const placed = document.querySelector('[data-field="1,8"]');
  click(placed, placed.getBoundingClientRect());
  const button = document.querySelector("#confirm");
  click(button, button.getBoundingClientRect());
  while (!fired.length) await new Promise((done) => setTimeout(done, 20));
  WebSocket.prototype.send = send;
  return fired;
}"""
# Shots and previews are sent only when the test says so.
SLOW = """
const send = WebSocket.prototype.send;
const waiting = [];
window.isHeld = false;
window.goOn = () => { window.isHeld = false; for (const go of waiting.splice(0)) go(); };
WebSocket.prototype.send = function (text) {
  if (window.isHeld) waiting.push(() => send.call(this, text));
  else send.call(this, text);
};
"""


def test_hovering_never_places_a_shot(open_page: OpenPage) -> None:
    """On the way to the button the mouse moves a hollow formation; one placed stays, if seen."""
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
    a_shot_out_of_sight_is_not_fired(page)


def a_shot_out_of_sight_is_not_fired(page: Page) -> None:
    """While the window shows your own submarine, the button turns it back to the target first."""
    aim_at(page, 4, 3)
    page.wait_for_selector(READY)
    page.locator(".sonar").click()
    expect(page.locator(".plate")).to_have_text("Your submarine")
    page.locator("#confirm").click()
    expect(page.locator(".plate")).to_have_text("Enemy submarine")
    expect(page.locator(".aim.placed")).to_have_count(1)
    confirm(page)
    expect_round(page, 2)


def test_a_quick_press_fires_the_shot_just_placed(open_page: OpenPage) -> None:
    """Even if the window still shows an earlier one when the button is pressed."""
    page = open_page(start=False)
    begin(page, "solo")
    take_die(page)
    aim_at(page, 4, 3)
    page.wait_for_selector(READY)
    rings = page.locator(".aim.placed .shot-ring")
    old = sorted(rings.evaluate_all("(all) => all.map((ring) => Number(ring.getAttribute('cx')))"))
    (move,) = page.evaluate(HASTE)
    fields = move.split(" ")[2:]
    # Five columns to the right, three rows up.
    assert sorted(int(name[1:]) - 0.5 for name in fields) == [column + 5 for column in old]
    expect_round(page, 2)


def test_a_shot_on_its_way_stays_as_it_was_fired(open_page: OpenPage) -> None:
    """While the server takes its time, neither the formation nor the system can be changed."""
    page = open_page(start=False)
    page.add_init_script(SLOW)
    begin(page, "solo")
    take_die(page)
    aim_at(page, 4, 3)
    # With its preview: otherwise the press would wait for that.
    page.wait_for_selector(".sentence:not(.stale) span")
    page.wait_for_selector(READY)
    box = page.locator(".frame").bounding_box()
    page.evaluate("window.isHeld = true")
    page.locator("#confirm").click()
    expect(page.locator("#confirm[aria-disabled=true]")).to_have_text("Fire")
    field(page, 1, 8).click(force=True)
    for key in ("r", "Escape", "a"):
        page.keyboard.press(key)
    drawn(page)
    expect(page.locator(".aim.placed")).to_have_count(1)
    assert page.locator(".frame").bounding_box() == box
    page.evaluate("window.goOn()")
    expect_round(page, 2)


def test_a_shot_picked_up_again_needs_another_press(open_page: OpenPage) -> None:
    """A press waits for the preview, but not for a shot that was lifted and put back meanwhile."""
    page = open_page(start=False)
    page.add_init_script(SLOW)
    begin(page, "solo")
    take_die(page)
    aim_at(page, 4, 3)
    page.wait_for_selector(READY)
    page.evaluate("window.isHeld = true")
    field(page, 3, 8).click(force=True)
    page.locator("#confirm").click()
    page.keyboard.press("Escape")
    field(page, 3, 8).click(force=True)
    page.evaluate("window.goOn()")
    page.wait_for_selector(".sentence:not(.stale) span")
    expect(page.locator(".aim.placed")).to_have_count(1)
    page.locator("#confirm").click()
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
    found = RestlessHand(page, seed=1).play(40)
    assert found.wrong == []
    assert found.shots
