"""The configuration files in deploy/ work: nginx passes calls and WebSockets on to the server."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import typer

from tests.server.players import Page, Server, free_port, play_turns
from torpedo_dice.cli import app

DEPLOY = Path(__file__).parents[2] / "deploy"


@pytest.fixture
def nginx(server: Server, tmp_path: Path) -> Iterator[Server]:
    """The server behind nginx, as configured in deploy/, but without TLS."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        pytest.skip("nginx is missing: install your system's package 'nginx'")
    port = free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    text = re.sub(r"listen 443 ssl;", f"listen 127.0.0.1:{port};", text)
    text = re.sub(r"ssl_certificate\w* .*;", "", text)
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    text = text.replace("/etc/nginx/torpedo-dice-proxy.conf", str(DEPLOY / "nginx-proxy.conf"))
    paths = "".join(
        f"{name}_temp_path {tmp_path / name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"daemon off; user root; pid {tmp_path / 'pid'}; error_log {tmp_path / 'error'};\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{paths}{text}}}\n"
    )
    process = subprocess.Popen([program, "-e", str(tmp_path / "error"), "-c", str(config)])
    until = time.monotonic() + 30
    while True:
        try:
            httpx.get(f"http://127.0.0.1:{port}/api/health")
            break
        except httpx.HTTPError:
            assert process.poll() is None, (tmp_path / "error").read_text()
            assert time.monotonic() < until
            time.sleep(0.05)
    behind = object.__new__(Server)
    behind.port, behind.log, behind.data = port, server.log, server.data
    yield behind
    process.terminate()
    process.wait()


def test_a_game_through_nginx(nginx: Server) -> None:
    """Calls and WebSockets pass, metrics don't."""
    assert nginx.get("/api/ready").json()["status"] == "ok"
    assert nginx.get("/metrics").status_code == 403
    made = nginx.make("training")
    secrets = [seat["secret"] for seat in made["seats"]]

    async def main() -> None:
        async with (
            Page(nginx, made["table"], secrets[0]) as ada,
            Page(nginx, made["table"], secrets[1]) as noor,
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
