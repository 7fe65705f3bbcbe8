"""Reviews over HTTP, with a real process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from torpedo_dice.record import RecordData
from torpedo_dice.server.config import Config, Limits
from torpedo_dice.server.http.app import make_app


def _finished(client: TestClient[Litestar], record: RecordData, language: str) -> Any:
    answer = client.post("/api/reviews", json=record, headers={"accept-language": language})
    return _waited(client, answer)


def _waited(client: TestClient[Litestar], answer: Any) -> Any:
    for _ in range(300):
        assert answer.status_code == 200, answer.text
        if answer.json()["state"] == "done":
            return answer.json()
        answer = client.get(f"/api/reviews/{answer.json()['review']}")
    raise AssertionError("the review did not end within five minutes")


def test_review(client: TestClient[Litestar], solo_record: RecordData) -> None:
    """A review is requested, waited for, and another move is tried; each language is its own."""
    german, english = (_finished(client, solo_record, language) for language in ("de", "en"))
    assert english["judges"] == ["quick", "deep"]
    assert english["review"] != german["review"]
    assert english["result"]["title"] != german["result"]["title"]
    assert client.post(f"/api/reviews/{english['review']}/cancel").status_code == 200
    decision = english["result"]["decisions"][0]
    best = decision["options"][0]
    wish = {"record": solo_record, "played": decision["played"], "part": decision["part"]}
    tried = client.post("/api/reviews/tries", json={**wish, "move": best["move"]})
    assert tried.json() == best
    for change, status, code in (
        ({"move": "0 take 9"}, 422, "move"),
        ({"played": 9999}, 404, "no_such_decision"),
        ({"played": 0}, 404, "no_such_decision"),
        ({"judge": "best"}, 422, "judge"),
        ({"record": []}, 422, "record"),
    ):
        bad = client.post("/api/reviews/tries", json={**wish, "move": "0 take 0", **change})
        assert (bad.status_code, bad.json()["error"]["code"]) == (status, code)
    forged = json.loads(json.dumps(solo_record))
    forged["rounds"][0]["dice"][0] = forged["rounds"][0]["dice"][0] % 6 + 1
    refused = client.post("/api/reviews", json=forged)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "record")


def test_reader(client: TestClient[Litestar], solo_record: RecordData) -> None:
    """Who names their seat is called "You", also in what they try."""
    answer = client.post("/api/reviews?you=0", json=solo_record, headers={"accept-language": "en"})
    mine = _waited(client, answer)
    assert mine["result"]["players"][0]["name"] == "You"
    assert mine["review"] != _finished(client, solo_record, "en")["review"]
    bad = client.post("/api/reviews?you=4", json=solo_record)
    assert (bad.status_code, bad.json()["error"]["code"]) == (422, "malformed")


def test_play_on(client: TestClient[Litestar], solo_record: RecordData) -> None:
    """A table continues a reviewed game: it says so, and has no record to verify."""
    review = _finished(client, solo_record, "en")
    last = review["result"]["decisions"][-1]
    wish = {"record": solo_record, "played": last["played"], "bot": "ensign", "name": "Ada"}
    made = client.post("/api/reviews/tables", json=wish)
    assert made.status_code == 201, made.text
    table = f"/api/tables/{made.json()['table']}"
    assert client.get(table).json()["played_on"] == last["round"]
    record = client.get(f"{table}/record")
    assert (record.status_code, record.json()["error"]["code"]) == (409, "played_on")
    none = client.post("/api/reviews/tables", json={**wish, "played": 9999})
    assert (none.status_code, none.json()["error"]["code"]) == (404, "no_such_decision")


def test_bad_requests(client: TestClient[Litestar]) -> None:
    """An unknown judge, a review that doesn't exist, and a body that is too long."""
    for answer, status, code in (
        (client.post("/api/reviews?judge=best", json={}), 422, "judge"),
        (client.post("/api/reviews"), 422, "record"),
        (client.post("/api/reviews", json={}), 422, "record"),
        (client.post("/api/reviews", json=None), 422, "record"),
        (client.get("/api/reviews/nothing"), 404, "no_such_review"),
        (client.post("/api/reviews", content=b" " * (Limits().record_body + 1)), 413, "too_large"),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_another_process_answers(
    client: TestClient[Litestar], solo_record: RecordData, tmp_path: Path
) -> None:
    """A process that hasn't made the review judges moves, and continues the game, all the same."""
    decision = _finished(client, solo_record, "en")["result"]["decisions"][1]
    wish = {"record": solo_record, "played": decision["played"]}
    config = Config(data=str(tmp_path / "games.sqlite"), limits=Limits(calls=0))
    with TestClient(make_app(config)) as other:
        for option in decision["options"][:2]:
            body = {**wish, "part": decision["part"], "move": option["move"]}
            assert other.post("/api/reviews/tries", json=body).json() == option
        made = other.post("/api/reviews/tables", json={**wish, "bot": "ensign", "name": "Ada"})
        assert made.status_code == 201, made.text
