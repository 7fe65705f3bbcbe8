"""Fair dice on the page: it commits, reveals, says what is missing, and finds a forged record."""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.autoplay import autoplay
from tests.web.hands import TINY_MISSION, begin
from torpedo_dice.record import RecordData

OpenPage = Callable[..., Page]
Dice = dict[str, Any]


def sit(page: Page, address: str) -> None:
    """Take an open seat by its link."""
    page.goto(address)
    page.fill("#join-name", "Noor")
    page.click(".join .big")


def test_who_has_not_revealed_is_named(open_page: OpenPage) -> None:
    """The game waits, all see for whom, until the device with the nonce is back, loaded anew."""
    desk, phone = open_page(start=False), open_page(390, 844, start=False)
    noor = open_page(nonce=8, start=False)
    begin(desk, "link", open=1)
    address = desk.url
    desk.click(".top [data-panel=settings]")
    desk.click("[data-do=handover]")
    link = desk.input_value(".panel .link")
    desk.goto("/")
    phone.goto(link)
    expect(phone.locator("[data-do=copy]")).to_be_visible()
    sit(noor, address)
    expect(noor.locator(".turn")).to_contain_text(
        "Waiting for Ada to reveal their share of the dice"
    )
    expect(phone.locator(".turn")).to_contain_text("on the device you joined with")
    desk.goto(address)
    for page in (desk, phone, noor):
        page.wait_for_selector(".dice .die")


def _old_scheme(dice: Dice) -> None:
    dice.update(scheme="hmac-sha256/1")
    del dice["nonce_commitments"]


FORGERIES: dict[str, tuple[Callable[[Dice], None], str]] = {
    "another seed": (
        lambda d: d.update(seed="00" * 32, commitment=hashlib.sha256(bytes(32)).hexdigest()),
        "The fingerprint in this record isn’t the one",
    ),
    "a seed that does not fit": (lambda d: d.update(seed="00" * 32), "don’t match"),
    "another nonce of mine": (lambda d: d.update(nonces=["ab" * 16, ""]), "ignore your device"),
    "another commitment": (
        lambda d: d.update(nonce_commitments=["00" * 32, None]),
        "locked in before the game",
    ),
    "a nonce for the bot": (lambda d: d["nonces"].__setitem__(1, "ab" * 16), "don’t match"),
    "the old scheme": (_old_scheme, "locked in before the game"),
}


@pytest.fixture
def finished(open_page: OpenPage) -> Page:
    """A page at the end of a game against a bot."""
    page = open_page(start=False)
    begin(page, "bots", mode="mission", opponents=1, rank="ensign", toml=TINY_MISSION)
    autoplay(page)
    expect(page.locator(".end .fair:not(.hint)")).to_contain_text("your own device’s share")
    expect(page.locator(".shield.checked")).to_have_count(1)
    return page


# The page gets what a test has put there instead of the record that the server sends.
_HOST = """
const send = fetch;
fetch = (address, ...more) => {
    const record = sessionStorage.getItem("forged");
    const isForged = record && String(address).endsWith("/record");
    return isForged ? Promise.resolve(new Response(record)) : send(address, ...more);
};"""


def tamper(page: Page, record: RecordData, change: Callable[[RecordData], None]) -> None:
    """Load the page again, with a host that answers with a changed record."""
    forged = copy.deepcopy(record)
    change(forged)
    page.evaluate("forged => sessionStorage.setItem('forged', forged)", json.dumps(forged))
    page.reload()


def test_a_forged_record_is_found(finished: Page) -> None:
    """Whatever the host changes in the record's dice, the page warns."""
    table = finished.url.split("/t/")[1].split("#")[0]
    record = finished.request.get(f"/api/tables/{table}/record").json()
    finished.add_init_script(_HOST)
    for forge, words in FORGERIES.values():
        tamper(finished, record, lambda record, forge=forge: forge(record["dice"]))  # type: ignore[misc]
        expect(finished.locator(".end .fair[role=alert]")).to_contain_text(words)
        expect(finished.locator(".shield.checked")).to_have_count(0)
    # A host can neither name the start player afterwards, nor show other rolls than it will prove.
    tamper(finished, record, lambda record: record["options"].update(first="named"))
    expect(finished.locator(".end .fair[role=alert]")).to_contain_text("don’t match")
    tamper(finished, record, lambda record: record["rounds"][0]["dice"].reverse())
    expect(finished.locator(".end .fair[role=alert]")).to_contain_text("don’t match")


def test_sha256_in_the_page(open_page: OpenPage) -> None:
    """Its own SHA-256 and HMAC agree with Python's, for every length around a block."""
    page = open_page()
    look = """async () => {
        const { sha256, hmac } = await import("/js/sha256.js");
        const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");
        return Array.from({ length: 140 }, (_, n) => {
            const bytes = Uint8Array.from({ length: n }, (_, i) => (7 * i + n) % 256);
            return [hex(sha256(bytes)), hex(hmac(bytes.slice(0, 64), bytes))];
        });
    }"""
    for n, (digest, code) in enumerate(page.evaluate(look)):
        data = bytes((7 * i + n) % 256 for i in range(n))
        assert digest == hashlib.sha256(data).hexdigest()
        assert code == hmac.digest(data[:64], data, "sha256").hex()
