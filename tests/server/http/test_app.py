"""The application as a whole: metrics, and exceptions that nobody expects."""

from __future__ import annotations

import logging

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from torpedo_dice.server.live.lobby import Lobby


def test_metrics_are_served(client: TestClient[Litestar]) -> None:
    """In Prometheus's text format."""
    client.post("/api/tables", json={"mode": "solo", "seats": [{"kind": "human", "name": "Ada"}]})
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert "# TYPE torpedo_command_seconds histogram" in lines
    assert 'torpedo_commands_total{outcome="ok"} 0.0' in lines
    assert (
        float(next(x for x in lines if x.startswith("torpedo_tables_made_total")).split()[1]) >= 1
    )


def test_a_bug_is_logged_and_not_shown(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """500 in the protocol's form, without the words of the exception."""

    def fail(_self: Lobby) -> str:
        raise KeyError("a secret")

    monkeypatch.setattr(Lobby, "commitment", fail)
    answer = client.post("/api/commitments")
    assert answer.status_code == 500
    assert answer.json() == {"error": {"code": "internal", "message": "internal server error"}}
    failed = [record for record in caplog.records if record.message == "request_failed"]
    assert [record.levelno for record in failed] == [logging.ERROR]
