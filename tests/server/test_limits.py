"""Limits and bad input: each with a clear error, and nobody else is disturbed."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import websockets
from websockets.frames import Frame, Opcode

from tests.server.players import Data, Page, Server
from torpedo_dice.record import RecordData
from torpedo_dice.server.config import Limits
from torpedo_dice.server.http.guards import OriginGuard
from torpedo_dice.server.rate_limit import Bucket, Buckets, rate_limit_key

HUMAN: Data = {"kind": "human", "name": "Ada"}


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ({"mode": "mission"}, "malformed", "seats"),
        ({"mode": "chess", "seats": [HUMAN]}, "malformed", "mode"),
        ({"mode": "mission", "seats": [HUMAN], "colour": "red"}, "malformed", "colour"),
        ({"mode": "mission", "seats": [{**HUMAN, "age": 7}]}, "malformed", "age"),
        ({"mode": "mission", "seats": [HUMAN]}, "setup", "2 to 4 players"),
        ({"mode": "mission", "seats": [HUMAN] * 5}, "malformed", "seats"),
        ({"mode": "mission", "seats": [HUMAN] * 2, "sheet": "titanic"}, "sheet", "titanic"),
        ({"mode": "mission", "seats": [HUMAN] * 2, "sheet": {"toml": "x"}}, "sheet", "TOML"),
        ({"mode": "mission", "seats": [HUMAN] * 2, "first": 2}, "setup", "seat 2"),
        ({"mode": "solo", "seats": [{"kind": "bot", "bot": "kraken"}]}, "bot", "kraken"),
        ({"mode": "solo", "seats": [{**HUMAN, "name": ""}]}, "malformed", "name"),
        ({"mode": "solo", "seats": [{**HUMAN, "name": "a" * 25}]}, "malformed", "name"),
        ({"mode": "solo", "seats": [{**HUMAN, "name": "a\u202e"}]}, "name", "printable"),
        ({"mode": "solo", "seats": [{**HUMAN, "nonce": "XYZ"}]}, "malformed", "nonce"),
        ([], "malformed", "object"),
    ],
)
def test_a_table_that_cannot_be(server: Server, body: object, code: str, words: str) -> None:
    """422, a code, and a sentence that names what was wrong."""
    answer = server.post("/api/tables", body)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == code
    assert words in error["message"]


def test_a_body_that_is_too_large(server: Server) -> None:
    """413, whatever is in it."""
    answer = httpx.post(f"{server.http}/api/tables", content=b"x" * (Limits().body + 1))
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def test_what_is_not_there(server: Server) -> None:
    """404 with a code, for tables, sheets and pages; no way out of the page's folder."""
    for path in ("/api/tables/none", "/api/sheets/none", "/nothing.js", "/api/nothing"):
        answer = server.get(path)
        assert answer.status_code == 404
        assert answer.json()["error"]["code"]
    with httpx.Client(base_url=server.http) as client:
        for path in ("/..%2fserver/app.py", "/%2e%2e/cli.py", "/..%5c..", "/__init__.py"):
            assert client.get(path).status_code == 404
    for method, path in (("POST", "/api/bots"), ("GET", "/api/tables"), ("PUT", "/")):
        refused = httpx.request(method, f"{server.http}{path}")
        assert refused.status_code == 405
        assert refused.headers["allow"]


def test_the_page_is_packed_and_asked_for_only_once(server: Server) -> None:
    """Files come packed where the browser can unpack them, and not again if they are the same."""
    first = server.get("/")
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["content-type"].startswith("text/html")
    again = httpx.get(f"{server.http}/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    plain = httpx.get(f"{server.http}/t/abc", headers={"accept-encoding": "identity"})
    assert plain.content == first.content


def test_every_answer_is_guarded(server: Server) -> None:
    """A strict Content-Security-Policy without inline code and other hosts, everywhere."""
    for path in ("/", "/api/health", "/metrics", "/nothing", "/t/abc"):
        policy = server.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy


def test_sheets_and_replays(server: Server, mission_record: RecordData) -> None:
    """Our sheets as data, a check of somebody's own, and the film of a record."""
    names = [sheet["name"] for sheet in server.get("/api/sheets").json()["sheets"]]
    assert names == ["training", "mission"]
    assert server.get("/api/sheets/mission").json()["sheet"]["reserve"] == 12
    bad = server.post("/api/sheets/check", {"toml": "name = 'x'"})
    assert bad.status_code == 422
    assert bad.json()["error"]["where"] == "grid"
    film = server.post("/api/replay", mission_record)
    assert film.status_code == 200
    steps = film.json()["steps"]
    assert steps[-1]["view"]["over"]["reason"] == mission_record["result"]["reason"]
    assert {step["step"] for step in steps} == {"rolled", "taken", "revealed", "round_ended"}
    forged = json.loads(json.dumps(mission_record))
    forged["rounds"][0]["dice"][0] = 7 - forged["rounds"][0]["dice"][0]
    refused = server.post("/api/replay", forged)
    assert refused.status_code == 422
    assert refused.json()["error"]["where"].startswith("rounds[0]")


def test_foreign_pages_may_not_connect(server: Server) -> None:
    """A WebSocket from another origin is refused; one from our own page is not."""
    made = server.make()
    address = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/socket"

    async def main() -> None:
        with pytest.raises(websockets.InvalidStatus):
            await websockets.connect(address, origin=websockets.Origin("https://evil.example"))
        ours = websockets.Origin(f"http://127.0.0.1:{server.port}")
        async with websockets.connect(address, origin=ours):
            pass

    asyncio.run(main())


def test_foreign_pages_may_not_make_tables(server: Server) -> None:
    """A POST from another origin is refused; one from our own page, or from no page, is not."""
    body = {"mode": "solo", "seats": [HUMAN]}
    for origin, status in (
        ("https://evil.example", 403),
        ("null", 403),
        (f"http://127.0.0.1:{server.port}", 201),
    ):
        answer = httpx.post(f"{server.http}/api/tables", json=body, headers={"origin": origin})
        assert answer.status_code == status
        assert status == 201 or answer.json()["error"]["code"] == "origin"
    assert httpx.get(f"{server.http}/", headers={"origin": "null"}).status_code == 200


@pytest.mark.parametrize(
    ("origin", "host", "is_allowed"),
    [
        ("http://here:80", "HERE:80", True),
        ("https://more.example", "here", True),
        ("http://here.evil", "here", False),
        ("http://[::1", "here", False),
        ("null", "here", False),
        ("null", "", False),
        (None, "here", True),
    ],
)
def test_origins(origin: str | None, host: str, is_allowed: bool) -> None:  # noqa: FBT001
    """Allowed are the server's own, those that are configured, and programs that name none."""
    guard = OriginGuard(("https://more.example",))
    assert guard.is_allowed(origin, host) == is_allowed


def test_bodies_that_are_slow_to_read(server: Server) -> None:
    """They are refused at once: readers that take minutes for them would hold everybody up."""
    keys = ",".join(f'"{number}":0' for number in range(150_000))
    record = f'{{{keys},"149999":1}}'.encode()
    sheet = {"toml": "a" + ".a" * 32_000 + " = 1"}
    table = {"mode": "solo", "seats": [HUMAN], "sheet": sheet}
    for path, body, words in (
        ("/api/replay", record, "stands twice"),
        ("/api/sheets/check", json.dumps(sheet).encode(), "dots"),
        ("/api/tables", json.dumps(table).encode(), "dots"),
    ):
        answer = httpx.post(f"{server.http}{path}", content=body, timeout=15)
        assert answer.status_code == 422
        assert words in answer.json()["error"]["message"]


def test_a_body_that_ends_too_early(server: Server) -> None:
    """Whoever goes away in the middle is no error of ours."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: h\r\nContent-Length: 50\r\n\r\n{"
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(head)
    assert server.get("/api/health").status_code == 200
    assert server.faults() == []


def test_many_messages_at_once(server: Server) -> None:
    """Who reads is not taken for somebody who does not, however many messages come together."""

    async def main() -> None:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{server.make()['table']}/socket"
        async with websockets.connect(address, max_queue=None) as client:
            ping = Frame(Opcode.TEXT, b'{"type":"ping"}').serialize(mask=True)
            client.transport.write(ping * 3000)
            for _ in range(3000):
                assert json.loads(await asyncio.wait_for(client.recv(), 10))["type"] == "pong"

    asyncio.run(main())


def test_who_is_counted() -> None:
    """An address; of IPv6 the network, because one home has 2 to the 64 addresses."""
    assert rate_limit_key("192.0.2.7") == "192.0.2.7"
    assert rate_limit_key("::ffff:192.0.2.7") == "192.0.2.7"
    assert (
        rate_limit_key("2001:db8:0:1::7")
        == rate_limit_key("2001:db8:0:1:ffff::")
        != rate_limit_key("2001:db8:0:2::7")
    )
    assert rate_limit_key("fe80::1%eth0") == rate_limit_key("fe80::2")
    assert rate_limit_key("a:strange:one") == "a:strange:one"


def test_buckets_that_are_full_again_are_forgotten() -> None:
    """What is kept of addresses does not grow for ever."""
    buckets = Buckets(rate=1e9, most=1)
    for number in range(5000):
        assert buckets.take(str(number))
    assert len(buckets._by_key) <= 2 * Buckets._FORGET_ABOVE


def test_a_bucket_fills_again() -> None:
    """So many at once, then so many a second."""
    bucket = Bucket(rate=2, most=3, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(0.6)
    assert not bucket.take(0.6)
    assert Bucket(rate=0, most=0, now=0.0).take(0.0)


STRICT = (
    "import sys, socket; from torpedo_dice.server import run; "
    "from torpedo_dice.server.config import Config, Limits; "
    "limits = Limits(tables_an_hour=3, commands=5, commands_at_once=10, connections=3); "
    "config = Config(data=sys.argv[2], silence=1.0, hosts=run.LOOPBACK_HOSTS, limits=limits); "
    "listener = run._listen('127.0.0.1', int(sys.argv[1]), or_any=False); "
    "run._run(config, listener, level='info')"
)


class StrictServer(Server):
    """A server with narrow limits."""

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", STRICT, str(self.port), str(self.data)],
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        self.wait()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with narrow limits."""
    folder: Path = tmp_path_factory.mktemp("strict")
    server = StrictServer(folder / "games.sqlite", folder / "log")
    yield server
    server.kill()
    assert server.faults() == []


def test_narrow_limits(strict: Server) -> None:
    """Tables an hour, commands a second, connections, silence and hosts: each told clearly."""
    made = strict.make(first=0)
    strict.make()
    strict.make()
    full = strict.post("/api/tables", {"mode": "solo", "seats": [HUMAN]})
    assert (full.status_code, full.json()["error"]["code"]) == (429, "too_many_tables")
    foreign = httpx.get(f"{strict.http}/api/health", headers={"host": "evil.example"})
    assert foreign.json()["error"]["code"] == "host"
    secrets = [seat["secret"] for seat in made["seats"]]

    async def main() -> None:
        page = Page(strict, made["table"], *secrets)
        page.pings = False
        async with page:
            answers = [await page.command("preview", seat=0, activate="x") for _ in range(15)]
            assert answers[-1]["error"]["code"] == "too_fast"
            async with Page(strict, made["table"]), Page(strict, made["table"]):
                with pytest.raises(websockets.ConnectionClosed) as fourth:
                    await Page(strict, made["table"]).connect()
                assert fourth.value.rcvd is not None
                assert fourth.value.rcvd.code == 4429
            # Nobody says anything: within a moment the connection is lost.
            with pytest.raises(websockets.ConnectionClosed) as silent:
                await page.until(lambda _: False)
            assert silent.value.rcvd is not None
            assert silent.value.rcvd.code == 4408
            await page.connect()

    asyncio.run(main())


def test_pings_count_too(strict: Server) -> None:
    """Beyond the limit each is told so, and none is passed over in silence."""

    async def main() -> Counter[str]:
        address = f"ws://127.0.0.1:{strict.port}/api/tables/x/socket"
        heard: Counter[str] = Counter()
        async with websockets.connect(address) as client:
            for number in range(30):
                await client.send(json.dumps({"type": "ping", "n": number}))
            for _ in range(30):
                reply = json.loads(await asyncio.wait_for(client.recv(), 10))
                heard[reply["error"]["code"] if reply["type"] == "error" else reply["type"]] += 1
        return heard

    heard = asyncio.run(main())
    assert set(heard) == {"pong", "too_fast"}
    assert heard["pong"] >= 10


def test_bytes_and_oversized_messages(server: Server) -> None:
    """Binary frames get an error, a message that is too large ends the connection cleanly."""
    made = server.make()
    secret = made["seats"][0]["secret"]

    async def main() -> None:
        async with Page(server, made["table"], secret) as page:
            assert page.socket is not None
            await page.socket.send(b"\x00\x01")
            assert (await page.until(lambda m: m["type"] == "error"))["error"]["code"] == "message"
            await page.say("x" * (Limits().message + 1))
            with pytest.raises(websockets.ConnectionClosed):
                await page.until(lambda _: False)
        async with Page(server, made["table"], secret) as page:
            assert page.welcome["you"] == [0]

    asyncio.run(main())


def test_hello_comes_first_and_once(server: Server) -> None:
    """A command before hello ends the connection; a table that is not there too."""
    made = server.make()

    async def closed_with(table: str, message: Data) -> int:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        async with websockets.connect(address) as socket:
            await socket.send(json.dumps(message))
            error = json.loads(await socket.recv())
            assert error["type"] == "error"
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await socket.recv()
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code

    command = {"type": "command", "id": "1", "command": "move", "move": "0 take 0"}
    hello = {"type": "hello", "protocol": 1}
    assert asyncio.run(closed_with(made["table"], command)) == 4400
    assert asyncio.run(closed_with(made["table"], {**hello, "protocol": 2})) == 4400
    assert asyncio.run(closed_with("nowhere", hello)) == 4404
