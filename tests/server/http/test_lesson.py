"""The lesson's two addresses: nothing is stored, and what cannot be is refused in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.players import Server
from torpedo_dice.lesson import STEPS


def post(server: Server, step: str, **body: Any) -> Any:
    """Try a step."""
    return server.post(f"/api/lesson/{step}", body)


def test_every_step_is_shown(server: Server) -> None:
    """In its order, with the view of a learner who is to move; no moves lead to the same."""
    steps = server.get("/api/lesson").json()["steps"]
    assert [step["step"] for step in steps] == [step.name for step in STEPS]
    for step in steps:
        view = step["view"]
        assert view["seat"] == 0
        assert 0 in view["to_move"]
        assert view["options"]["picks"] or view["options"]["shots"]
        answer = post(server, step["step"], moves=[]).json()
        assert answer == {
            "view": view,
            "events": [],
            "reached": False,
            "hint": None,
            "preview": None,
        }


def test_a_step_is_tried(server: Server) -> None:
    """A preview, a miss with its hint and its mark on the grid, and the goal."""
    seen = post(server, "look", moves=[], preview={"fields": [[2, 7]]}).json()
    assert (seen["preview"]["hits"], seen["reached"]) == (1, False)
    missed = post(server, "look", moves=["0 fire A1"]).json()
    assert (missed["reached"], missed["hint"]) == (False, "miss")
    assert missed["view"]["seats"][0]["misses_at"] == [[0, 0]]
    events = [event["event"] for event in missed["events"]]
    assert events == ["finished", "finished", "fired", "fired", "round_ended"]
    hit = post(server, "look", moves=["0 fire C8"]).json()
    assert (hit["reached"], hit["hint"]) == (True, None)


def test_only_the_last_move_is_told(server: Server) -> None:
    """What happened before it was told before."""
    first = post(server, "solo", moves=["0 take 1"]).json()
    assert [event["event"] for event in first["events"]] == ["taken"]
    second = post(server, "solo", moves=["0 take 1", "0 fire D6"]).json()
    assert second["events"][0]["event"] == "finished"
    assert second["reached"] is True


@pytest.mark.parametrize(
    ("step", "body", "status", "code"),
    [
        ("nowhere", {"moves": []}, 404, "no_such_step"),
        ("look", {"moves": ["dance"]}, 422, "move"),
        ("look", {"moves": ["1 fire A1"]}, 422, "move"),
        ("look", {"moves": ["0 fire A1 A2"]}, 422, "move"),
        ("look", {"moves": [], "preview": {}}, 422, "move"),
        ("look", {"moves": [], "preview": {"activate": "sonar"}}, 422, "move"),
        ("take", {"moves": [], "preview": {"fields": [[0, 0]]}}, 422, "move"),
        ("look", {"moves": ["0 fire A1"] * 4}, 422, "malformed"),
        ("look", {}, 422, "malformed"),
    ],
)
def test_what_is_refused(
    server: Server, step: str, body: dict[str, Any], status: int, code: str
) -> None:
    """With the fitting status and one sentence."""
    answer = post(server, step, **body)
    assert answer.status_code == status
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["message"]
