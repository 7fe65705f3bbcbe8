"""The end of a round: camera cuts in order, skipped, told; the sonar and the strips."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import PATIENCE
from tests.web.hands import (
    READY,
    TINY_MISSION,
    aim_at,
    aim_well,
    begin,
    confirm,
    drawn,
    expect_end,
    expect_round,
    take_die,
)

OpenPage = Callable[..., Page]

# So many milliseconds pass at a time: a few frames.
_FRAMES = 50

# Notes what the page shows, one after the other, and may press a key or tap as soon as it can.
_WATCH = """([hurry, sinking]) => {
    const shown = (what) => document.querySelector(what);
    window.watcher?.disconnect();
    window.seen = [];
    window.plates = [];
    window.spoken = [];
    window.boats = {};
    window.since = null;
    const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const tap = () => {
        for (const kind of ["pointerdown", "pointerup"]) {
            shown(".scene .field-area").dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0 }));
        }
    };
    const ways = { tap, Escape: () => press("Escape") };
    const inAHurry = (way) => { if (way) { window.hurried = performance.now(); ways[way](); } };
    const note = () => {
        const plate = shown(".plate")?.textContent;
        const playing = !!shown(".effects > .cut");
        const now = shown(".scene.sinking") ? "sinking" : shown(".end") ? "end" : playing ? "playing" : "turn";
        if (playing && window.plates.at(-1) !== plate) {
            window.plates.push(plate);
            window.since ??= performance.now();
            inAHurry(now === "sinking" ? sinking : hurry[window.plates.length - 1]);
        }
        if (playing) {
            const all = (what) => document.querySelectorAll(what).length;
            // The parts of a cut appear one after the other, and its effects are gone before its plate.
            const most = (key, what) => Math.max(window.boats[plate]?.[key] ?? 0, all(what));
            window.boats[plate] = {
                fresh: most("fresh", ":is(.strike, .splashed).landing"),
                impacts: most("impacts", ".impact.flash > circle"),
                marked: most("marked", ".solo .box.marked"),
                reacts: most("reacts", ".system.shaken"),
            };
        }
        if (!playing && window.seen.at(-1) !== now && window.seen.length > 1) window.took = performance.now() - window.since;
        if (window.seen.at(-1) !== now) window.seen.push(now);
    };
    window.watcher = new MutationObserver((records) => {
        for (const { target, addedNodes } of records) {
            if (target.id === "live") for (const node of addedNodes) window.spoken.push(node.textContent);
        }
        note();
    });
    window.watcher.observe(document.body, {
        subtree: true, childList: true, attributes: true, characterData: true,
    });
    note();
}"""  # noqa: E501


def watch(page: Page, *hurry: str, sinking: str = "") -> None:
    """Begin to note; `hurry` says what to do at each cut, `sinking` at that of a sinking."""
    page.evaluate(_WATCH, [hurry, sinking])


def play_round(page: Page, *others: Page, then: str) -> None:
    """Fire, and let every frame be drawn until all pages show what comes next.

    By the clock of the test: a busy machine draws so few frames in a second that parts of a cut
    would never be seen.
    """
    page.wait_for_selector(READY)
    pages = (page, *others)
    for each in pages:
        each.clock.pause_at(each.evaluate("Date.now() / 1000 + 1"))
    confirm(page)
    deadline = time.monotonic() + PATIENCE / 1000
    for each in pages:
        while not each.locator(then).count():
            assert time.monotonic() < deadline, f"{then} didn't appear"
            each.clock.run_for(_FRAMES)
        each.clock.resume()


def in_round(number: int) -> str:
    """Return the selector of a header that names a round."""
    return f".where:text-matches('round {number}$')"


def noted(page: Page, what: str) -> Any:
    """Return what was noted."""
    return page.evaluate(f"window.{what}")


def set_speed(page: Page, speed: str) -> None:
    """Choose a pace in the settings."""
    page.click(".top [data-panel=settings]")
    page.locator(f"input[value={speed}]").check(force=True)
    page.keyboard.press("Escape")


def test_a_solo_round(open_page: OpenPage) -> None:
    """Your salvo on the enemy, then the automaton's on your own submarine, where it marks a box."""
    page = open_page(still=False, clock=True, start=False)
    begin(page, "solo", speed="quick")
    sonar = page.locator(".sonar")
    expect(sonar).to_have_accessible_name("Your submarine: 0 of 14 boxes marked")
    take_die(page)
    aim_at(page, 3, 4)
    watch(page)
    play_round(page, then=in_round(2))
    page.wait_for_selector(".die.invites")
    assert noted(page, "seen") == ["turn", "playing", "turn"]
    mine, automaton = noted(page, "plates")
    assert mine == "Enemy submarine — you fire"
    assert automaton == "Your submarine — the automaton fires"
    boats = noted(page, "boats")
    assert boats[mine]["fresh"] == boats[mine]["impacts"] > 0
    assert (boats[mine]["marked"], boats[automaton]["marked"]) == (0, 1)
    assert boats[automaton]["reacts"] == 1
    expect(sonar).to_have_accessible_name("Your submarine: 1 of 14 boxes marked")
    expect(page.locator(".marks .fresh").first).to_be_visible()


def test_a_round_of_four(open_page: OpenPage) -> None:
    """Yours, the one on you, the others, each told once; a tap skips one cut, two skip all."""
    page = open_page(still=False, clock=True, start=False)
    begin(page, "bots", mode="training", opponents=3, rank="ensign", speed="quick")
    names = page.locator(".strip-name").all_inner_texts()
    take_die(page)
    aim_at(page, 3, 4)
    watch(page)
    play_round(page, then=in_round(2))
    page.wait_for_selector(".dice .die:not(.gone)")
    target, across, attacker = names
    assert noted(page, "plates") == [
        f"{target}’s submarine — you fire",
        f"Your submarine — {attacker} fires",
        f"{across}’s submarine — {target} fires",
        f"{attacker}’s submarine — {across} fires",
    ]
    assert noted(page, "took") < 2500
    told = " ".join(noted(page, "spoken"))
    order = [
        told.index(f"You fire at {target}: "),
        told.index(f"{attacker} fires at you: "),
        told.index(f"{target} fires at {across}: "),
        told.index(f"{across} fires at {attacker}: "),
    ]
    assert order == sorted(order)
    assert len(re.findall(r"fires? at", told)) == 4

    take_die(page)
    aim_at(page, 3, 4)
    watch(page, "tap", "tap")
    play_round(page, then=in_round(3))
    assert len(noted(page, "plates")) == 2


def test_a_round_of_two(open_page: OpenPage) -> None:
    """Strips show their owners' damage, spectators see the same; then a round without motion."""
    page = open_page(still=False, clock=True, start=False)
    begin(page, "bots", mode="training", opponents=1, rank="ensign", speed="quick")
    guest = open_page(still=False, clock=True, start=False)
    guest.goto(page.url)
    guest.wait_for_selector(".strip")
    expect(page.locator(".chip .chip-fill")).to_have_count(6)
    name = page.inner_text(".strip-name")
    expect(page.locator(".ring-of-players")).to_have_attribute(
        "aria-label", f"you attack {name} and {name} attacks you"
    )
    take_die(page)
    aim_at(page, 3, 4)
    watch(guest)
    play_round(page, guest, then=in_round(2))
    # The first who is shown, then the other; nobody there is "you".
    assert sorted(noted(guest, "plates")) == sorted(
        [f"{name}’s submarine — Ada fires", f"Ada’s submarine — {name} fires"]
    )
    expect(guest.locator(".turn")).not_to_contain_text("Your die")
    # Your own hits are on the strip of your target.
    page.wait_for_selector(".die.invites")
    struck = page.locator(".scene .field.hit").count()
    words = page.locator(".chip .unseen").all_inner_texts()
    fields = re.findall(r"(\d+) of \d+ hit", " ".join(words))
    destroyed = page.locator(".chip.is-destroyed").count()
    assert sum(map(int, fields)) == struck or destroyed
    play_without_motion(page, name)


def play_without_motion(page: Page, name: str) -> None:
    """Set to instant, the result is there at once, told, with the newest marks standing out."""
    set_speed(page, "instant")
    take_die(page)
    aim_at(page, 3, 4)
    watch(page)
    confirm(page)
    expect_round(page, 3)
    drawn(page)
    assert "playing" not in noted(page, "seen")
    page.wait_for_function("() => window.spoken.join(' ').includes('fires at you')")
    assert re.search(
        rf"You fire at {name}: .* {name} fires at you: ", " ".join(noted(page, "spoken"))
    )
    expect(page.locator(".marks .fresh").first).to_be_visible()
    hits = page.locator(".sonar .cross").count()
    sonar = page.locator(".sonar")
    expect(sonar).to_have_accessible_name(
        re.compile(rf"^Your submarine: {hits} of \d+ targets hit")
    )
    # Swapped, the window shows your own submarine; a tap on it gets you back.
    target = page.inner_text(".plate")
    sonar.click()
    expect(page.locator(".plate")).to_have_text("Your submarine")
    expect(page.locator(".marks .cross")).to_have_count(hits)
    expect(sonar).to_have_accessible_name(re.compile(rf"^{name}’s submarine: "))
    page.locator(".scene").click(position={"x": 200, "y": 200})
    expect(page.locator(".plate")).to_have_text(target)
    page.reload()
    page.wait_for_selector(".scene")
    page.click(".top [data-panel=settings]")
    expect(page.locator("input[value=instant]")).to_be_checked()


def last_shot(page: Page, sinking: str) -> None:
    """Play at once until a shot would sink the enemy, then fire it at a calm pace."""
    for _ in range(20):
        take_die(page)
        aim_well(page)
        drawn(page)
        if page.locator(".shot.good").count() == page.locator(".target:not(.hit)").count():
            break
        confirm(page)
        page.wait_for_selector(".die.invites")
    set_speed(page, "calm")
    watch(page, sinking=sinking)
    play_round(page, then=".end")


def test_the_enemy_goes_down(open_page: OpenPage) -> None:
    """After the last hit the submarine that was sunk goes down; Escape ends that at once."""
    page = open_page(still=False, clock=True, start=False)
    begin(page, "solo", toml=TINY_MISSION)
    last_shot(page, "Escape")
    expect(page.locator(".end-title")).to_contain_text("You sank the enemy")
    # The parts of the page are drawn one after the other.
    page.wait_for_function("() => window.seen.at(-1) === 'end'")
    assert noted(page, "seen") == ["turn", "playing", "sinking", "end"]
    assert noted(page, "plates")[-1] == "Enemy submarine goes down"
    expect(page.locator(".scene.sunk")).to_be_visible()
    expect(page.locator(".rank")).to_contain_text("Admiral")
    expect_end(page)
    # Without the key it would have taken two seconds more.
    assert noted(page, "took") - (noted(page, "hurried") - noted(page, "since")) < 1000
