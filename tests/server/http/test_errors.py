"""Errors in the client's language: of a call, of a connection, and after a change of language."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest
import websockets

from tests.server.players import Page, Server
from torpedo_dice.locale import LANGUAGES
from torpedo_dice.sheets import load_sheet

NO_FINS = """
name = "x"
grid = "1 2 3"
reserve = 9
screens = []
"""
NO_TABLE = "/api/tables/nosuchtable"


@pytest.mark.parametrize(
    ("address", "header", "message"),
    [
        (NO_TABLE, "de-AT, en;q=0.5", "es gibt keinen Tisch 'nosuchtable'"),
        (NO_TABLE, "pt-PT", "não há nenhuma mesa 'nosuchtable'"),
        # What the address names goes first.
        (f"{NO_TABLE}?lang=fr", "de", "il n’y a pas de table 'nosuchtable'"),
        (f"{NO_TABLE}?lang=xx", "nl", "er is geen tafel 'nosuchtable'"),
        (NO_TABLE, "ja", "there’s no table 'nosuchtable'"),
        ("/api/nothing", "de", "nicht gefunden: Unter dieser Adresse gibt es nichts"),
        ("/nothing", "pt", "não encontrado: não há nada neste endereço"),
        ("/rules/de/nothing", "nl", "in de spelregels staat geen regel 'nothing'"),
    ],
)
def test_a_call_in_a_language(server: Server, address: str, header: str, message: str) -> None:
    """The address or the header tells in which language the sentence is."""
    answer = httpx.get(f"{server.http}{address}", headers={"accept-language": header})
    assert answer.json()["error"]["message"] == message


def test_calls_at_the_same_time_do_not_mix(server: Server) -> None:
    """Each is answered in its own language."""
    sentences = {
        "en": "there’s no table 'nosuchtable'",
        "de": "es gibt keinen Tisch 'nosuchtable'",
        "fr": "il n’y a pas de table 'nosuchtable'",
        "nl": "er is geen tafel 'nosuchtable'",
        "pt": "não há nenhuma mesa 'nosuchtable'",
    }

    async def ask() -> None:
        async with httpx.AsyncClient() as client:
            asked = [language for language in LANGUAGES for _ in range(4)]
            answers = await asyncio.gather(
                *(client.get(f"{server.http}{NO_TABLE}?lang={language}") for language in asked)
            )
        for language, answer in zip(asked, answers, strict=True):
            assert answer.json()["error"]["message"] == sentences[language]

    asyncio.run(ask())


def test_what_is_wrong_with_a_sheet(server: Server) -> None:
    """The place and the reason, together and each alone."""
    error = server.post("/api/sheets/check?lang=fr", {"toml": NO_FINS}).json()["error"]
    assert error == {
        "code": "sheet",
        "message": "grid\xa0: il manque le système 4 (dérive)",
        "where": "grid",
        "why": "il manque le système 4 (dérive)",
    }


def test_what_is_wrong_with_a_table(server: Server) -> None:
    """Its setting, its bots, its names."""
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "bot", "bot": "ensign"}]

    def why(**more: object) -> str:
        body = {"mode": "mission", "seats": seats, **more}
        answer = server.post("/api/tables?lang=de", body)
        assert answer.status_code == 422
        return str(answer.json()["error"]["message"])

    assert why(first=3) == "Platz 3 gibt es nicht: Die Plätze haben die Nummern 0 bis 1"
    assert "keinen Propeller" in why(sheet="training")
    assert "keinen Bot 'nobody'" in why(seats=[*seats[:1], {"kind": "bot", "bot": "nobody"}])
    assert why(seats=[{"kind": "human", "name": "\t"}, seats[1]]) == (
        "ein Name muss 1 bis 24 druckbare Zeichen haben"
    )
    assert why(mode="war") == "fehlerhaft: mode: 'war' ist hier nicht erlaubt"


def test_what_is_wrong_with_a_record(server: Server) -> None:
    """Also where it is read in a thread of its own."""
    record = {"format": "torpedo-dice", "version": 1}
    error = server.post("/api/replay?lang=pt", record).json()["error"]
    assert error["where"] == "rounds"
    assert error["what"] == "falta"
    answer = httpx.post(f"{server.http}/api/replay?lang=de", content=b"\xff")
    assert answer.json()["error"]["what"] == "kein UTF-8-Text"


def test_a_move_in_the_lesson(server: Server) -> None:
    """Its error is the rules' own."""
    step = server.get("/api/lesson").json()["steps"][0]["step"]
    answer = server.post(f"/api/lesson/{step}?lang=nl", {"moves": ["1 take 0"]})
    assert answer.status_code == 422
    assert answer.json()["error"] == {
        "code": "move",
        "message": "in de les kun je alleen je eigen zetten doen",
        "rule": None,
    }


def test_two_players_each_in_their_own_language(server: Server) -> None:
    """The language of hello, and another one in the middle of the game."""

    async def play() -> None:
        made = server.make(first=0)
        table = made["table"]
        ada, noor = (Page(server, table, seat["secret"]) for seat in made["seats"])
        ada.language, noor.language = "de", "pt"
        async with ada, noor:
            refused = [await page.move("0 use periscope") for page in (ada, noor)]
            assert [answer["error"]["why"] for answer in refused] == [
                "die Würfel werden noch genommen",
                "não jogas por Ada",
            ]
            # The rule is the same in every language, and only what breaks one has it.
            assert refused[0]["error"]["rule"] == "phase-1"
            assert "rule" not in refused[1]["error"]
            await ada.say({"type": "speak", "language": "fr"})
            answer = await ada.move("1 take 0")
            assert answer["error"]["why"] == "tu ne joues pas pour Noor"
            answer = await noor.move("1 take 0")
            assert answer["error"]["why"] == "quem escolhe agora um dado é Ada"
            await ada.say({"type": "speak", "language": "xx"})
            error = await ada.until(lambda message: message["type"] == "error")
            assert error["error"]["why"].startswith("message mal formé\xa0: ")

    asyncio.run(play())


def test_before_hello_the_connection_speaks_as_the_browser_asks(server: Server) -> None:
    """So does an error that ends it."""

    async def ask() -> str:
        address = f"ws://127.0.0.1:{server.port}{NO_TABLE}/socket"
        headers = {"accept-language": "nl-BE"}
        async with websockets.connect(address, additional_headers=headers) as socket:
            await socket.send('{"type":"hello","protocol":1}')
            return str(json.loads(await socket.recv())["error"]["why"])

    assert asyncio.run(ask()) == "er is geen tafel 'nosuchtable'"


def test_our_sheets_are_found(server: Server) -> None:
    """What is right stays as it is in every language."""
    for language in LANGUAGES:
        sheet = server.get(f"/api/sheets/mission?lang={language}").json()["sheet"]
        assert sheet == load_sheet("mission").to_data()
