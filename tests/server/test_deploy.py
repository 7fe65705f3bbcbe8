"""The files in deploy/ work: nginx and Caddy pass calls and WebSockets on to the server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest
import typer

from tests.server.players import Page, Server, play_turns
from tools.proxies import (
    DEPLOY,
    Caddy,
    Nginx,
    Proxy,
    SpreadingNginx,
    find_proxy,
    missing,
)
from torpedo_dice.cli import app


@pytest.fixture(params=[Nginx, Caddy], ids=lambda proxy: proxy.name)
def proxied(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Iterator[Server]:
    """The server behind a reverse proxy, as configured in deploy/, but without TLS."""
    if find_proxy(request.param.name) is None:
        pytest.skip(missing(request.param.name))
    proxy = request.param(tmp_path, [server.port])
    behind = object.__new__(Server)
    behind.port, behind.log, behind.data = proxy.port, server.log, server.data
    yield behind
    proxy.stop()


def test_a_game_through_a_proxy(proxied: Server) -> None:
    """Calls and WebSockets pass, metrics don't."""
    assert proxied.get("/api/ready").json()["status"] == "ok"
    assert proxied.get("/metrics").status_code == 403
    made = proxied.make("training")
    secrets = [seat["secret"] for seat in made["seats"]]

    async def main() -> None:
        async with (
            Page(proxied, made["table"], secrets[0]) as ada,
            Page(proxied, made["table"], secrets[1]) as noor,
        ):
            await play_turns({0: ada, 1: noor}, lambda page: page.views["0"]["round"] == 3)

    asyncio.run(main())


class Echo(BaseHTTPRequestHandler):
    """Answers every call with the port of its server."""

    def do_GET(self) -> None:
        """Answer a call."""
        body = str(self.server.server_address[1]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.mark.parametrize("kind", [Nginx, Caddy, SpreadingNginx])
def test_the_connections_of_a_table_stay_together(kind: type[Proxy], tmp_path: Path) -> None:
    """Each table has one server, and every server has tables; unless they are to be spread."""
    if find_proxy(kind.name) is None:
        pytest.skip(missing(kind.name))
    with ExitStack() as ending:
        servers = [ThreadingHTTPServer(("127.0.0.1", 0), Echo) for _ in range(2)]
        for server in servers:
            Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}).start()
            ending.callback(server.server_close)
            ending.callback(server.shutdown)
        proxy = kind(tmp_path, [server.server_address[1] for server in servers])
        ending.callback(proxy.kill)
        client = ending.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{proxy.port}"))
        found = [
            {client.get(f"/api/tables/{table}/{what}").text for what in ("record", "coach") * 3}
            for table in range(12)
        ]
        forged = {"X-Torpedo-Table": "1"}
        chosen = {client.get("/api/health", headers=forged).text for _ in range(40)}
    assert len(chosen) == 2, "a client chose its server"
    assert set().union(*found) == {str(server.server_address[1]) for server in servers}
    assert all(len(ports) == 1 for ports in found) == (kind is not SpreadingNginx)


def test_the_service_uses_existing_options() -> None:
    """An option that is renamed can't stay in the unit."""
    unit = (DEPLOY / "torpedo-dice.service").read_text()
    (start,) = re.findall(r"^ExecStart=\S+/torpedo serve (.*)$", unit, flags=re.M)
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    known = {option for parameter in serve.params for option in parameter.opts}
    used = set(re.findall(r"--[\w-]+", start))
    assert used
    assert used <= known
