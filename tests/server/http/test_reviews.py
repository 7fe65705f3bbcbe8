"""Reviews over HTTP, with a real process."""

from __future__ import annotations

import json
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from torpedo_dice.record import RecordData
from torpedo_dice.server.config import Limits


def _finished(client: TestClient[Litestar], record: RecordData, language: str) -> Any:
    answer = client.post("/api/reviews", json=record, headers={"accept-language": language})
    for _ in range(120):
        assert answer.status_code == 200, answer.text
        if answer.json()["state"] == "done":
            return answer.json()
        answer = client.get(f"/api/reviews/{answer.json()['review']}")
    raise AssertionError("the review did not end within two minutes")


def test_review(client: TestClient[Litestar], solo_record: RecordData) -> None:
    """A review is requested, waited for, and another move is tried; each language is its own."""
    german, english = (_finished(client, solo_record, language) for language in ("de", "en"))
    assert english["judges"] == ["quick", "deep"]
    assert english["review"] != german["review"]
    assert english["result"]["title"] != german["result"]["title"]
    place = f"/api/reviews/{english['review']}"
    best = english["result"]["decisions"][0]["options"][0]
    tried = client.post(f"{place}/tries", json={"decision": 0, "move": best["move"]})
    assert tried.json() == best
    bad = client.post(f"{place}/tries", json={"decision": 0, "move": "0 take 9"})
    assert (bad.status_code, bad.json()["error"]["code"]) == (422, "move")
    none = client.post(f"{place}/tries", json={"decision": 9999, "move": "0 take 0"})
    assert (none.status_code, none.json()["error"]["code"]) == (404, "no_such_decision")
    assert client.post(f"{place}/cancel").status_code == 200
    forged = json.loads(json.dumps(solo_record))
    forged["rounds"][0]["dice"][0] = forged["rounds"][0]["dice"][0] % 6 + 1
    refused = client.post("/api/reviews", json=forged)
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "record")


def test_play_on(client: TestClient[Litestar], solo_record: RecordData) -> None:
    """A table continues a reviewed game: it says so, and has no record to verify."""
    review = _finished(client, solo_record, "en")
    place = f"/api/reviews/{review['review']}/tables"
    number = len(review["result"]["decisions"]) - 1
    wish = {"decision": number, "bot": "ensign", "name": "Ada"}
    made = client.post(place, json=wish)
    assert made.status_code == 201, made.text
    table = f"/api/tables/{made.json()['table']}"
    assert client.get(table).json()["played_on"] == review["result"]["decisions"][number]["round"]
    record = client.get(f"{table}/record")
    assert (record.status_code, record.json()["error"]["code"]) == (409, "played_on")
    none = client.post(place, json={**wish, "decision": 9999})
    assert (none.status_code, none.json()["error"]["code"]) == (404, "no_such_decision")


def test_bad_requests(client: TestClient[Litestar]) -> None:
    """An unknown judge, a review that doesn't exist, and a body that is too long."""
    for answer, status, code in (
        (client.post("/api/reviews?judge=best", json={}), 422, "judge"),
        (client.post("/api/reviews"), 422, "record"),
        (client.post("/api/reviews", json=None), 422, "record"),
        (client.get("/api/reviews/nothing"), 404, "no_such_review"),
        (client.post("/api/reviews", content=b" " * (Limits().record_body + 1)), 413, "too_large"),
    ):
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
