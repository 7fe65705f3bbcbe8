"""Every response carries the security headers, and an id."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import TestClient


@pytest.mark.parametrize(
    "path", ["/", "/api/health", "/metrics", "/nothing", "/t/abc", "/api/nothing", "/rules"]
)
def test_every_answer_is_guarded(client: TestClient[Litestar], path: str) -> None:
    """A strict Content-Security-Policy without inline code and other hosts, everywhere."""
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_every_response_has_the_id_of_its_request(client: TestClient[Litestar]) -> None:
    """A proxy may choose it; anything that isn't an id is ignored."""
    drawn = [client.get("/api/health").headers["x-request-id"] for _ in range(2)]
    assert len(set(drawn)) == 2
    chosen = client.get("/api/health", headers={"x-request-id": "proxy-1.a_B"})
    assert chosen.headers["x-request-id"] == "proxy-1.a_B"
    for wrong in ("", "a b", 'x"', "x" * 65):
        answer = client.get("/api/health", headers={"x-request-id": wrong})
        assert answer.headers["x-request-id"] not in ("", wrong)
