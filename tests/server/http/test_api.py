"""The REST API: calls that work, and clear refusals of those that cannot."""

from __future__ import annotations

import json
import socket
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.players import Data, Server
from torpedo_dice.record import RecordData
from torpedo_dice.server.config import Config, Limits
from torpedo_dice.server.http.app import make_app
from torpedo_dice.server.table.table import Table

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment]

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
        "message": f"the request body is too large: the limit is {Limits().body} bytes",
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


def test_a_line_break_is_no_hex_digit(client: TestClient[Litestar]) -> None:
    """A nonce that the dice would refuse is refused before a table changes."""
    seats: Any = [HUMAN, {"kind": "open"}]
    made = client.post("/api/tables", json={"mode": "mission", "seats": seats}).json()["table"]
    for nonce in ("ab\n", "ab\n\n", "\nab"):
        body = {"name": "Noor", "nonce": nonce}
        assert client.post(f"/api/tables/{made}/seats", json=body).status_code == 422
    assert client.get(f"/api/tables/{made}").json()["seats"][1]["kind"] == "open"
    refused = client.post(
        "/api/tables", json={"mode": "solo", "seats": [HUMAN], "commitment": "0" * 64 + "\n"}
    )
    assert refused.status_code == 422


def test_a_damaged_table_does_not_hide_the_others(tmp_path: Path) -> None:
    """It has its error in the list of my games."""
    data = tmp_path / "games.sqlite"
    body: Any = {"mode": "solo", "seats": [HUMAN]}
    with TestClient(make_app(Config(data=str(data)))) as client:
        made = [client.post("/api/tables", json=body).json() for _ in range(2)]
    with sqlite3.connect(data) as file:
        file.execute("UPDATE tables SET setting = '{' WHERE id = ?", (made[0]["table"],))
    file.close()
    held = [{"table": one["table"], "secret": one["seats"][0]["secret"]} for one in made]
    with TestClient(make_app(Config(data=str(data)))) as client:
        games = client.post("/api/mine", json={"seats": held}).json()["games"]
        shown = client.get(f"/api/tables/{made[0]['table']}")
    assert games[0] == {"table": made[0]["table"], "error": "damaged_table"}
    assert games[1]["facts"]["table"] == made[1]["table"]
    assert shown.status_code == 500
    assert "damaged" in shown.json()["error"]["message"]


def test_bodies_that_are_slow_to_read(server: Server) -> None:
    """They are refused at once: readers that take minutes for them would hold everybody up."""
    keys = ",".join(f'"{number}":0' for number in range(150_000))
    record = f'{{{keys},"149999":1}}'.encode()
    sheet = {"toml": "a" + ".a" * 15_000 + " = 1"}
    table = {"mode": "solo", "seats": [HUMAN], "sheet": sheet}
    for path, body, words in (
        ("/api/replay", record, "appears twice"),
        ("/api/sheets/check", json.dumps(sheet).encode(), "nested"),
        ("/api/tables", json.dumps(table).encode(), "nested"),
    ):
        answer = httpx.post(f"{server.http}{path}", content=body, timeout=15)
        assert answer.status_code == 422
        assert words in answer.json()["error"]["message"]


def test_a_body_that_ends_too_early(server: Server) -> None:
    """A client that disconnects in the middle is not an error of the server."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{"
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(head)
    assert server.get("/api/health").status_code == 200
    assert server.faults() == []


def test_sheets_and_replays(client: TestClient[Litestar], mission_record: RecordData) -> None:
    """Our sheets as data, a check of somebody's own, and the film of a record."""
    names = [sheet["name"] for sheet in client.get("/api/sheets").json()["sheets"]]
    assert names == ["training", "mission"]
    assert client.get("/api/sheets/mission").json()["sheet"]["reserve"] == 6
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


def test_health_and_readiness(client: TestClient[Litestar]) -> None:
    """The first is about the server alone, the second also about its storage."""
    client.post("/api/tables", json={"mode": "solo", "seats": [HUMAN]})
    assert client.get("/api/health").json() == {"status": "ok"}
    ready = client.get("/api/ready").json()
    assert ready["status"] == "ok"
    assert ready["tables"] >= 1


def test_a_deleted_file_is_noticed(tmp_path: Path) -> None:
    """The server is alive, but not ready, and acknowledges nothing that would be lost."""
    data = tmp_path / "games.sqlite"
    with TestClient(make_app(Config(data=str(data)))) as client:
        assert client.get("/api/ready").status_code == 200
        for file in tmp_path.iterdir():
            file.unlink()
        made = client.post("/api/tables", json={"mode": "solo", "seats": [HUMAN]})
        assert (made.status_code, made.json()["error"]["code"]) == (503, "storage")
        time.sleep(1.1)
        assert client.get("/api/ready").status_code == 503
        assert client.get("/api/health").status_code == 200


@pytest.mark.skipif(resource is None, reason="no limits for files here")
def test_a_full_disk_is_noticed(tmp_path: Path) -> None:
    """And when there is space again, the server is ready again."""
    with TestClient(make_app(Config(data=str(tmp_path / "games.sqlite")))) as client:
        assert client.get("/api/ready").status_code == 200
        time.sleep(1.1)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))
            statuses = [client.get(f"/api/{what}").status_code for what in ("ready", "health")]
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert statuses == [503, 200]
        time.sleep(1.1)
        assert client.get("/api/ready").status_code == 200


def test_names_are_told_apart(client: TestClient[Litestar]) -> None:
    """A table has no two players whose names look the same, nor one without a visible name."""
    twins: Any = [HUMAN, {"kind": "human", "name": "ADA"}]
    refused = client.post("/api/tables", json={"mode": "mission", "seats": twins})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "name")
    body: Any = {"mode": "mission", "seats": [HUMAN, {"kind": "open"}]}
    table = client.post("/api/tables", json=body).json()["table"]
    for name in ("Ada", "\u3164", "\u2800", "Аda"):  # noqa: RUF001
        refused = client.post(f"/api/tables/{table}/seats", json={"name": name})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "name")
    assert client.post(f"/api/tables/{table}/seats", json={"name": "Noor"}).status_code == 201


def test_patience_has_a_minimum(client: TestClient[Litestar]) -> None:
    """Nobody can be replaced while they reload the page; players are told how long it is."""
    body: Any = {"mode": "mission", "seats": [HUMAN, {"kind": "open"}]}
    for patience in (0, 29.9):
        refused = client.post("/api/tables", json={**body, "patience": patience})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "malformed")
        assert "30" in refused.json()["error"]["message"]
    made = client.post("/api/tables", json={**body, "patience": 30}).json()
    assert client.get(f"/api/tables/{made['table']}").json()["patience"] == 30


def _hand_over(client: TestClient[Litestar], table: str, secret: str, label: str) -> Data:
    answer = client.post(f"/api/tables/{table}/handover", json={"secret": secret})
    token = answer.json()["token"]
    seat: Data = client.post("/api/handover", json={"token": token, "label": label}).json()
    return seat


def test_devices_of_a_seat(client: TestClient[Litestar]) -> None:
    """They are listed without their secrets; another one can be removed, and opens nothing then."""
    made = client.post("/api/tables", json={"mode": "solo", "seats": [HUMAN]}).json()
    table, secret = made["table"], made["seats"][0]["secret"]
    other = _hand_over(client, table, secret, "Phone")["secret"]
    path = f"/api/tables/{table}/devices"
    answer = client.post(path, json={"secret": secret})
    first, second = answer.json()["devices"]
    assert (first["this"], first["label"]) == (True, "")
    assert (second["this"], second["label"], second["connected"]) == (False, "Phone", False)
    assert secret not in answer.text
    assert other not in answer.text

    def revoke(secret: str, device: int) -> tuple[int, Any]:
        answer = client.post(f"{path}/revoke", json={"secret": secret, "device": device})
        return answer.status_code, answer.json().get("error", {}).get("code")

    assert revoke(secret, first["device"]) == (409, "this_device")
    assert revoke(secret, 99) == (404, "no_such_device")
    assert revoke("guessed", second["device"]) == (403, "not_yours")
    assert revoke(secret, second["device"]) == (200, None)
    for call in ("handover", "devices"):
        assert client.post(f"/api/tables/{table}/{call}", json={"secret": other}).status_code == 403


def test_tokens_and_devices_are_limited(client: TestClient[Litestar]) -> None:
    """Per seat: somebody else at the table still gets theirs."""
    body: Any = {"mode": "mission", "seats": [HUMAN, {"kind": "human", "name": "Noor"}]}
    made = client.post("/api/tables", json=body).json()
    ada, noor = (seat["secret"] for seat in made["seats"])

    def token(secret: str) -> Any:
        answer = client.post(f"/api/tables/{made['table']}/handover", json={"secret": secret})
        return answer.json().get("token") or answer.json()["error"]["code"]

    tokens = [token(ada) for _ in range(5)]
    assert tokens[4] == "too_many_tokens"
    for one in tokens[:4]:
        assert client.post("/api/handover", json={"token": one}).status_code == 200
    for number in range(3):
        _hand_over(client, made["table"], ada, str(number))
    assert token(ada) == "too_many_devices"
    assert "." in token(noor)


def test_labels_are_printable(client: TestClient[Litestar]) -> None:
    """A line break in one is refused, and the token can still be used."""
    made = client.post("/api/tables", json={"mode": "solo", "seats": [HUMAN]}).json()
    secret = made["seats"][0]["secret"]
    answer = client.post(f"/api/tables/{made['table']}/handover", json={"secret": secret})
    body = {"token": answer.json()["token"], "label": "a\nb"}
    assert client.post("/api/handover", json=body).status_code == 422
    assert client.post("/api/handover", json={**body, "label": "ab"}).status_code == 200


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


def test_an_invitation(client: TestClient[Litestar]) -> None:
    """The link is that of the address in use; only a table that exists gets a code."""
    body = {"mode": "mission", "seats": [HUMAN, {"kind": "open"}]}
    table = client.post("/api/tables", json=body).json()["table"]
    path = f"/api/tables/{table}/invitation"
    here = client.get(path, headers={"host": "127.0.0.1:8000"}).json()
    assert here == {"link": f"http://127.0.0.1:8000/t/{table}", "reach": "machine", "qr": None}
    there = client.get(path, headers={"host": "192.168.1.5:8000"}).json()
    assert there["link"] == f"http://192.168.1.5:8000/t/{table}"
    assert there["reach"] == "network"
    assert there["qr"]["path"].startswith("M0 0h7v1h-7z")
    assert client.get("/api/tables/nosuchtable2/invitation").status_code == 404


def test_invitations_count_as_several_calls(strict_client: TestClient[Litestar]) -> None:
    """A code takes longer than other answers."""
    made = strict_client.post("/api/tables", json={"mode": "solo", "seats": [HUMAN]}).json()
    path = f"/api/tables/{made['table']}/invitation"
    statuses = [strict_client.get(path).status_code for _ in range(6)]
    # 30 calls at once, and an invitation counts as nine.
    assert statuses == [200] * 4 + [429] * 2


def test_the_bots_and_their_characters(client: TestClient[Litestar]) -> None:
    """A page learns from one call whom a player can choose."""
    answer = client.get("/api/bots").json()
    assert answer["bots"][:4] == ["ensign", "lieutenant", "captain", "admiral"]
    assert len(answer["characters"]) == 12
    one = answer["characters"][0]
    seats = [HUMAN, {"kind": "bot", "bot": one["bot"], "character": one["id"]}]
    table = client.post("/api/tables", json={"mode": "mission", "seats": seats}).json()["table"]
    assert client.get(f"/api/tables/{table}").json()["seats"][1]["name"] == one["name"]
    twice = {"mode": "mission", "seats": [HUMAN, seats[1], seats[1]]}
    assert client.post("/api/tables", json=twice).json()["error"]["code"] == "name"
    seats[1]["bot"] = "admiral"
    wrong = client.post("/api/tables", json={"mode": "mission", "seats": seats})
    assert wrong.json()["error"]["code"] == "bot"


def test_declining_needs_a_seat_and_a_rematch(client: TestClient[Litestar]) -> None:
    """Nobody declines for others, nor what nobody has asked for."""
    made = client.post("/api/tables", json={"mode": "solo", "seats": [HUMAN]}).json()
    path = f"/api/tables/{made['table']}/rematch/decline"
    foreign = client.post(path, json={"secret": "guessed"})
    assert (foreign.status_code, foreign.json()["error"]["code"]) == (403, "not_yours")
    early = client.post(path, json={"secret": made["seats"][0]["secret"]})
    assert (early.status_code, early.json()["error"]["code"]) == (409, "no_rematch")
