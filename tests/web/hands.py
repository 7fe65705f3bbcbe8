"""A user's actions on the page, and sheets for short games."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Locator, Page, expect

# Any die hits something here and nobody runs out of torpedoes: over in a few rounds.
_TINY = """
name = "tiny {side}"
reserve = 60
grid = '''
1 . 2
. 3 .
4 . 5
6 . {last}
'''
screens = [["periscope", "artillery", "tower"], ["fins"], ["engine", "portholes"{propeller}]]
"""
TINY_TRAINING = _TINY.format(side="training", last="o", propeller="")
TINY_MISSION = (
    _TINY.format(side="mission", last="7", propeller=', "propeller"')
    + """
[solo]
boxes = 9
explosions = 7
arrows = ["periscope", "artillery", "tower", "fins", "engine", "portholes", "propeller"]
"""
)
READY = "#confirm:not([aria-disabled])"
# What a choice would do is said, or it can be confirmed.
SETTLED = f".sentence span, {READY}"
# Hold the formation over the fields that are worth a shot, and if it hits nothing there over all.
_BEST_PLACE = """async () => {
    const shown = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const hits = async (name) => {
        const field = document.querySelector(`[data-field="${name}"]`);
        const { x, y, width, height } = field.getBoundingClientRect();
        const at = { clientX: x + width / 2, clientY: y + height / 2, pointerType: "mouse" };
        field.dispatchEvent(new PointerEvent("pointermove", { ...at, bubbles: true }));
        await shown();
        return document.querySelectorAll(".shot.good").length;
    };
    let best = { hits: 0, name: "0,0" };
    for (const fields of [".target:not(.hit)", "[data-field]"]) {
        for (const name of [...document.querySelectorAll(fields)].map((f) => f.dataset.field)) {
            const now = await hits(name);
            if (now > best.hits) best = { hits: now, name };
        }
        if (best.hits) break;
    }
    return best.name;
}"""


# What the start page does when its two buttons are pressed, without drawing it.
_PLAY = """async (way) => {
    const { firstLanguage, speak } = await import("/js/i18n.js");
    const { StartPage } = await import("/js/start.js");
    await speak(firstLanguage());
    const start = new StartPage(document.createElement("div"));
    start.set({ way });
    start.play();
}"""


def remember(page: Page, speed: str = "instant", name: str = "Ada", **choices: object) -> None:
    """Open the start page of a device that has stored settings and its last choices."""
    _store(page, speed, name, choices)
    page.goto("/")
    page.wait_for_selector(".ways")


def _store(page: Page, speed: str, name: str, choices: dict[str, object]) -> None:
    settings = {"speed": speed, "sound": False, "name": name}
    page.evaluate(
        """([settings, choices]) => {
            localStorage.setItem("torpedo.settings", settings);
            localStorage.setItem("torpedo.choices", choices);
        }""",
        [json.dumps(settings), json.dumps(choices)],
    )


def start(page: Page, way: str) -> None:
    """Begin a game with two clicks."""
    page.click(f"[data-way={way}]")
    page.click("#play")
    page.wait_for_selector(".scene")


def begin(
    page: Page, way: str, speed: str = "instant", name: str = "Ada", **choices: object
) -> None:
    """Begin a game with stored choices, as the start page does, but without waiting for it."""
    _store(page, speed, name, choices)
    page.evaluate(_PLAY, way)
    page.wait_for_selector(".scene")


def seat_two(ada: Page, noor: Page, **choices: object) -> tuple[Page, Page]:
    """Have two people join a table by its link; return them, the start player first."""
    begin(ada, "link", **{"mode": "training", "open": 1, **choices})
    noor.goto(ada.url)
    noor.fill("#join-name", "Noor")
    noor.click(".join .big")
    for page in (ada, noor):
        # Only who has a seat sees what the others are to it.
        page.wait_for_selector(".strip-role")
        page.wait_for_selector(".dice .die")
    return (ada, noor) if ada.locator(".die.invites").count() else (noor, ada)


def secret_of(page: Page) -> str:
    """The secret of the seat that a page took first, to play for it elsewhere."""
    seats = json.loads(page.evaluate("localStorage.getItem('torpedo.seats')"))
    return str(seats[0]["secret"])


def drawn(page: Page) -> None:
    """Wait until everything that was done is drawn, with the next frame."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


# Switch to one language after another, and note in each what a function finds. A rule that is open
# comes from the server in the new language.
_IN_LANGUAGES = """async (languages) => {{
    const look = {look};
    const i18n = await import("/js/i18n.js");
    const isOpenRuleIn = (language) =>
        document.querySelector(".rule-panel:not([hidden]) .rule-head a")?.href
            .includes(`lang=${{language}}`) ?? true;
    const found = {{}};
    for (const language of languages) {{
        await i18n.chooseLanguage(language);
        do await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        while (!isOpenRuleIn(language));
        found[language] = look();
    }}
    return found;
}}"""


def look_in(page: Page, languages: Iterable[str], look: str) -> dict[str, Any]:
    """Switch the page to each language, as its settings do; return what a function finds in each.

    All of it in one call: each one to the browser costs more than what it does.
    """
    found: dict[str, Any] = evaluated(page, _IN_LANGUAGES.format(look=look), list(languages))
    return found


def evaluated(page: Page, function: str, argument: object = None) -> Any:
    """Return what a function finds in a page.

    As JSON, because Playwright checks each value of an answer by itself, which takes much longer.
    """
    as_json = f"async (argument) => JSON.stringify(await ({function})(argument))"
    return json.loads(page.evaluate(as_json, argument))


def speak(page: Page, language: str) -> None:
    """Switch the page to a language."""
    look_in(page, [language], "() => null")


def round_of(page: Page) -> int:
    """The round that the header names."""
    return int(page.inner_text(".where").rsplit(" ", 1)[1])


def expect_round(page: Page, number: int) -> None:
    """The header names a round."""
    expect(page.locator(".where")).to_have_text(re.compile(rf"round {number}$"))


def expect_end(page: Page) -> None:
    """The end is shown, and the dice were recomputed."""
    expect(page.locator(".end .fair:not(.hint)")).to_contain_text("Your browser checked")


def take_die(page: Page, which: int = 0) -> None:
    """Take a die that is left, once it is this player's turn."""
    die = page.locator(".die.invites").nth(which)
    pick = die.get_attribute("data-pick")
    die.click()
    page.click(READY)
    expect(page.locator(f".die.invites[data-pick='{pick}']")).to_have_count(0)


def aim_at(page: Page, row: int, column: int) -> None:
    """Place the formation on a field."""
    page.wait_for_selector(".aim")
    field(page, row, column).click(force=True)
    expect(page.locator(".aim.placed")).to_have_count(1)


def field(page: Page, row: int, column: int) -> Locator:
    """A field of the grid."""
    return page.locator(f'[data-field="{row},{column}"]')


def confirm(page: Page) -> None:
    """Press the one big button, once it can be pressed."""
    page.click(READY)


def place(page: Page) -> None:
    """Place the formation where it lies, with a click in its middle."""
    box = page.locator(".frame").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_selector(".aim.placed")


def fire(page: Page) -> None:
    """Fire where the formation lies."""
    place(page)
    confirm(page)


def aim_well(page: Page) -> None:
    """Move the formation to where most torpedoes hit, like a player who tries many places."""
    page.wait_for_selector(".aim")
    best: str = page.evaluate(_BEST_PLACE)
    row, column = map(int, best.split(","))
    aim_at(page, row, column)


def fire_well(page: Page) -> None:
    """Fire where most torpedoes hit."""
    aim_well(page)
    confirm(page)


def expect_next_round(page: Page, now: int) -> None:
    """Wait until a round is over."""
    page.wait_for_function(
        """now => document.querySelector(".end")
            || !document.querySelector(".where").textContent.endsWith(` ${now}`)""",
        arg=now,
    )


def play_round(first: Page, second: Page) -> None:
    """Play a round of two people at two devices."""
    take_die(first)
    take_die(second)
    fire_well(first)
    fire_well(second)


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with a finger."""
    finger = page.context.new_cdp_session(page)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    for kind, spots in (
        ("touchStart", [start]),
        ("touchMove", [middle]),
        ("touchMove", [end]),
        ("touchMove", [end]),
        ("touchEnd", []),
    ):
        points = [{"x": x, "y": y} for x, y in spots]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        # At a finger's pace: after a flick the browser itself swallows the next tap.
        page.wait_for_timeout(80)
    page.wait_for_timeout(300)
