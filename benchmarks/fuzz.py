"""Fuzzing for an hour: `python -m benchmarks fuzz` (`FUZZ_MINUTES=5` for a shorter run).

Schemathesis calls the REST API with valid and invalid input, while the socket fuzzer sends mutated
frames and mutated requests, sometimes byte by byte. Meanwhile a health check runs every second and
must always answer quickly.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from websockets.frames import Frame, Opcode

from benchmarks.goals import Figure, show
from tests.server.http.test_openapi_fuzz import REFUSALS
from tests.server.nonsense import COMMANDS
from tests.server.players import Server

MINUTES = float(os.environ.get("FUZZ_MINUTES", "60"))
# A health check that takes longer counts as a hang.
HANG_SECONDS = 5.0
WORKERS = 8
_CHECKS = (
    "not_a_server_error,status_code_conformance,response_schema_conformance,negative_data_rejection"
)


class SocketFuzzer:
    """Connections that send malformed data."""

    def __init__(self, server: Server, seed: int) -> None:
        self.connections = 0
        self.frames = 0
        self._port = server.port
        made = server.make()
        self._table = made["table"]
        self._secrets = [seat["secret"] for seat in made["seats"]]
        self._whim = random.Random(seed)

    async def work(self) -> None:
        """Open connection after connection."""
        while True:
            try:
                await asyncio.wait_for(self._visit(), 20)
            except (OSError, TimeoutError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.01)

    async def _visit(self) -> None:
        whim = self._whim
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        self.connections += 1
        try:
            request = self._request()
            if whim.random() < 0.2:
                writer.write(self._mutated(request))
                await asyncio.wait_for(reader.read(4096), 2)
                return
            writer.write(request)
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
            for _ in range(whim.randrange(1, 40)):
                if writer.is_closing():
                    break
                await self._send(writer)
                self.frames += 1
            await asyncio.wait_for(reader.read(65536), 2)
        finally:
            writer.close()

    async def _send(self, writer: asyncio.StreamWriter) -> None:
        frame = self._frame()
        if self._whim.random() < 0.3:
            frame = self._mutated(frame)
        if self._whim.random() < 0.1:
            for byte in frame:
                writer.write(bytes([byte]))
                await writer.drain()
        else:
            writer.write(frame)
        await writer.drain()

    def _request(self) -> bytes:
        return (
            f"GET /api/tables/{self._table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()

    def _frame(self) -> bytes:
        whim = self._whim
        opcode = whim.choice([*Opcode, Opcode.TEXT, Opcode.TEXT, Opcode.TEXT])
        data = self._message()
        if opcode in (Opcode.PING, Opcode.PONG, Opcode.CLOSE):
            data = data[: whim.choice([0, 1, 2, 125])]
        frame = Frame(opcode, data, whim.random() < 0.9)
        try:
            return frame.serialize(mask=whim.random() < 0.95)
        except Exception:  # noqa: BLE001  # a frame that the library refuses to make
            return bytes([0x80 | opcode, 0x80 | len(data) & 0x7F]) + data

    def _message(self) -> bytes:
        whim = self._whim
        kind = whim.randrange(4)
        if kind == 0:
            return whim.randbytes(whim.randrange(200))
        if kind == 1:
            hello = {"type": "hello", "protocol": 1, "secrets": self._secrets, "seen": 0}
            return json.dumps(hello).encode()
        command = {"type": "command", "id": str(whim.random()), **whim.choice(COMMANDS)}
        return json.dumps(command).encode()

    def _mutated(self, data: bytes) -> bytes:
        """Flip, drop, repeat or insert some bytes."""
        whim, changed = self._whim, bytearray(data)
        for _ in range(whim.randrange(1, 6)):
            at = whim.randrange(len(changed) + 1)
            what = whim.randrange(4)
            if what == 0 and at < len(changed):
                changed[at] ^= 1 << whim.randrange(8)
            elif what == 1:
                del changed[at : at + whim.randrange(1, 8)]
            elif what == 2:
                changed[at:at] = changed[at : at + whim.randrange(1, 200)]
            else:
                changed[at:at] = whim.randbytes(whim.randrange(1, 8))
        return bytes(changed)


def run() -> bool:
    """Fuzz a server and print what was found."""
    seed = random.SystemRandom().randrange(2**32)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "games.sqlite", Path(folder) / "log")
        try:
            schemathesis = _start_schemathesis(server, seed, Path(folder))
            fuzzer, waits = asyncio.run(_fuzz(server, seed))
            schemathesis.wait(timeout=300)
        finally:
            server.kill()
        report = (Path(folder) / "report").read_text()
        faults = server.faults()
    print("\n".join([*report.splitlines()[-40:], *faults[:20]]))
    return show(
        f"Fuzzing, {MINUTES:g} minutes, seed {seed}",
        [
            Figure("connections of the socket fuzzer", fuzzer.connections, least=1),
            Figure("  frames on them", fuzzer.frames, least=1),
            Figure(
                "failures that Schemathesis found (its exit code)", schemathesis.returncode, most=0
            ),
            Figure("tracebacks and errors in the server's log", len(faults), most=0),
            Figure("longest wait for the server's health", max(waits), most=HANG_SECONDS, unit="s"),
        ],
    )


def _start_schemathesis(server: Server, seed: int, folder: Path) -> subprocess.Popen[bytes]:
    (folder / "schemathesis.toml").write_text(
        f"[checks.negative_data_rejection]\nexpected-statuses = {REFUSALS}\n", encoding="utf-8"
    )
    with (folder / "report").open("wb") as report:
        return subprocess.Popen(
            [
                *(sys.executable, "-m", "schemathesis.cli", "run"),
                f"{server.http}/api/openapi.json",
                *("--phases", "coverage,fuzzing", "--checks", _CHECKS),
                *("--max-time", str(int(60 * MINUTES)), "--seed", str(seed)),
                *("--continue-on-failure", "--suppress-health-check", "all"),
            ],
            stdout=report,
            stderr=subprocess.STDOUT,
            cwd=folder,
        )


async def _fuzz(server: Server, seed: int) -> tuple[SocketFuzzer, list[float]]:
    fuzzer = SocketFuzzer(server, seed)
    workers = [asyncio.create_task(fuzzer.work()) for _ in range(WORKERS)]
    waits = []
    until = time.monotonic() + 60 * MINUTES
    async with httpx.AsyncClient(base_url=server.http, timeout=60) as client:
        while time.monotonic() < until:
            began = time.monotonic()
            (await client.get("/api/health")).raise_for_status()
            waits.append(time.monotonic() - began)
            await asyncio.sleep(1)
    for worker in workers:
        worker.cancel()
    return fuzzer, waits
