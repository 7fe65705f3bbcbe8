"""The REST API: calls that work, and clear refusals of those that cannot."""

from __future__ import annotations

import json
import socket
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.players import Data, Server
from torpedo_dice.record import RecordData
from torpedo_dice.server.config import Limits
from torpedo_dice.server.table.table import Table

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
def test_a_table_that_cannot_be(
    client: TestClient[Litestar], body: object, code: str, words: str
) -> None:
    """422, a code, and a sentence that names what was wrong."""
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert error["code"] == code
    assert words in error["message"]


def test_a_body_that_is_too_large(client: TestClient[Litestar]) -> None:
    """413 in the protocol's form, whatever is in the body."""
    answer = client.post("/api/tables", content=b"x" * (Limits().body + 1))
    assert answer.status_code == 413
    assert answer.json()["error"] == {
        "code": "too_large",
        "message": f"a body has at most {Limits().body} bytes here",
    }


def test_a_record_may_be_longer_than_other_bodies(client: TestClient[Litestar]) -> None:
    """It has a limit of its own."""
    longer = client.post("/api/replay", content=b" " * (Limits().body + 1))
    assert longer.status_code == 422
    too_long = client.post("/api/replay", content=b" " * (Limits().record_body + 1))
    assert too_long.status_code == 413


@pytest.mark.parametrize(
    "path", ["/api/tables/none", "/api/sheets/none", "/api/nothing", "/api/lesson/none/deeper"]
)
def test_what_does_not_exist(client: TestClient[Litestar], path: str) -> None:
    """404 with a code."""
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"]


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/api/bots"), ("GET", "/api/tables"), ("GET", "/api/sheets/check")],
)
def test_a_method_that_a_call_does_not_have(
    client: TestClient[Litestar], method: str, path: str
) -> None:
    """405, with those that it has."""
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method")
    assert answer.headers["allow"]


def test_answers_are_not_cached(client: TestClient[Litestar]) -> None:
    """Neither good ones nor errors."""
    for path in ("/api/bots", "/api/tables/none"):
        assert client.get(path).headers["cache-control"] == "no-store"


def test_new_tables_are_limited(strict_client: TestClient[Litestar]) -> None:
    """Malformed ones do not count."""
    body: Any = {"mode": "solo", "seats": [HUMAN]}
    statuses = [
        strict_client.post("/api/tables", json=json).status_code for json in [{}, {}, *[body] * 4]
    ]
    assert statuses == [422, 422, 201, 201, 201, 429]


def test_bodies_that_are_slow_to_read(server: Server) -> None:
    """They are refused at once: readers that take minutes for them would hold everybody up."""
    keys = ",".join(f'"{number}":0' for number in range(150_000))
    record = f'{{{keys},"149999":1}}'.encode()
    sheet = {"toml": "a" + ".a" * 15_000 + " = 1"}
    table = {"mode": "solo", "seats": [HUMAN], "sheet": sheet}
    for path, body, words in (
        ("/api/replay", record, "stands twice"),
        ("/api/sheets/check", json.dumps(sheet).encode(), "nested"),
        ("/api/tables", json.dumps(table).encode(), "nested"),
    ):
        answer = httpx.post(f"{server.http}{path}", content=body, timeout=15)
        assert answer.status_code == 422
        assert words in answer.json()["error"]["message"]


def test_a_body_that_ends_too_early(server: Server) -> None:
    """A client that disconnects in the middle is not an error of the server."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: h\r\nContent-Length: 50\r\n\r\n{"
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(head)
    assert server.get("/api/health").status_code == 200
    assert server.faults() == []


def test_sheets_and_replays(client: TestClient[Litestar], mission_record: RecordData) -> None:
    """Our sheets as data, a check of somebody's own, and the film of a record."""
    names = [sheet["name"] for sheet in client.get("/api/sheets").json()["sheets"]]
    assert names == ["training", "mission"]
    assert client.get("/api/sheets/mission").json()["sheet"]["reserve"] == 12
    bad = client.post("/api/sheets/check", json={"toml": "name = 'x'"})
    assert bad.status_code == 422
    assert bad.json()["error"]["where"] == "grid"
    film = client.post("/api/replay", json=mission_record)
    assert film.status_code == 200
    steps = film.json()["steps"]
    assert steps[-1]["view"]["over"]["reason"] == mission_record["result"]["reason"]
    assert {step["step"] for step in steps} == {"rolled", "taken", "revealed", "round_ended"}
    forged = json.loads(json.dumps(mission_record))
    forged["rounds"][0]["dice"][0] = 7 - forged["rounds"][0]["dice"][0]
    refused = client.post("/api/replay", json=forged)
    assert refused.status_code == 422
    assert refused.json()["error"]["where"].startswith("rounds[0]")


def test_calls_are_limited_per_second(strict_client: TestClient[Litestar]) -> None:
    """429 in the protocol's form."""
    answers = [strict_client.get("/api/bots") for _ in range(40)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
    assert answers[-1].json()["error"]["code"] == "too_fast"


def test_the_health_is_asked_without_holding_up_others(client: TestClient[Litestar]) -> None:
    """It counts the stored tables."""
    client.post("/api/tables", json={"mode": "solo", "seats": [HUMAN]})
    health = client.get("/api/health").json()
    assert health["status"] == "ok"
    assert health["tables"] >= 1


def test_a_long_list_of_games_counts_as_several_calls(strict_client: TestClient[Litestar]) -> None:
    """Each table in it may have to be loaded."""
    seats = [{"table": "x" * 10, "secret": "y" * 43}] * 50
    statuses = [
        strict_client.post("/api/mine", json={"seats": seats}).status_code for _ in range(5)
    ]
    # 30 calls at once: three times a list that counts as ten.
    assert statuses == [200, 200, 200, 429, 429]


def test_rematches_count_as_new_tables(
    strict_client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other made 128,000 tables an hour instead of 120."""
    made = strict_client.post("/api/tables", json={"mode": "solo", "seats": [HUMAN]}).json()
    monkeypatch.setattr(Table, "is_over", property(lambda _: True))
    statuses = []
    for _ in range(4):
        secret = made["seats"][0]["secret"]
        again = strict_client.post(f"/api/tables/{made['table']}/rematch", json={"secret": secret})
        statuses.append(again.status_code)
        made = again.json() if again.status_code == 200 else made
    # Three an hour, of which the first was no rematch.
    assert statuses == [200, 200, 429, 429]
