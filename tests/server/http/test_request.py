"""Bodies are decoded strictly, into the type that a handler declares."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import TestClient


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b'{"name": "Ada", "seat": "1"}',
        b'{"name": 7}',
        b'{"name": "Ada", "seat": 1.5}',
        b'{"name": "Ada", "unknown": 1}',
        b"[" * 50_000,
    ],
)
def test_malformed_bodies(client: TestClient[Litestar], body: bytes) -> None:
    """422 with a sentence; a number in quotation marks is not a number."""
    answer = client.post("/api/tables/none/seats", content=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "malformed"
    assert answer.json()["error"]["message"]


def test_a_missing_body_in_our_words(client: TestClient[Litestar]) -> None:
    """Not in those of the framework."""
    answer = client.post("/api/tables/none/seats")
    assert answer.json()["error"]["message"] == "the request body is missing"


def test_the_content_type_does_not_matter(client: TestClient[Litestar]) -> None:
    """A body is JSON, whatever its header says."""
    for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
        answer = client.post(
            "/api/tables/none/seats", content=b'{"name":"Ada"}', headers={"content-type": kind}
        )
        assert answer.status_code == 404
