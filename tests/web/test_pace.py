"""How a round is shown: step by step, at each pace, skipped, and the enemy's sinking."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.hands import (
    TINY_MISSION,
    aim_well,
    begin,
    confirm,
    drawn,
    expect_end,
    expect_round,
    fire_well,
    take_die,
)

OpenPage = Callable[..., Page]

# Notes what the page shows, one after the other, and may press Skip or Escape as soon as it can.
_WATCH = """(hurry) => {
    const shown = (what) => document.querySelector(what);
    window.watcher?.disconnect();
    window.seen = [];
    window.steps = new Set();
    const note = () => {
        const now = shown(".scene.sinking") ? "sinking" : shown(".end") ? "end"
            : shown("[data-do=skip]") ? "playing" : "turn";
        if (shown(".playing")) window.steps.add(shown(".playing").textContent);
        if (window.seen.at(-1) === now) return;
        window.seen.push(now);
        if (now === hurry && now === "playing") shown("[data-do=skip]").click();
        if (now === hurry && now === "sinking") {
            window.since = performance.now();
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
        }
        if (now === "end") window.took = performance.now() - window.since;
    };
    window.watcher = new MutationObserver(note);
    window.watcher.observe(document.body, {
        subtree: true, childList: true, attributes: true, characterData: true,
    });
}"""


def test_a_round_plays_out(open_page: OpenPage) -> None:
    """At a calm pace the round is shown step by step; with Skip the next begins at once."""
    page = open_page(still=False, start=False)
    begin(page, "solo", speed="calm")
    steps = []
    for number, hurry in ((1, ""), (2, "playing")):
        take_die(page)
        page.wait_for_selector(".aim")
        page.evaluate(_WATCH, hurry)
        fire_well(page)
        expect_round(page, number + 1)
        page.wait_for_selector(".die.invites")
        assert page.evaluate("window.seen") == ["turn", "playing", "turn"]
        steps.append(page.evaluate("[...window.steps]"))
    # The shot, then the automaton's: each is told while it is shown.
    assert [step.split(" ")[0] for step in steps[0]] == ["The", "You:", "The"]
    assert len(steps[1]) == 1


def test_the_speed_can_be_changed(open_page: OpenPage) -> None:
    """Set to instant in the middle of a game, a round is not played out any more."""
    page = open_page(still=False, start=False)
    begin(page, "solo", speed="calm")
    set_speed(page, "instant")
    take_die(page)
    page.wait_for_selector(".aim")
    page.evaluate(_WATCH, "")
    fire_well(page)
    expect_round(page, 2)
    assert "playing" not in page.evaluate("window.seen")
    page.reload()
    page.wait_for_selector(".scene")
    page.click(".top [data-panel=settings]")
    expect(page.locator("input[value=instant]")).to_be_checked()


def set_speed(page: Page, speed: str) -> None:
    """Choose a pace in the settings."""
    page.click(".top [data-panel=settings]")
    page.locator(f"input[value={speed}]").check(force=True)
    page.keyboard.press("Escape")


def last_shot(page: Page, hurry: str) -> None:
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
    page.evaluate(_WATCH, hurry)
    confirm(page)


def test_the_enemy_goes_down(open_page: OpenPage) -> None:
    """After the last hit the enemy submarine sinks before the end is told."""
    page = open_page(still=False, start=False)
    begin(page, "solo", toml=TINY_MISSION)
    last_shot(page, "")
    expect(page.locator(".end-title")).to_have_text("You win!")
    assert page.evaluate("window.seen") == ["turn", "playing", "sinking", "end"]
    expect(page.locator(".scene.sunk")).to_be_visible()
    expect(page.locator(".rank")).to_contain_text("Admiral")
    expect_end(page)


def test_the_sinking_can_be_skipped(open_page: OpenPage) -> None:
    """Escape ends the sinking at once; how the submarine lies then stays."""
    page = open_page(still=False, start=False)
    begin(page, "solo", toml=TINY_MISSION)
    last_shot(page, "sinking")
    expect(page.locator(".scene.sunk")).to_be_visible()
    expect_end(page)
    # Without the key it would have taken three seconds.
    assert page.evaluate("window.took") < 2500
