"""What the campaign breaks: servers behind nginx, a database, and links between each pair."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from benchmarks.faults.broken import BUILDS
from benchmarks.faults.database import Database
from benchmarks.faults.links import Link
from benchmarks.server.processes import free_port
from tools.proxies import SpreadingNginx

WORKERS = 2
_START_SECONDS = 180
_SERVE = "serve(port=int(sys.argv[1]), data=sys.argv[2], commands=0, patience=600)"
_FAKETIME = (
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/faketime/libfaketimeMT.so.1",
)


class Worker:
    """A server in a process of its own, which can be killed, paused and told a wrong time."""

    def __init__(self, folder: Path, number: int, data: str, build: str) -> None:
        self.port = free_port()
        self.log = folder / f"worker{number}.log"
        self._data = data
        self._program = (
            f"import sys; from torpedo_dice.server.run import serve; {BUILDS[build]}; {_SERVE}"
        )
        self._clock = folder / f"clock{number}"
        self.faketime = next(filter(os.path.exists, _FAKETIME), None)
        self.process: subprocess.Popen[bytes] | None = None
        self._is_ending = False
        self.jump(0)

    def jump(self, seconds: float) -> None:
        """Set its system clock forward or back, compared with the real one."""
        self._clock.write_text(f"{seconds:+.0f}\n")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        environment = dict(os.environ)
        if self.faketime is not None:
            environment |= {
                "LD_PRELOAD": self.faketime,
                "FAKETIME_TIMESTAMP_FILE": str(self._clock),
                "FAKETIME_CACHE_DURATION": "1",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", self._program, str(self.port), self._data],
                stdout=subprocess.DEVNULL,
                stderr=log,
                env=environment,
            )
        until = time.monotonic() + _START_SECONDS
        while not self._answers():
            if time.monotonic() > until:
                raise RuntimeError(self.log.read_text())
            if self._is_ending:
                return
            if self.process.poll() is not None:
                # The database may have been gone when it started; systemd would try again.
                time.sleep(0.2)
                self.start()
                return
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/health", timeout=2):
                return True
        except OSError:
            return False

    def send(self, what: signal.Signals) -> None:
        """Send it a signal."""
        assert self.process is not None
        self.process.send_signal(what)

    def kill(self) -> None:
        """Kill it (`kill -9`)."""
        self.send(signal.SIGKILL)
        assert self.process is not None
        self.process.wait()

    def end(self) -> None:
        """Kill it for good, in whatever state it is."""
        self._is_ending = True
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def stop(self) -> float:
        """Stop it as systemd does; return the seconds that it took."""
        began = time.monotonic()
        self.send(signal.SIGTERM)
        assert self.process is not None
        self.process.wait(60)
        return time.monotonic() - began


class World:
    """All processes and links. Clients connect to `port`."""

    def __init__(self, folder: Path, build: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._build = build
        self.database = Database(folder)
        self.links: list[Link] = []
        self.workers: list[Worker] = []
        self.port = 0

    async def open(self) -> None:
        """Start everything."""
        for number in range(WORKERS):
            nodes = [
                await self._link(f"worker{number}-database{n}", node.port)
                for n, node in enumerate(self.database.nodes)
            ]
            hosts = ",".join(f"127.0.0.1:{link.port}" for link in nodes)
            data = f"postgresql://torpedo@{hosts}/postgres?target_session_attrs=read-write"
            self.workers.append(Worker(self._folder, number, data, self._build))
        # One after the other: the first one creates the tables.
        for worker in self.workers:
            await asyncio.to_thread(worker.start)
        fronts = [await self._link(f"proxy-worker{n}", w.port) for n, w in enumerate(self.workers)]
        proxy = self._folder / "proxy"
        proxy.mkdir()
        self.proxy = await asyncio.to_thread(SpreadingNginx, proxy, [link.port for link in fronts])
        self.port = (await self._link("clients-proxy", self.proxy.port)).port

    async def _link(self, name: str, port: int) -> Link:
        link = Link(name, port)
        await link.open()
        self.links.append(link)
        return link

    async def close(self) -> None:
        """Stop everything."""
        for link in self.links:
            await link.close()
        for worker in self.workers:
            worker.end()
        if hasattr(self, "proxy"):
            self.proxy.kill()
        await asyncio.to_thread(self.database.close)
