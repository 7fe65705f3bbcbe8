"""Errors are in the player's language, with a link to the rule."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.autoplay import autoplay
from tests.web.hands import TINY_MISSION, begin, confirm, look_in, take_die
from tests.web.test_language import choose
from tests.web.test_rule_panel import title_of
from tests.web.texts import check_texts
from torpedo_dice.locale.page import page_messages

OpenPage = Callable[..., Page]


def touch(page: Page, system: str) -> None:
    """Touch a system on the dashboard."""
    page.click(f".dashboard [data-do=system][data-system={system}]")


def see_rule(page: Page, sentence: str, anchor: str, language: str) -> None:
    """Follow the link beside a sentence: its rule opens beside the table."""
    link = page.locator(f"{sentence} a[data-rule={anchor}]")
    expect(link).to_have_attribute("href", f"/rules?lang={language}#{anchor}")
    link.click()
    heading = page.locator(".rule-text :is(h2, h3)").first
    expect(heading).to_contain_text(title_of(anchor, language))
    page.keyboard.press("Escape")
    expect(page.locator(".rule-panel")).to_be_hidden()
    expect(link).to_be_focused()


def test_a_system_that_is_off(open_page: OpenPage) -> None:
    """In German, with the rule of switches; and without losing it in another language."""
    page = open_page(language="de", start=False)
    begin(page, "solo")
    page.wait_for_selector(".die.invites")
    touch(page, "periscope")
    why = page.locator(".why")
    expect(why).to_have_text(
        "Periskop: Der Schalter ist aus. Aktiviere das System, statt zu feuern. Zur Regel"
    )
    see_rule(page, ".why", "switch", "de")
    choose(page, "fr")
    expect(why).to_contain_text("Périscope")
    see_rule(page, ".why", "switch", "fr")
    take_die(page)
    expect(why).to_have_count(0)
    touch(page, "portholes")
    see_rule(page, ".why", "no-switch", "fr")


def test_a_second_system_in_a_round(open_page: OpenPage) -> None:
    """After a roll of the propeller no system is left for this round, and before phase 2 none."""
    page = open_page(language="de", start=False)
    begin(page, "solo")
    take_die(page)
    page.wait_for_selector(".aim")
    touch(page, "propeller")
    confirm(page)
    page.wait_for_selector(".die.invites")
    why = page.locator(".why")
    touch(page, "propeller")
    expect(why).to_contain_text("Propeller: gerade nicht möglich.")
    see_rule(page, ".why", "phase-2", "de")
    take_die(page)
    touch(page, "propeller")
    confirm(page)
    page.wait_for_selector(".used svg")
    touch(page, "propeller")
    expect(why).to_contain_text("Propeller: Du hast in dieser Runde schon ein System eingesetzt.")
    see_rule(page, ".why", "phase-2", "de")


def hold_back(page: Page) -> None:
    """Take the torpedoes out of every shot of which the page asks what it would do."""

    def bend(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            said = json.loads(message)
            if said.get("command") == "preview":
                said["fields"] = []
            server.send(json.dumps(said))

        route.on_message(pass_on)

    page.route_web_socket("**/socket", bend)


def test_what_the_server_refuses(open_page: OpenPage) -> None:
    """Its sentence and its rule, in each language that is chosen meanwhile."""
    page = open_page(language="pt", start=False)
    hold_back(page)
    begin(page, "solo", toml=TINY_MISSION)
    take_die(page)
    refusal = page.locator(".sentence.alarm")
    expect(refusal).to_have_text(
        re.compile(r"Não é permitido: todas as pintas disparam: um \d tem \d, não 0")
    )
    see_rule(page, ".sentence.alarm", "fire", "pt")
    choose(page, "nl")
    expect(refusal).to_have_text(
        re.compile(r"Niet toegestaan: alle ogen worden afgevuurd: een \d heeft er \d, niet 0")
    )
    see_rule(page, ".sentence.alarm", "fire", "nl")


WRONG_SUBMARINE = {
    "fr": "grid, ligne 1, colonne 3\xa0: '8' n’est pas une case",
    "pt": "grid, linha 1, coluna 3: '8' não é um espaço do mapa",
}


def test_a_wrong_submarine(open_page: OpenPage) -> None:
    """A sheet of one's own with an error, on the start page and after a change of language."""
    page = open_page(expected="422", start=False)
    page.goto("/?lang=de")
    page.click("[data-way=solo]")
    page.click("[data-do=more]")
    page.fill("textarea", TINY_MISSION.replace("1 . 2", "1 . 8"))
    note = page.locator(".sheet-note.alarm")
    expect(note).to_contain_text("ist kein Feld")
    for language, sentence in WRONG_SUBMARINE.items():
        choose(page, language)
        expect(note).to_contain_text(sentence)
        page.click("#play")
        expect(page.locator("[role=alert]")).to_contain_text(sentence)


def test_a_record_that_is_none(open_page: OpenPage) -> None:
    """What the server and the page find wrong with a record."""
    page = open_page(expected="422", start=False)
    page.goto("/replay?lang=nl")
    page.fill("textarea", "{}")
    page.click("[data-do=show]")
    error = page.locator("[role=alert]")
    expect(error).to_contain_text("ontbreekt")
    page.fill("textarea", "nonsense")
    page.click("[data-do=show]")
    expect(error).to_contain_text("geen JSON")


def test_a_rematch_that_cannot_be(open_page: OpenPage) -> None:
    """It is said at the table, in the words of page or server, and in no other language."""
    page = open_page(expected="Failed to load resource", start=False)
    begin(page, "solo", toml=TINY_MISSION)
    autoplay(page)
    page.route("**/rematch", lambda route: route.abort())
    page.click("[data-do=rematch]")
    trouble = page.locator(".lost[role=alert]")
    expect(trouble).to_have_text("That didn’t work: the server isn’t answering")
    expect(page.locator(".end")).to_be_visible()
    choose(page, "de")
    expect(trouble).to_have_text("Das hat nicht geklappt: der Server antwortet nicht")
    choose(page, "en")
    # What only the server can word does not stay in the old language.
    page.unroute("**/rematch")
    page.route("**/rematch", with_a_wrong_secret)
    page.click("[data-do=rematch]")
    expect(trouble).to_contain_text("that secret doesn’t belong to a seat at this table")
    choose(page, "de")
    check_texts(page, "de")
    page.click("[data-do=rematch]")
    expect(trouble).to_be_visible()
    check_texts(page, "de", trouble.inner_text())
    expect(trouble).not_to_contain_text("secret opens")


def with_a_wrong_secret(route: Route) -> None:
    """Send a request on with a secret that opens nothing."""
    body = route.request.post_data_json
    route.continue_(post_data=json.dumps({**body, "secret": "x" * len(body["secret"])}))


def test_a_lost_connection(open_page: OpenPage) -> None:
    """The banner changes with the language at once, not only with the next try to connect."""
    page = open_page(start=False)
    lines: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.connect_to_server()
        else:
            line.close(code=1001)

    page.route_web_socket("**/socket", connect)
    begin(page, "solo")
    page.wait_for_selector(".die.invites")
    lines[0].close(code=1001)
    expect(page.locator(".lost")).to_have_text(str(page_messages("en")["connection.lost"]))
    # Without the settings, which are a reason to draw the page anew when they are closed.
    languages = ("de", "fr", "en")
    said = look_in(page, languages, "() => document.querySelector('.lost').textContent")
    assert said == {each: page_messages(each)["connection.lost"] for each in languages}


def test_a_server_that_does_not_answer(open_page: OpenPage) -> None:
    """The browser's own words are English: the page has others."""
    page = open_page(expected="ERR_", start=False)
    page.goto("/?lang=de")
    page.click("[data-way=solo]")
    page.route("**/api/**", lambda route: route.abort())
    page.click("#play")
    expect(page.locator("[role=alert]")).to_contain_text("der Server antwortet nicht")
