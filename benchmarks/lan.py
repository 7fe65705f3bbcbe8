"""Two players on separate addresses: `torpedo play --lan`, the QR code, join, play, leave, return.

Each player is in a separate network namespace, connected by a virtual Ethernet pair; this requires
root on Linux. The host reaches the server on loopback, the guest only through the invitation link.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import httpx
import segno

from benchmarks.goals import Figure, show
from tests.server.players import Page, commitment_to
from torpedo_dice.record import verify
from torpedo_dice.server.lan import terminal_qr_code

HOST, GUEST = "torpedo-host", "torpedo-guest"
HOST_ADDRESS, GUEST_ADDRESS = "10.77.0.1", "10.77.0.2"
PORT = 8417
# The rounds in which the guest leaves, and resigns.
LEAVES, RESIGNS = 2, 4


def run() -> bool:
    """Play a game between the namespaces; if they are unavailable, say why."""
    try:
        with _cable():
            return show("Two players on a local network", _played())
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"\nTwo players on a local network\n  skipped: no network namespaces here ({error})")
        return True


def _ip(*words: str) -> None:
    program = shutil.which("ip")
    if program is None or os.name != "posix" or os.geteuid() != 0:
        raise OSError("they need root and iproute2")
    subprocess.run([program, *words], check=True, capture_output=True)


@contextmanager
def _cable() -> Iterator[None]:
    """Connect two namespaces, and remove them at the end."""
    made: list[str] = []
    try:
        for name in (HOST, GUEST):
            _ip("netns", "add", name)
            made.append(name)
        _ip(
            "link",
            "add",
            "torpedo0",
            "netns",
            HOST,
            "type",
            "veth",
            "peer",
            "torpedo0",
            "netns",
            GUEST,
        )
        for name, address in ((HOST, HOST_ADDRESS), (GUEST, GUEST_ADDRESS)):
            _ip("-n", name, "address", "add", f"{address}/24", "dev", "torpedo0")
            for device in ("lo", "torpedo0"):
                _ip("-n", name, "link", "set", device, "up")
        yield
    finally:
        for name in made:
            _ip("netns", "delete", name)


def _inside(name: str, *command: str) -> subprocess.Popen[str]:
    program = ["ip", "netns", "exec", name, sys.executable, *command]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1", "LANGUAGE": "en"}
    return subprocess.Popen(program, stdout=subprocess.PIPE, text=True, env=environment)


def _played() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "games.sqlite")
        options = ["--lan", "--no-browser", "--port", str(PORT), "--data", data]
        server = _inside(HOST, "-m", "torpedo_dice.cli", "play", *options)
        try:
            printed = _until_the_code_ends(server)
            host = _inside(HOST, "-m", "benchmarks.lan", "host")
            link = _line(host)
            guest = _inside(GUEST, "-m", "benchmarks.lan", "guest", link)
            told = json.loads(_line(host)) | json.loads(_line(guest))
        finally:
            server.terminate()
            server.wait(10)
    return _figures(printed, link, told)


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def _until_the_code_ends(server: subprocess.Popen[str]) -> str:
    """Return what the server prints, up to the blank line after the QR code."""
    assert server.stdout is not None
    lines: list[str] = []
    while not lines or lines[-1] != "\n" or not any("█" in line for line in lines):
        lines.append(server.stdout.readline())
        assert lines[-1], "the server ended"
    return "".join(lines)


def _figures(printed: str, link: str, told: dict[str, Any]) -> list[Figure]:
    address = f"http://{HOST_ADDRESS}:{PORT}"
    checks = {
        "the address on the network is printed": f"{address}/" in printed,
        "the code in the terminal is that of the address": _is_code_of(printed, f"{address}/"),
        "the invitation's link is that of the network": link.startswith(f"{address}/t/"),
        "the code of the invitation is that of the link": told["code"],
        "the guest's browser gets the page": told["page"],
        "rounds played before the guest leaves": told["before"] >= LEAVES - 1,
        "the host sees the guest leave": told["left"],
        "the host sees the guest return": told["returned"],
        "rounds played after the return": told["after"] > told["before"],
        "the guest resigns, and the host wins": told["result"] == "resigned [0]",
        "the record is valid": told["valid"],
    }
    return [Figure(name, float(is_so), least=1) for name, is_so in checks.items()]


def _is_code_of(printed: str, link: str) -> bool:
    """Whether the QR code printed in the terminal is that of a link."""
    rows = [line for line in printed.splitlines() if line and not line.strip("█▀▄ ")]
    shown = [[c in tops for c in row] for row in rows for tops in ("█▀", "█▄")]
    matrix = segno.make(link, error="l", micro=False).matrix
    size = len(matrix)
    dark = [[not light for light in row[2 : 2 + size]] for row in shown[2 : 2 + size]]
    return dark == [[bool(module) for module in row] for row in matrix] and (
        terminal_qr_code(link).strip() in printed
    )


# ------------------------------------------------------------------ the players


async def _host() -> None:
    """Create a table, print its link, and play until the game is over."""
    base = f"http://127.0.0.1:{PORT}"
    async with httpx.AsyncClient(base_url=base, timeout=20) as http:
        await _answering(http)
        ada = {"kind": "human", "name": "Ada", "nonce_commitment": commitment_to(0)}
        body = {"mode": "training", "seats": [ada, {"kind": "open"}]}
        made = (await http.post("/api/tables", json=body)).raise_for_status().json()
        invitation = (await http.get(f"/api/tables/{made['table']}/invitation")).json()
        print(invitation["link"], flush=True)
        page = _page("127.0.0.1", made["table"], made["seats"][0]["secret"])
        async with page:
            await _play(page, 0, until=10_000)
        record = (await http.get(f"/api/tables/{made['table']}/record")).json()
    here = [seats[1] for m in page.others if len(seats := m.get("seats", [])) > 1]
    connected = [seat["connected"] for seat in here]
    left = connected.index(False, connected.index(True))
    result = record["result"]
    told = {
        "code": _path_of(invitation["link"]) == invitation["qr"]["path"],
        "left": not connected[left],
        "returned": any(connected[left:]),
        "result": f"{result['reason']} {result['winners']}",
        "valid": verify(record) is None,
    }
    print(json.dumps(told), flush=True)


def _path_of(link: str) -> str:
    from torpedo_dice.server.invitation import qr_code

    return qr_code(link).path


async def _answering(http: httpx.AsyncClient) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            (await http.get("/api/health")).raise_for_status()
        except httpx.HTTPError:
            await asyncio.sleep(0.1)
        else:
            return


async def _guest(link: str) -> None:
    """Join by the link, play, leave, return, play on, and resign."""
    origin, table = link.split("/t/")
    async with httpx.AsyncClient(base_url=origin, timeout=20) as http:
        shown = await http.get(f"/t/{table}")
        body = {"name": "Noor", "nonce_commitment": commitment_to(1)}
        seat = (await http.post(f"/api/tables/{table}/seats", json=body)).raise_for_status().json()
    page = _page(str(urlsplit(origin).hostname), table, seat["secret"])
    async with page:
        await _play(page, 1, until=LEAVES)
        before = _round(page) - 1
    await asyncio.sleep(1)
    async with page:
        await _play(page, 1, until=RESIGNS)
        after = _round(page) - 1
        assert (await page.command("resign", seat=1))["ok"]
    has_page = shown.status_code == 200 and "Torpedo Dice" in shown.text
    print(json.dumps({"page": has_page, "before": before, "after": after}), flush=True)


def _page(host: str, table: str, secret: str) -> Page:
    page = Page(SimpleNamespace(port=PORT), table, secret)  # type: ignore[arg-type]
    page.host = host
    return page


def _round(page: Page) -> int:
    return int(next(iter(page.views.values()))["round"])


async def _play(page: Page, seat: int, until: int) -> None:
    """Play until a given round, or the end of the game."""
    while not (view := page.views[str(seat)])["over"] and _round(page) < until:
        if seat in view["to_move"]:
            answer = await page.move(page.choice(seat))
            # The other player may have resigned in the meantime.
            assert answer["ok"] or page.views[str(seat)]["over"], answer
        else:
            await page.hear(30)


if __name__ == "__main__":
    asyncio.run(_host() if sys.argv[1] == "host" else _guest(sys.argv[2]))
