"""Every response carries the security headers."""

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
