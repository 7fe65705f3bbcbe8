"""Real games over real connections: two players, a spectator, bots, a killed server."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator

import pytest
import websockets

from tests.server.players import Data, Page, Server, commitment_to, nonce_of, play_turns
from torpedo_dice.record import RecordData, verify

# Everything that would reveal a choice early.
TELLING = ('"fields"', '"fire"', '"activate"', '"modified"', '"rerolled"', '"use ')


def secrets_of(made: Data) -> list[str]:
    """The secrets of a table's creator."""
    return [seat["secret"] for seat in made["seats"]]


def record_of(server: Server, table: str) -> RecordData:
    """A table's record."""
    record: RecordData = server.get(f"/api/tables/{table}/record").json()
    return record


def test_two_players_and_a_spectator_play_a_whole_game(server: Server) -> None:
    """The record is valid; everybody saw the same events; nobody saw hidden information."""
    made = server.make(pace="instant")
    ada_secret, noor_secret = secrets_of(made)

    async def main() -> tuple[Page, Page, Page]:
        async with (
            Page(server, made["table"], ada_secret) as ada,
            Page(server, made["table"], noor_secret) as noor,
            Page(server, made["table"]) as spectator,
        ):
            assert ada.welcome["you"] == [0]
            assert spectator.welcome["you"] == []
            await play_turns({0: ada, 1: noor}, lambda page: page.views["0"]["over"])
            for page in (noor, spectator):
                while page.seen < ada.seen:
                    await page.hear()
            return ada, noor, spectator

    ada, noor, spectator = asyncio.run(main())
    assert ada.events == noor.events == spectator.events
    record = record_of(server, made["table"])
    assert verify(record) is None
    assert ada.welcome["commitment"] == record["dice"]["commitment"]
    assert ada.views["0"]["seed"] == record["dice"]["seed"]
    for page, seat in ((ada, 0), (noor, 1), (spectator, None)):
        _saw_nothing_hidden(page, seat, record)


def _saw_nothing_hidden(page: Page, seat: int | None, record: RecordData) -> None:
    """No message revealed another player's choice early, or the seed before the end."""
    for text in page.heard:
        message = json.loads(text)
        names = [event["event"] for event in message.get("events", ())]
        if "ended" not in names:
            assert record["dice"]["seed"] not in text
        for view in message.get("views", {}).values():
            assert view["seat"] == seat
            assert not [s for s in view["seats"] if s["seat"] != seat and s["choice"] is not None]
        assert not [one for one in message.get("private", ()) if one["seat"] != seat]
        is_reveal = "fired" in names or "activated" in names
        # Everything is revealed together, with the last choice of the round.
        assert is_reveal == ("round_ended" in names)
        if seat is None and message["type"] == "events" and not is_reveal:
            # A spectator's messages before the reveal contain nothing about any choice.
            shown = json.dumps({**message, "views": _without_last_round(message["views"])})
            assert not [word for word in TELLING if word in shown]


def _without_last_round(views: Data) -> Data:
    return {name: {**view, "last_round": None} for name, view in views.items()}


def test_a_modification_is_told_to_nobody_else(server: Server) -> None:
    """The others get no message at all: even its arrival would reveal something."""
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Noor"}]
    made = server.make("training", seats, first=0)
    ada_secret, noor_secret = secrets_of(made)

    async def main() -> None:
        async with (
            Page(server, made["table"], ada_secret) as ada,
            Page(server, made["table"], noor_secret) as noor,
        ):
            until_act = {0: ada, 1: noor}
            await play_turns(until_act, lambda page: page.views["0"]["stage"] == "act")
            while noor.seen < ada.seen:
                await noor.hear()
            move = ada.views["0"]["options"]["modifications"][0]["move"]
            answer = await ada.move(move)
            assert answer["ok"]
            assert ada.private[-1]["event"] == "modified"
            await noor.say({"type": "ping", "n": 7})
            while (message := await noor.hear())["type"] != "pong":
                assert message["type"] == "presence"

    asyncio.run(main())


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that tests kill, and start again."""
    folder = tmp_path_factory.mktemp("killed")
    server = Server(folder / "games.sqlite", folder / "log")
    yield server
    server.kill()


def test_kill_9_in_the_middle_of_a_round(mortal: Server) -> None:
    """The clients reconnect and continue; no acknowledged command is lost or executed twice."""
    server = mortal
    made = server.make()
    ada_secret, noor_secret = secrets_of(made)

    async def main() -> None:
        ada = Page(server, made["table"], ada_secret)
        noor = Page(server, made["table"], noor_secret)
        await ada.connect()
        await noor.connect()
        pages = {0: ada, 1: noor}
        await play_turns(pages, lambda page: page.views["0"]["round"] == 2)
        for seat in ada.views["0"]["to_move"]:
            while seat not in pages[seat].views[str(seat)]["to_move"]:
                await pages[seat].hear()
            move, number = pages[seat].choice(seat), len(ada.heard)
            answer = await pages[seat].move(move, id="last before the end")
            assert answer["ok"], number
            server.kill()
            server.start()
            await ada.connect()
            await noor.connect()
            assert ada.seen == noor.seen == answer["number"]
            again = await pages[seat].move(move, id="last before the end")
            assert again == answer
            break
        await play_turns(pages, lambda page: page.views["0"]["over"])
        await ada.close()
        await noor.close()

    asyncio.run(main())
    assert verify(record_of(server, made["table"])) is None
    assert "Traceback" not in server.log.read_text()


def test_kills_at_random_times_lose_nothing_acknowledged(mortal: Server) -> None:
    """Two kills under load: every acknowledged command is there afterwards."""
    server = mortal
    # The exact moments depend on the machine; the seed only varies the delays.
    whim = random.Random(4)  # noqa: S311

    async def play_until_killed(page: Page, begun: asyncio.Event) -> int:
        acknowledged = 0
        try:
            await page.connect()
            while not page.views["0"]["over"]:
                answer = await page.move(page.choice(0))
                assert answer["ok"], answer
                acknowledged = answer["number"]
                begun.set()
        except (OSError, TimeoutError, websockets.ConnectionClosed, websockets.InvalidHandshake):
            # The server is dead.
            pass
        return acknowledged

    async def once() -> list[tuple[str, str, int]]:
        tables = [server.make("solo", [{"kind": "human", "name": "Ada"}]) for _ in range(6)]
        pages = [Page(server, made["table"], made["seats"][0]["secret"]) for made in tables]
        begun = asyncio.Event()
        tasks = [asyncio.create_task(play_until_killed(page, begun)) for page in pages]
        await asyncio.wait_for(begun.wait(), 30)
        await asyncio.sleep(whim.uniform(0.03, 0.1))
        server.kill()
        acknowledged = await asyncio.gather(*tasks)
        for page in pages:
            await page.close()
        return [(p.table, p.secrets[0], n) for p, n in zip(pages, acknowledged, strict=True)]

    async def check(table: str, secret: str, acknowledged: int) -> None:
        async with Page(server, table, secret) as page:
            assert page.seen >= acknowledged

    total = 0
    for _ in range(2):
        played = asyncio.run(once())
        server.start()
        for table, secret, acknowledged in played:
            asyncio.run(check(table, secret, acknowledged))
            total += acknowledged
    assert total >= 2


def test_a_repeated_command_over_the_wire(server: Server) -> None:
    """The same answer again, even for a refusal, and nothing is executed twice."""
    made = server.make(first=0)

    async def main() -> None:
        async with Page(server, made["table"], *secrets_of(made)) as page:
            first = await page.move("0 take 1", id="twice")
            second = await page.move("0 take 1", id="twice")
            assert first == second
            refused = await page.move("0 take 2", id="no")
            assert refused["error"]["code"] == "not_your_turn"
            assert await page.move("0 take 2", id="no") == refused
            assert [e["event"] for e in page.events].count("taken") == 1

    asyncio.run(main())


def test_bots_play_by_themselves(server: Server) -> None:
    """A human against two bots gets to the end; the bots wait for nobody but the human."""
    seats: list[Data] = [
        {"kind": "human", "name": "Ada"},
        {"kind": "bot", "bot": "ensign"},
        {"kind": "bot", "bot": "lieutenant"},
    ]
    made = server.make(seats=seats, pace="instant")

    async def main() -> None:
        async with Page(server, made["table"], *secrets_of(made)) as page:
            while not page.views["0"]["over"]:
                if 0 in page.views["0"]["to_move"]:
                    assert (await page.move(page.choice(0)))["ok"]
                else:
                    await page.until(lambda m: m["type"] == "events")

    asyncio.run(main())
    assert verify(record_of(server, made["table"])) is None


def test_a_clock_that_runs_out(server: Server) -> None:
    """A bot makes the move for that turn, and the clock of the next one is announced."""
    seats: list[Data] = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Noor"}]
    made = server.make(seats=seats, clock=0.5, first=0)

    async def main() -> None:
        async with Page(server, made["table"], secrets_of(made)[0]) as page:
            clock = await page.until(lambda m: m["type"] == "clock")
            assert clock["clocks"][0]["seat"] == 0
            assert (await page.event("clock_out"))["seat"] == 0
            assert (await page.event("taken"))["seat"] == 0
            assert (await page.event("clock_out"))["seat"] == 1
            await page.event("round_ended")

    asyncio.run(main())


def test_somebody_away_is_replaced_and_returns(server: Server) -> None:
    """After the table's patience a captain plays, until the player takes the seat back."""
    made = server.make(first=1, pace="instant")
    ada_secret, noor_secret = secrets_of(made)

    async def main() -> None:
        async with Page(server, made["table"], ada_secret) as ada:
            async with Page(server, made["table"], noor_secret):
                await ada.until(lambda m: m["type"] == "presence" and m["seats"][1]["connected"])
                early = await ada.command("replace", seat=1)
                assert early["error"]["code"] == "not_away"
            await ada.until(lambda m: m["type"] == "presence" and not m["seats"][1]["connected"])
            await asyncio.sleep(0.35)
            assert (await ada.command("replace", seat=1))["ok"]
            # The captain's code is compiled on first use.
            assert (await ada.event("taken", seconds=90))["seat"] == 1
            async with Page(server, made["table"], noor_secret) as noor:
                assert noor.views["1"]["seats"][1]["stand_in"] == "captain"
                assert (await noor.command("return", seat=1))["ok"]
                await ada.event("returned")
                assert (await ada.move(ada.choice(0)))["ok"]
                await noor.event("taken")
                assert 1 in noor.views["1"]["to_move"]
                assert (await noor.move(noor.choice(1)))["ok"]

    asyncio.run(main())


def test_a_rematch_keeps_the_seats(server: Server) -> None:
    """Everyone is notified, and the same secrets open the same seats."""
    made = server.make("solo", [{"kind": "human", "name": "Ada"}])
    (secret,) = secrets_of(made)
    early = server.post(f"/api/tables/{made['table']}/rematch", {"secret": secret})
    assert early.status_code == 409

    async def main() -> None:
        async with Page(server, made["table"], secret) as page:
            while not page.views["0"]["over"]:
                assert (await page.move(page.choice(0)))["ok"]
            body = {"secret": secret}
            path = f"/api/tables/{made['table']}/rematch"
            again = await asyncio.to_thread(server.post, path, body)
            assert again.status_code == 200
            assert (await page.event("rematch"))["table"] == again.json()["table"]
            twice = await asyncio.to_thread(server.post, path, body)
            assert twice.json() == again.json()
        async with Page(server, again.json()["table"], secret) as page:
            assert page.welcome["you"] == [0]
            # No nonce is reused: the page commits to a new one, then reveals it.
            assert page.welcome["nonce_commitments"] is None
            await page.event("rolled")
            assert page.views["0"]["nonces"] == [nonce_of(0)]
            names = [event["event"] for event in page.events]
            assert names[:3] == ["nonce_committed", "nonces_committed", "nonce_revealed"]

    asyncio.run(main())


def test_a_removed_device_is_disconnected(server: Server) -> None:
    """It reconnects as a spectator; the other device keeps playing."""
    made = server.make("solo", [{"kind": "human", "name": "Ada"}])
    table, (secret,) = made["table"], secrets_of(made)
    token = server.post(f"/api/tables/{table}/handover", {"secret": secret}).json()["token"]
    other = server.post("/api/handover", {"token": token}).json()["secret"]

    async def main() -> None:
        async with Page(server, table, secret) as ada, Page(server, table, other) as thief:
            devices = server.post(f"/api/tables/{table}/devices", {"secret": secret}).json()
            assert [device["connected"] for device in devices["devices"]] == [True, True]
            body = {"secret": secret, "device": devices["devices"][1]["device"]}
            assert server.post(f"/api/tables/{table}/devices/revoke", body).status_code == 200
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await thief.until(lambda _: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4403
            assert (await ada.move(ada.choice(0)))["ok"]
        async with Page(server, table, other) as thief:
            assert thief.welcome["you"] == []

    asyncio.run(main())


def test_an_empty_seat_and_another_device(server: Server) -> None:
    """A guest takes an open seat by the link; a token continues it elsewhere, once."""
    commitment = server.post("/api/commitments").json()["commitment"]
    seats: list[Data] = [{"kind": "human", "name": "Ada"}, {"kind": "open"}]
    made = server.make(seats=seats, commitment=commitment)
    table = made["table"]
    assert made["commitment"] == commitment
    assert server.get(f"/api/tables/{table}").json()["stage"] == "waiting"
    assert server.get(f"/api/tables/{table}/record").status_code == 409
    body = {"name": "Noor", "nonce_commitment": commitment_to(1)}
    guest = server.post(f"/api/tables/{table}/seats", body)
    assert guest.status_code == 201
    secret = guest.json()["secret"]
    full = server.post(f"/api/tables/{table}/seats", {"name": "Zoë"})
    assert (full.status_code, full.json()["error"]["code"]) == (409, "no_open_seat")
    token = server.post(f"/api/tables/{table}/handover", {"secret": secret}).json()["token"]
    moved = server.post("/api/handover", {"token": token})
    assert moved.json()["seat"] == 1
    assert server.post("/api/handover", {"token": token}).status_code == 403
    mine = server.post(
        "/api/mine",
        {
            "seats": [
                {"table": table, "secret": secret},
                {"table": table, "secret": moved.json()["secret"]},
                {"table": table, "secret": "wrong"},
                {"table": "nowhere", "secret": secret},
            ]
        },
    ).json()["games"]
    assert [game.get("seat") for game in mine] == [1, 1, None, None]
    assert [game.get("error") for game in mine[2:]] == ["not_yours", "no_such_table"]
    assert server.get(f"/api/tables/{table}/record").status_code == 409
    server.reveal(table, made["seats"][0]["secret"], secret)
    record = record_of(server, table)
    assert record["dice"]["nonces"] == [nonce_of(0), nonce_of(1)]
    assert record["dice"]["nonce_commitments"] == [commitment_to(0), commitment_to(1)]
    assert record["dice"]["seed"] is None
    again = server.post(
        "/api/tables", {"mode": "mission", "seats": seats, "commitment": commitment}
    )
    assert again.json()["error"]["code"] == "no_such_commitment"
