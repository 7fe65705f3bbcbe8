"""Who may call at all: hosts and origins."""

from __future__ import annotations

import asyncio

import pytest
import websockets
from litestar import Litestar
from litestar.testing import TestClient

from tests.server.players import Data, Server
from torpedo_dice.server.http.guards import OriginGuard

HUMAN: Data = {"kind": "human", "name": "Ada"}


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


def test_foreign_pages_may_not_make_tables(client: TestClient[Litestar]) -> None:
    """A POST from another origin is refused; one from our own page, or from no page, is not."""
    body = {"mode": "solo", "seats": [HUMAN]}
    for origin, status in (
        ("https://evil.example", 403),
        ("null", 403),
        (f"http://{client.base_url.netloc.decode()}", 201),
        (None, 201),
    ):
        headers = {} if origin is None else {"origin": origin}
        answer = client.post("/api/tables", json=body, headers=headers)
        assert answer.status_code == status
        assert status == 201 or answer.json()["error"]["code"] == "origin"
    assert client.get("/", headers={"origin": "null"}).status_code == 200


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


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "", "[::1", "127.0.0.1.evil"]
)
def test_unknown_hosts(strict_client: TestClient[Litestar], host: str) -> None:
    """A server on loopback answers to no other name, neither with pages nor with calls."""
    for path in ("/api/health", "/", "/rules", "/metrics"):
        answer = strict_client.get(path, headers={"host": host})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "host")
    # No page can point an IP address at the server, so those are harmless.
    for known in ("127.0.0.1", "LOCALHOST:99", "[::1]:8000", "192.168.1.5:8000"):
        assert strict_client.get("/api/health", headers={"host": known}).status_code == 200
