"""The files in deploy/ work: nginx and Caddy pass calls and WebSockets on to the server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from tests.server.players import Page, Server, play_turns
from tools.proxies import DEPLOY, Caddy, Nginx, find_proxy, missing
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


def test_the_service_uses_existing_options() -> None:
    """An option that is renamed can't stay in the unit."""
    unit = (DEPLOY / "torpedo-dice.service").read_text()
    (start,) = re.findall(r"^ExecStart=\S+/torpedo serve (.*)$", unit, flags=re.M)
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    known = {option for parameter in serve.params for option in parameter.opts}
    used = set(re.findall(r"--[\w-]+", start))
    assert used
    assert used <= known
