"""A turn in all its parts: systems, switches, taking back, the log, the end."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.autoplay import autoplay
from tests.web.hands import (
    READY,
    TINY_MISSION,
    aim_at,
    begin,
    confirm,
    expect_end,
    expect_next_round,
    expect_round,
    fire,
    fire_well,
    seat_two,
    speak,
    take_die,
)
from tests.web.test_language import OTHERS
from tests.web.texts import check_texts
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.locale.page import page_messages

OpenPage = Callable[..., Page]


def use(page: Page, system: str) -> None:
    """Choose a system, another spot and another turn, place it, and fire."""
    page.locator(f".use.{system}").first.click()
    expect(page.locator(f".use.{system}.chosen")).to_have_count(1)
    page.keyboard.press("s")
    page.keyboard.press("r")
    aim_at(page, 4, 5)
    confirm(page)


def test_every_system_of_training(open_page: OpenPage) -> None:
    """Each system can be chosen, turned and placed; the log names it with the shot."""
    page = open_page(start=False)
    begin(page, "hotseat", mode="training", players=4)
    rounds = (("artillery", "engine", "portholes", "periscope"), ("fins", "tower"))
    for number, systems in enumerate(rounds, start=1):
        for _ in range(4):
            take_die(page)
        for turn in range(4):
            page.click("#confirm[data-do=hand]")
            page.wait_for_selector(".aim")
            if turn < len(systems):
                use(page, systems[turn])
            else:
                fire_well(page)
        expect_round(page, number + 1)
    log = page.locator(".log")
    for name in ("Artillery", "Engine", "Portholes", "Periscope", "Fins:", "Tower"):
        expect(log).to_contain_text(re.compile(rf"\({name}[^)]*\): \d hit"))


def test_a_mission_by_keyboard(open_page: OpenPage) -> None:
    """By keys alone: switch the propeller on, roll with it, then fire; all of it is told."""
    page = open_page(start=False)
    begin(page, "solo")
    live = page.locator("#live")
    page.wait_for_selector(".die.invites")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".aim")
    expect(live).to_contain_text("Your die shows")
    page.keyboard.press("a")
    page.keyboard.press("7")
    expect(page.locator("#confirm.switch-on")).to_be_visible()
    expect(live).to_contain_text("You’ll activate your Propeller.")
    page.keyboard.press("Enter")
    expect_round(page, 2)
    expect(page.locator(".log")).to_contain_text("You activated your Propeller")
    expect(page.locator(".system.propeller.is-ready")).to_have_count(1)

    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_selector(".aim")
    expect(live).to_contain_text("You can use Propeller")
    page.keyboard.press("7")
    expect(page.locator("#confirm")).to_have_text("Reroll")
    page.keyboard.press("Enter")
    expect(page.locator(".used")).to_contain_text(re.compile(r"Propeller used · rolled a \d"))
    expect(live).to_contain_text(re.compile(r"Your die shows \d"))
    for key in ("ArrowDown", "ArrowRight", "r", "Enter"):
        page.keyboard.press(key)
    expect(live).to_contain_text("reserve")
    page.keyboard.press("Enter")
    expect_round(page, 3)
    expect(page.locator(".log")).to_contain_text("You (Propeller):")


def test_back_to_firing(open_page: OpenPage) -> None:
    """A player who considers switching on, and then fires after all, needs no further press."""
    page = open_page(start=False)
    begin(page, "solo")
    take_die(page)
    aim_at(page, 3, 5)
    page.wait_for_selector(READY)
    page.keyboard.press("a")
    expect(page.locator("#confirm.switch-on")).to_be_visible()
    page.keyboard.press("a")
    confirm(page)
    expect_round(page, 2)


def test_a_turn_that_began_while_looking_elsewhere(open_page: OpenPage) -> None:
    """A player who looks at another sheet when their turn comes can fire after looking back."""
    first, second = seat_two(open_page(start=False), open_page(start=False))
    take_die(first)
    first.click(".strip-head")
    expect(first.locator(".plate-back")).to_be_visible()
    take_die(second)
    expect(first.locator(".strip-doing")).to_have_text("choosing")
    first.click(".plate-back")
    fire(first)
    expect(first.locator(".turn")).to_contain_text("Done")


def test_a_system_says_why_not(open_page: OpenPage) -> None:
    """A system that cannot be used says why in its tooltip, and when it is touched."""
    page = open_page(start=False)
    begin(page, "solo")
    take_die(page)
    page.wait_for_selector(".aim")
    reason = "as long as both other systems on its screen are switched on or destroyed."
    artillery = page.locator(".system.artillery")
    expect(artillery).to_contain_text("inactive")
    expect(artillery).to_have_attribute("title", re.compile(reason))
    artillery.click()
    expect(page.locator(".why")).to_contain_text(reason)


def test_the_solo_panel(open_page: OpenPage) -> None:
    """The arrows form a ring, and the victory box is marked by a win; both are also said."""
    page = open_page(start=False)
    begin(page, "solo", toml=TINY_MISSION)
    page.wait_for_selector(".die.invites")
    systems = page.locator(".solo-system")
    back, victory = page.locator(".solo-back"), page.locator(".victory")
    first, last, line = (one.bounding_box() for one in (systems.first, systems.last, back))
    assert first is not None
    assert last is not None
    assert line is not None
    assert first["x"] < line["x"] < first["x"] + first["width"]
    assert last["x"] < line["x"] + line["width"] < last["x"] + last["width"]
    for language in (*LANGUAGES, "en"):
        speak(page, language)
        texts = page_messages(language)
        names = {"first": texts["system.periscope"], "last": texts["system.propeller"]}
        expect(back).to_have_attribute("aria-label", str(texts["solo.back"]).format(**names))
        expect(victory).to_have_attribute("aria-label", str(texts["solo.victory_open"]))
    autoplay(page)
    expect(page.locator(".end-title")).to_contain_text("You sank the enemy")
    expect(victory).to_have_class("victory marked")
    for language in LANGUAGES:
        speak(page, language)
        expect(victory).to_have_attribute(
            "aria-label", str(page_messages(language)["solo.victory_marked"])
        )


def leave_a_die(page: Page) -> str:
    """Take a die, if possible one that sends the automaton along the arrows; return the hint."""
    dice = page.locator(".die.invites")
    for which in (1, 0):
        dice.nth(which).click()
        expect(dice.nth(which)).to_have_class(re.compile("chosen"))
        hint = page.inner_text(".turn .hint")
        if "the arrows lead on" in hint:
            for language in (*OTHERS, "en"):
                speak(page, language)
                check_texts(page, language)
            break
    confirm(page)
    page.wait_for_selector(".aim")
    return hint


def expected_line(hint: str, *, exploded: bool) -> str:
    """What the log must say of the automaton after a hint, with or without an explosion."""
    found = re.search(r"The (\d) you leave (hits|destroys) your (\w+)", hint)
    assert found is not None, hint
    die, verb, system = found.groups()
    if exploded and "the automaton misses" in hint:
        return f"The automaton ({die}) missed"
    aimed = re.search(r"With your (\w+) already destroyed, the arrows lead on", hint)
    arrows = f" (following the arrows from {aimed[1]})" if aimed else ""
    effect = {"hits": "hit", "destroys": "destroyed"}[verb]
    return f"The automaton ({die}) {effect} your {system}{arrows}"


def test_what_the_automaton_does_with_the_die_you_leave(open_page: OpenPage) -> None:
    """The hint before a die is taken says what then happens: hit, loss, arrows, or a miss."""
    page = open_page(start=False)
    begin(page, "solo", toml=TINY_MISSION.replace("boxes = 9", "boxes = 1"))
    lines = []
    for number in range(1, 8):
        page.wait_for_selector(".die.invites, .end")
        if page.locator(".end").count():
            break
        hint = leave_a_die(page)
        if number < 4 and page.locator("[data-do=activating]").count():
            page.click("[data-do=activating]")
            page.locator("[data-do=activate]").last.click()
            confirm(page)
        else:
            fire_well(page)
        expect_next_round(page, number)
        told = page.locator(".log-round").nth(0 if page.locator(".end").count() else 1)
        exploded = "Enemy" in told.inner_text()
        lines.append(expected_line(hint, exploded=exploded))
        expect(told).to_contain_text(lines[-1])
    text = "\n".join(lines)
    assert "destroyed your" in text
    assert "(following the arrows from" in text
    assert "missed" in text


def test_a_choice_taken_back(open_page: OpenPage) -> None:
    """A confirmed choice can be taken back while the other still thinks, and made anew."""
    first, second = seat_two(open_page(start=False), open_page(start=False))
    take_die(first)
    take_die(second)
    aim_at(first, 0, 0)
    confirm(first)
    expect(first.locator(".turn")).to_contain_text("Done. Waiting for")
    expect(second.locator(".strip-doing")).to_have_text("✓ done")
    first.click("[data-do=take_back]")
    expect(second.locator(".strip-doing")).to_have_text("choosing")
    fire_well(first)
    fire_well(second)
    for page in (first, second):
        expect_round(page, 2)
        # One line a shot: what was taken back is not told.
        expect(page.locator(".log-shot")).to_have_count(2)


def test_a_choice_taken_back_on_one_device(open_page: OpenPage) -> None:
    """In pass and play too, a choice can be undone until the next player has confirmed."""
    page = open_page(start=False)
    begin(page, "hotseat", mode="training", players=2, names=["Ada", "Noor", "", ""])
    for _ in range(2):
        take_die(page)
    first = page.inner_text(".hand-title").removeprefix("Pass the device to ")
    page.click("#confirm[data-do=hand]")
    fire(page)
    expect(page.locator(".hand-title")).not_to_contain_text(first)
    page.get_by_role("button", name=f"Undo for {first}").click()
    expect(page.locator(".hand-title")).to_contain_text(first)
    for _ in range(2):
        page.click("#confirm[data-do=hand]")
        fire_well(page)
    expect_round(page, 2)


def test_the_log_points_at_the_grid(open_page: OpenPage) -> None:
    """Pointing at a shot in the log, by mouse or keyboard, rings its fields in the window."""
    page = open_page(start=False)
    begin(page, "solo")
    take_die(page)
    aim_at(page, 4, 3)
    torpedoes = page.locator(".shot").count()
    confirm(page)
    expect_round(page, 2)
    shot = page.locator(".log-shot")
    expect(page.locator(".pointed circle")).to_have_count(0)
    shot.hover()
    expect(page.locator(".pointed circle")).to_have_count(torpedoes)
    page.locator(".brand").hover()
    expect(page.locator(".pointed circle")).to_have_count(0)
    shot.focus()
    expect(page.locator(".pointed circle")).to_have_count(torpedoes)


def test_a_mouse_at_rest_points_at_nothing(open_page: OpenPage) -> None:
    """A log line that the page moves below a mouse at rest does not turn the window."""
    page = open_page(start=False)
    begin(page, "solo")
    take_die(page)
    aim_at(page, 4, 3)
    confirm(page)
    expect_round(page, 2)
    page.mouse.move(300, 300)
    page.locator(".log-shot").evaluate(
        "line => Object.assign(line.style, {position: 'fixed', inset: '290px auto auto 250px'})"
    )
    page.wait_for_function("document.elementFromPoint(300, 300)?.closest('.log-shot')")
    page.wait_for_timeout(300)
    expect(page.locator(".pointed circle")).to_have_count(0)
    page.mouse.move(301, 300)
    expect(page.locator(".pointed circle")).not_to_have_count(0)


def test_another_shot_is_shown_in_its_own_window(open_page: OpenPage) -> None:
    """Pointing at somebody else's shot shows the submarine that it was fired at."""
    first, second = seat_two(open_page(start=False), open_page(start=False))
    take_die(first)
    take_die(second)
    fire_well(first)
    fire_well(second)
    expect_round(first, 2)
    name = first.inner_text(".strip-name")
    first.locator(".log-shot", has_text=f"{name}:").hover()
    expect(first.locator(".plate")).to_have_text("Your submarine")
    assert first.locator(".pointed circle").count() > 0


def test_resigning_and_a_rematch(open_page: OpenPage) -> None:
    """Resigning takes a second press elsewhere; a rematch then begins with one click."""
    page = open_page(start=False)
    begin(page, "solo", toml=TINY_MISSION)
    take_die(page)
    old = page.url
    page.click("[data-panel=settings]")
    page.dblclick("[data-do=resign]")
    page.keyboard.press("Escape")
    expect(page.locator(".panel")).to_have_count(0)
    # Neither a double click nor a panel that was closed is a confirmation.
    expect(page.locator(".end")).to_have_count(0)
    page.click("[data-panel=settings]")
    page.click("[data-do=resign]")
    expect(page.locator(".resign")).to_contain_text("You’ll lose this game.")
    assert page.locator(".resign button").first.get_attribute("data-do") == "resign_no"
    page.click("[data-do=resign_yes]")
    expect_end(page)
    expect(page.locator(".end")).to_contain_text("You resigned")
    page.click("[data-do=rematch]")
    page.wait_for_url(lambda url: url != old)
    page.wait_for_selector(".die.invites")
    expect_round(page, 1)
    expect(page.locator(".end")).to_have_count(0)
