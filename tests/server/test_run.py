"""Starting a server: a free port if ours is taken, the address printed, Ctrl+C stops it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
import websockets.sync.client

from torpedo_dice.server.run import ServeError, default_data, serve

PLAY = (
    "import sys; from torpedo_dice.server import run; run.PORT = int(sys.argv[1]); "
    "sys.exit(run.play(data=sys.argv[2], browser=False))"
)


def test_play_takes_a_free_port_where_its_own_is_taken(tmp_path: Path) -> None:
    """It prints its address, responds there, rejects other host names, and exits cleanly."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with subprocess.Popen(
            [sys.executable, "-c", PLAY, str(port), str(tmp_path / "a" / "games.sqlite")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            words = process.stdout.readline().split()
            address = next(word for word in words if word.startswith("http"))
            assert str(port) not in address
            assert _health(address).json()["status"] == "ok"
            foreign = httpx.get(f"{address}api/health", headers={"host": "evil.example"})
            assert foreign.status_code == 400
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=10)
    assert "Traceback" not in errors
    assert (tmp_path / "a" / "games.sqlite").exists()


def test_play_on_the_local_network(tmp_path: Path) -> None:
    """It is reachable at every address of the machine, also by WebSocket; invitations use one."""
    command = [sys.executable, "-m", "torpedo_dice.cli", "play", "--lan", "--no-browser"]
    with subprocess.Popen(
        [*command, "--port", "0", "--data", str(tmp_path / "games.sqlite")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
    ) as process:
        assert process.stdout is not None
        try:
            _check_network(*(process.stdout.readline().split() for _ in range(2)))
        finally:
            process.kill()


def _check_network(first: list[str], second: list[str]) -> None:
    """Check the addresses in two printed lines: this machine's, and that on its network if any."""
    local, network = next(word for word in first if word.startswith("http")), second[-1]
    body = {"mode": "mission", "seats": [{"kind": "human", "name": "Ada"}, {"kind": "open"}]}
    _health(local)
    made = httpx.post(f"{local}api/tables", json=body).json()
    invitation = httpx.get(f"{local}api/tables/{made['table']}/invitation").json()
    if network.startswith("http"):
        assert invitation["link"] == f"{network}t/{made['table']}"
        assert invitation["qr"]["path"]
    for address in (local, local.replace("127.0.0.1", "[::1]"), network):
        if address == local or (address.startswith("http") and _answers(address)):
            socket_address = f"ws{address[4:]}api/tables/{made['table']}/socket"
            with websockets.sync.client.connect(socket_address) as page:
                page.send('{"type":"hello","protocol":1}')
                assert '"type":"welcome"' in str(page.recv(10))


def _answers(address: str) -> bool:
    """Whether this machine has the address at all."""
    try:
        return httpx.get(f"{address}api/health", trust_env=False).status_code == 200
    except httpx.HTTPError:
        return False


def test_serve_listens_when_it_prints_its_address(tmp_path: Path) -> None:
    """A script that waits for the address can connect at once."""
    command = [sys.executable, "-m", "torpedo_dice.cli", "serve", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path / "games.sqlite")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[-1]
            assert httpx.get(f"{address}api/health", timeout=30).status_code == 200
        finally:
            process.kill()


def test_behind_a_proxy(tmp_path: Path) -> None:
    """A trusted proxy reports the client's address, so each client has its own limits."""
    command = [sys.executable, "-m", "torpedo_dice.cli", "serve", "--port", "0"]
    command += ["--data", str(tmp_path / "games.sqlite"), "--proxy", "127.0.0.1"]
    with subprocess.Popen(
        [*command, "--origin", "https://dice.example/"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        words = process.stdout.readline().split()
        address = next(word for word in words if word.startswith("http"))
        _health(address)
        with httpx.Client(base_url=address) as client:
            one, other = ({"x-forwarded-for": f"192.0.2.{number}"} for number in (1, 2))
            until = time.monotonic() + 60
            while client.get("/api/bots", headers=one).status_code != 429:
                assert time.monotonic() < until
            assert client.get("/api/bots", headers=other).status_code == 200
            page = {**other, "origin": "https://dice.example"}
            assert client.post("/api/commitments", headers=page).status_code == 201
            body = {"mode": "solo", "seats": [{"kind": "human", "name": "Ada"}]}
            table = client.post("/api/tables", headers=page, json=body).json()["table"]
            invitation = client.get(f"/api/tables/{table}/invitation", headers=other).json()
            assert invitation["link"] == f"https://dice.example/t/{table}"
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=10)


def _health(address: str) -> httpx.Response:
    until = time.monotonic() + 60
    while True:
        try:
            return httpx.get(f"{address}api/health")
        except httpx.HTTPError:
            assert time.monotonic() < until
            time.sleep(0.05)


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    """A host who asked for a port gets that one or an error message."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ServeError, match=f"can’t listen on 127.0.0.1:{port}: "):
            serve(port=port, data=str(tmp_path / "games.sqlite"))


def test_data_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    """One sentence, before anything is served."""
    data = tmp_path / "games.sqlite"
    data.write_text("no database" * 100)
    with pytest.raises(ServeError, match=r"games\.sqlite: can’t be used"):
        serve(port=0, data=str(data))


def test_games_are_kept_in_the_users_folder() -> None:
    """Where the system keeps programs' data."""
    assert default_data().endswith("games.sqlite")
    assert "torpedo-dice" in default_data()
