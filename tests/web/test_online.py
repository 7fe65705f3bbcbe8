"""Playing over the network: by a link, on two devices, with somebody away, with the wire cut."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.web.autoplay import autoplay
from tests.web.conftest import NO_TABLE, Server
from tests.web.hands import (
    READY,
    TINY_TRAINING,
    aim_well,
    begin,
    confirm,
    expect_end,
    expect_next_round,
    expect_round,
    fire,
    fire_well,
    play_round,
    seat_two,
    secret_of,
    take_die,
)
from tests.web.wire import Wire

OpenPage = Callable[..., Page]
# By when a lost connection must have been noticed.
NOTICED = 10_000


def test_two_browsers_by_a_link(open_page: OpenPage) -> None:
    """Two people play a whole game by a link; a third, for whom no seat is left, watches it."""
    ada, noor, watcher = open_page(start=False), open_page(start=False), open_page(start=False)
    first, second = seat_two(ada, noor, toml=TINY_TRAINING)
    watcher.goto(ada.url)
    expect(watcher.locator(".turn")).to_contain_text("You’re spectating")
    expect(watcher.locator(".join")).to_have_count(0)
    expect(watcher.locator(".die.invites")).to_have_count(0)
    _react(ada, noor, watcher)
    play_round(first, second)
    # Before that, the last shot may still be on its way.
    expect_round(second, 2)
    autoplay(ada, more=[secret_of(noor)])
    for page in (ada, noor, watcher):
        expect_end(page)
    # What was said has passed by itself.
    expect(watcher.locator(".said")).to_have_count(0)
    # The rematch: one asks, the other says no and then yes, at the same seats.
    ada.click("[data-do=rematch]")
    expect(ada.locator(".turn")).to_contain_text("Waiting for Noor to join.")
    expect(noor.locator(".rematch")).to_contain_text("Ada wants a rematch.")
    noor.click("[data-do=decline]")
    expect(noor.locator(".rematch")).to_contain_text("You turned down Ada’s rematch.")
    expect(ada.locator(".turn")).to_contain_text("Noor turned down the rematch")
    expect(ada.locator("[data-do=fill]")).to_have_text("Let a bot play for Noor")
    noor.click("[data-do=rematch]")
    for page in (ada, noor):
        page.wait_for_selector(".dice .die")
        expect_round(page, 1)
    assert ada.url == noor.url
    expect(watcher.locator("[data-do=rematch]")).to_have_count(0)


def _react(ada: Page, noor: Page, watcher: Page) -> None:
    """One says something: the others see it at her strip, and hear it; who hides it does not."""
    noor.click("[data-panel=settings]")
    noor.check("[data-set=muted]")
    noor.keyboard.press("Escape")
    expect(watcher.locator("[data-panel=reactions]")).to_have_count(0)
    ada.click("[data-panel=reactions]")
    ada.click("[data-reaction=nice_shot]")
    expect(watcher.locator(".strip", has_text="Ada").locator(".said")).to_have_text("Nice shot!")
    expect(watcher.locator("#live")).to_contain_text("Ada: Nice shot!")
    expect(ada.locator(".top .said")).to_have_text("Nice shot!")
    expect(noor.locator(".said")).to_have_count(0)


def test_a_guest_is_offered_a_seat(open_page: OpenPage) -> None:
    """A guest is offered seat and lesson; a spectator is not asked again, a bot plays instead."""
    ada, guest = open_page(start=False), open_page(start=False)
    begin(ada, "link", mode="training", open=1)
    expect(ada.locator("[data-do=copy]")).to_be_visible()
    # Before the game begins no system claims a state that it does not have.
    assert set(ada.locator(".system-words").all_inner_texts()) == {"standing by"}
    expect(ada.locator(".invitation .why")).to_contain_text("torpedo play --lan")
    guest.goto(ada.url)
    expect(guest.locator(".join")).to_contain_text("Ada invites you")
    expect(guest.locator("#join-name")).to_be_focused()
    expect(guest.locator(".join a[href='/lesson']")).to_be_visible()
    expect(guest.locator("[data-do=copy]")).to_have_count(0)
    guest.click("[data-do=watch]")
    expect(guest.locator(".join")).to_have_count(0)
    expect(guest.locator(".turn")).to_contain_text("Waiting for 1 more player")
    ada.select_option("#fill-bot", "ensign")
    ada.click("[data-do=fill]")
    for page in (ada, guest):
        page.wait_for_selector(".dice .die")
        expect(page.locator(".strip-rank")).to_have_text("Ensign")


def test_the_last_seat_and_names_that_are_text(open_page: OpenPage) -> None:
    """A guest who comes too late watches; a name that looks like markup is shown as typed."""
    ada, noor, late = open_page(start=False), open_page(start=False), open_page(start=False)
    name = "<img src=x onerror=a()>"
    begin(ada, "link", name=name, open=1)
    for page in (noor, late):
        page.goto(ada.url)
        expect(page.locator(".join")).to_contain_text(name)
        page.fill("#join-name", "<b>Noor</b>")
    noor.click(".join .big")
    ada.wait_for_selector(".dice .die")
    expect(ada.locator(".strip-name")).to_have_text("<b>Noor</b>")
    noor.wait_for_selector(".strip-role")
    expect(noor.locator(".strip-name")).to_have_text(name)
    expect(ada.locator("#page img, #page b")).to_have_count(0)
    # While she still typed, the last seat was taken.
    expect(late.locator(".join")).to_have_count(0)
    expect(late.locator(".turn")).to_contain_text("You’re spectating")


def test_on_another_device(open_page: OpenPage) -> None:
    """A one-time link continues the game on another device; used twice it says so."""
    desk, phone, thief = (
        open_page(start=False),
        open_page(390, 844, start=False),
        open_page(expected="403", start=False),
    )
    begin(desk, "solo")
    take_die(desk)
    desk.click(".top [data-panel=settings]")
    desk.click("[data-do=handover]")
    link = desk.input_value(".panel .link")
    desk.click("[data-do=copy_link]")
    assert desk.evaluate("navigator.clipboard.readText()") == link
    phone.goto(link)
    fire(phone)
    expect_round(phone, 2)
    desk.keyboard.press("Escape")
    expect_round(desk, 2)
    desk.click(".top [data-panel=settings]")
    desk.click("[data-do=handover]")
    expect(desk.locator(".devices li")).to_have_count(2)
    expect(desk.locator(".devices li").nth(0)).to_contain_text("this device")
    desk.click("[data-do=revoke]")
    expect(desk.locator(".devices li")).to_have_count(1)
    expect(phone.locator(".turn")).to_contain_text("You’re spectating")
    thief.goto(link)
    expect(thief.locator("[role=alert]")).to_contain_text(
        "This link has expired or was already used"
    )
    expect(thief.locator(".turn")).to_contain_text("You’re spectating")


def test_a_link_for_all_seats_of_a_device(open_page: OpenPage) -> None:
    """The link of a device with several seats hands all of them over: each takes a die there."""
    desk, tablet = open_page(start=False), open_page(start=False)
    begin(desk, "hotseat", mode="training", players=2)
    desk.click(".top [data-panel=settings]")
    desk.click("[data-do=handover]")
    tablet.goto(desk.input_value(".panel .link"))
    for _ in range(2):
        take_die(tablet)
    tablet.click("#confirm[data-do=hand]")
    expect(tablet.locator(".aim")).to_be_visible()


def with_clock(page: Page, seconds: float) -> None:
    """Let the tables that a page makes have a clock that no form offers."""

    def change(route: Route) -> None:
        body = route.request.post_data_json
        route.continue_(post_data=json.dumps({**body, "clock": seconds}))

    page.route("**/api/tables", change)


def test_the_clock_runs_out(open_page: OpenPage) -> None:
    """Who thinks too long has a bot's move played for this turn, is told so, and plays on."""
    page = open_page(start=False)
    with_clock(page, 1.5)
    begin(page, "solo")
    expect(page.locator(".clock")).to_contain_text("left")
    expect(page.locator(".log")).to_contain_text("You ran out of time: a bot plays this turn")
    expect_next_round(page, 1)
    expect(page.locator(".log-round").last).to_contain_text(re.compile("You(:| activated)"))


def test_a_captain_for_a_bot_that_fails(open_page: OpenPage) -> None:
    """All see which bot did not move, and who plays for it, in any language."""
    page = open_page(start=False)

    def change(route: Route) -> None:
        body = route.request.post_data_json
        seats = [body["seats"][0], {"kind": "bot", "bot": "exits"}]
        route.continue_(post_data=json.dumps({**body, "seats": seats, "first": 1}))

    page.route("**/api/tables", change)
    begin(page, "bots", mode="training")
    told = "exits didn’t move, so Captain takes over"
    expect(page.locator(".log")).to_contain_text(told)
    expect(page.locator(".strip-name")).to_contain_text("Captain for exits")
    page.goto(f"{page.url.partition('#')[0]}?lang=de")
    expect(page.locator(".strip-name")).to_contain_text("Kapitän für exits")


def test_a_captain_for_somebody_away(open_page: OpenPage) -> None:
    """Who stays away can be replaced by a captain, and takes the seat back on return."""
    ada, noor = open_page(start=False), open_page(start=False)
    first, second = seat_two(ada, noor)
    take_die(first)
    address = second.url
    name = first.inner_text(".strip-name")
    second.goto("/")
    expect(first.locator(".strip.away")).to_contain_text("disconnected")
    first.click("[data-do=replace]")
    expect(first.locator(".strip")).to_contain_text("Captain stands in")
    expect(first.locator(".log")).to_contain_text(f"A bot is playing for {name}")
    fire(first)
    expect_round(first, 2)
    second.goto(address)
    expect(second.locator(".turn")).to_contain_text("A bot is playing for you")
    expect(second.locator(".die.invites")).to_have_count(0)
    second.click("[data-do=return]")
    expect(second.locator(".log")).to_contain_text("You’re back")
    expect(first.locator(".log")).to_contain_text(f"{name} is back")
    expect(second.locator("[data-do=return]")).to_have_count(0)
    # Now the second player goes on, whatever the captain has done of this round.
    if second.locator(".die.invites").count():
        take_die(second)
    take_die(first)
    fire(first)
    fire(second)
    for page in (first, second):
        expect_round(page, 3)


def test_a_wire_cut_in_silence(open_page: OpenPage, wire: Wire) -> None:
    """Both sides notice a cut that nobody tells them of; nothing is lost or shown twice."""
    ada = open_page(address=wire.address, start=False)
    noor = open_page(nonce=8, start=False)
    begin(ada, "link", mode="training", open=1, first="0")
    noor.goto(f"/t/{ada.url.rsplit('/', 1)[1]}")
    noor.fill("#join-name", "Noor")
    noor.click(".join .big")
    take_die(ada)
    take_die(noor)
    fire_well(noor)
    aim_well(ada)
    expect(ada.locator("#confirm:not([aria-disabled])")).to_be_visible()
    wire.cut()
    confirm(ada)
    expect(ada.locator(".lost")).to_be_visible(timeout=NOTICED)
    expect(noor.locator(".strip.away")).to_be_visible(timeout=NOTICED)
    expect_round(noor, 1)
    wire.mend()
    expect(ada.locator(".lost")).to_have_count(0)
    expect(noor.locator(".strip.away")).to_have_count(0)
    for page in (ada, noor):
        expect_round(page, 2)
        expect(page.locator(".log-shot")).to_have_count(2)


def test_a_button_that_moves_while_it_is_pressed(open_page: OpenPage) -> None:
    """A press counts, though the banner of a lost connection pushes the button from under it."""
    page = open_page(start=False)
    lines: list[WebSocketRoute] = []
    is_cut = False

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)
        if is_cut:
            line.close(code=1001)
        else:
            line.connect_to_server()

    page.route_web_socket("**/socket", connect)
    begin(page, "solo")
    take_die(page)
    aim_well(page)
    button = page.locator(READY)
    button.wait_for()
    box = button.bounding_box()
    assert box is not None
    edge = (box["x"] + box["width"] / 2, box["y"] + 4)
    page.mouse.move(*edge)
    page.mouse.down()
    is_cut = True
    lines[-1].close(code=1001)
    expect(page.locator(".lost")).to_be_visible()
    under = "([x, y]) => document.elementFromPoint(x, y).closest('#confirm') === null"
    assert page.evaluate(under, edge)
    page.mouse.up()
    is_cut = False
    expect_round(page, 2)


def test_the_server_is_killed(open_page: OpenPage, server: Server) -> None:
    """After `kill -9` and a restart the pages come back by themselves; no choice is lost."""
    first, second = seat_two(open_page(start=False), open_page(nonce=8, start=False))
    take_die(first)
    take_die(second)
    fire_well(first)
    expect(first.locator(".turn")).to_contain_text("Done. Waiting for")
    server.kill()
    for page in (first, second):
        expect(page.locator(".lost")).to_be_visible()
    server.start()
    for page in (first, second):
        expect(page.locator(".lost")).to_have_count(0)
    expect(first.locator(".turn")).to_contain_text("Done. Waiting for")
    fire_well(second)
    for page in (first, second):
        expect_round(page, 2)
        expect(page.locator(".log-shot")).to_have_count(2)


def test_a_table_that_is_not_there(open_page: OpenPage) -> None:
    """The address of no table says so."""
    page = open_page(start=False)
    page.goto(f"/t/{NO_TABLE}")
    expect(page.locator("main")).to_have_text(re.compile("no longer here"))
