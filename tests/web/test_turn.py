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
    aim_well,
    begin,
    confirm,
    expect_end,
    expect_next_round,
    expect_round,
    fire_well,
    seat_two,
    speak,
    take_die,
)
from tests.web.test_language import OTHERS
from tests.web.texts import check_texts
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
    begin(page, "hotseat", mode="training", players=3)
    rounds = (("artillery", "engine", "portholes"), ("periscope", "fins", "tower"))
    for number, systems in enumerate(rounds, start=1):
        for _ in systems:
            take_die(page)
        for system in systems:
            page.click("#confirm[data-do=hand]")
            page.wait_for_selector(".aim")
            use(page, system)
        expect_round(page, number + 1)
    log = page.locator(".log")
    for name in ("Artillery", "Engine", "Portholes", "Periscope", "Fins:", "Tower"):
        expect(log).to_contain_text(re.compile(rf"\({name}[^)]*\): \d hit"))


def test_a_mission_by_keyboard(open_page: OpenPage) -> None:
    """By keys alone: begin, switch the propeller on, roll with it, then fire; all of it is told."""
    page = open_page()
    live = page.locator("#live")
    page.locator("[data-way=solo]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#play")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(".die.invites")
    expect(live).to_contain_text("The dice: ")
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
    # A shot that is moved again has to be placed again.
    page.wait_for_selector(".aim.placed")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector(".aim:not(.placed)")
    page.keyboard.press("Enter")
    page.wait_for_selector(READY)
    page.keyboard.press("Enter")
    expect_round(page, 3)
    expect(page.locator(".log")).to_contain_text("You (Propeller):")


def test_two_at_a_table(open_page: OpenPage) -> None:
    """A turn that began while looking elsewhere, a choice taken back, another's shot looked at."""
    first, second = seat_two(open_page(start=False), open_page(start=False, nonce=8))
    take_die(first)
    first.click(".strip-head")
    expect(first.locator(".plate-back")).to_be_visible()
    take_die(second)
    expect(first.locator(".strip-doing")).to_have_text("choosing")
    first.click(".plate-back")
    aim_at(first, 0, 0)
    count = first.locator(".shot-ring").count()
    confirm(first)
    expect(first.locator(".turn")).to_contain_text("Done. Waiting for")
    expect(second.locator(".strip-doing")).to_have_text("✓ done")
    expect(first.locator(".ghost-shot")).to_have_count(count)
    first.click("[data-do=take_back]")
    expect(first.locator(".ghost-shot")).to_have_count(0)
    first.wait_for_selector(".aim:not(.placed)")
    expect(second.locator(".strip-doing")).to_have_text("choosing")
    fire_well(first)
    fire_well(second)
    for page in (first, second):
        expect_round(page, 2)
        # One line a shot: what was taken back is not told.
        expect(page.locator(".log-shot")).to_have_count(2)
    # Pointing at a shot shows the submarine that it was fired at.
    name = first.inner_text(".strip-name")
    first.locator(".log-shot", has_text=f"{name}:").hover()
    expect(first.locator(".plate")).to_have_text("Your submarine")
    assert first.locator(".pointed circle").count() > 0


def test_a_system_says_why_not(open_page: OpenPage) -> None:
    """In its tooltip, and when touched; who then considers another may fire after all."""
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
    # There and back needs no further press.
    aim_at(page, 3, 5)
    page.wait_for_selector(READY)
    page.keyboard.press("a")
    expect(page.locator("#confirm.switch-on")).to_be_visible()
    page.keyboard.press("a")
    confirm(page)
    expect_round(page, 2)


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
    for language in ("de", "en"):
        speak(page, language)
        texts = page_messages(language)
        names = {"first": texts["system.periscope"], "last": texts["system.propeller"]}
        expect(back).to_have_attribute("aria-label", str(texts["solo.back"]).format(**names))
        expect(victory).to_have_attribute("aria-label", str(texts["solo.victory_open"]))
    autoplay(page)
    expect(page.locator(".end-title")).to_contain_text("You sank the enemy")
    expect(victory).to_have_class("victory marked")
    for language in ("en", "fr"):
        speak(page, language)
        expect(victory).to_have_attribute(
            "aria-label", str(page_messages(language)["solo.victory_marked"])
        )


def leave_a_die(page: Page, language: str) -> str:
    """Take a die, if possible one that sends the automaton along the arrows; return the hint.

    Of the arrows all must be said in a language.
    """
    dice = page.locator(".die.invites")
    for which in (1, 0):
        dice.nth(which).click()
        expect(dice.nth(which)).to_have_class(re.compile("chosen"))
        hint = page.inner_text(".turn .hint")
        expect_aimed(page, hint)
        if "the arrows lead on" in hint:
            speak(page, language)
            check_texts(page, language)
            speak(page, "en")
            break
    confirm(page)
    page.wait_for_selector(".aim")
    return hint


def expect_aimed(page: Page, told: str) -> None:
    """The solo panel points at the system that a text says is hit or destroyed, and at no other."""
    found = re.search(r"(?:hit|destroy)s? your (\w+)[.!]", told)
    aimed = page.locator(".solo-system.aimed")
    expect(aimed).to_have_count(1 if found else 0)
    if found:
        expect(aimed).to_have_class(re.compile(found[1].lower()))


def foreseen(page: Page) -> str:
    """What the log must say of the automaton after the sentence about a choice."""
    page.wait_for_selector(f".turn:has({READY}) .sentence:not(.stale)")
    sentence = page.inner_text(".sentence")
    expect_aimed(page, sentence)
    found = re.search(r"The automaton will (hit|destroy|miss)( your \w+)?", sentence)
    assert found is not None, sentence
    effect = {"hit": "hit", "destroy": "destroyed", "miss": "missed"}[found[1]]
    return f"{effect}{found[2] or ''}"


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
    """Hint, panel and sentence about a choice foretell the shot: hit, loss, arrows, or a miss."""
    page = open_page(start=False)
    begin(page, "solo", toml=TINY_MISSION.replace("boxes = 9", "boxes = 1"))
    lines = []
    for number in range(1, 8):
        page.wait_for_selector(".die.invites, .end")
        if page.locator(".end").count():
            break
        hint = leave_a_die(page, OTHERS[number % len(OTHERS)])
        if number < 4 and page.locator("[data-do=activating]").count():
            page.click("[data-do=activating]")
            page.locator("[data-do=activate]").last.click()
        else:
            aim_well(page)
        shot = foreseen(page)
        confirm(page)
        expect_next_round(page, number)
        told = page.locator(".log-round").nth(0 if page.locator(".end").count() else 1)
        exploded = "Enemy" in told.inner_text()
        lines.append(expected_line(hint, exploded=exploded))
        expect(told).to_contain_text(lines[-1])
        assert shot in lines[-1]
    text = "\n".join(lines)
    assert "destroyed your" in text
    assert "(following the arrows from" in text
    assert "missed" in text


def test_the_log_points_at_the_grid(open_page: OpenPage) -> None:
    """A shot to which mouse or keyboard point is ringed; one that moves below the mouse is not."""
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
    page.mouse.move(300, 300)
    shot.evaluate(
        "line => Object.assign(line.style, {position: 'fixed', inset: '290px auto auto 250px'})"
    )
    page.wait_for_function("() => document.elementFromPoint(300, 300)?.closest('.log-shot')")
    page.wait_for_timeout(300)
    expect(page.locator(".pointed circle")).to_have_count(0)
    page.mouse.move(301, 300)
    expect(page.locator(".pointed circle")).to_have_count(torpedoes)
    page.locator(".brand").hover()
    expect(page.locator(".pointed circle")).to_have_count(0)
    shot.focus()
    expect(page.locator(".pointed circle")).to_have_count(torpedoes)


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
