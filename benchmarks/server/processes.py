"""The processes: our server, those we compare it with, and the program that loads them."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from benchmarks.peers import peer_node

BOARDGAME = "boardgame.io@0.50.2"
COLYSEUS = ("@colyseus/core@0.18.17", "@colyseus/ws-transport@0.18.4")
_HERE = Path(__file__).parent
# The load comes from a single address, so the limits per address would throttle it.
_SERVE = """
import sys
try:
    from torpedo_dice.server.run import serve
except ModuleNotFoundError:  # an older source tree
    from torpedo_dice.server.command import serve
serve(port=int(sys.argv[1]), data=sys.argv[2], commands=0)
"""


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Ours:
    """Our server with its data in a folder; it can be killed and started again."""

    def __init__(self, folder: Path, tree: Path | None = None, program: str = _SERVE) -> None:
        """Run the package that is imported here, or that of another source tree."""
        self._program = program
        self.data = folder / "games.sqlite"
        self._environment = dict(os.environ)
        if tree is not None:
            self._environment["PYTHONPATH"] = str(tree.resolve() / "src")
        self.port = free_port()
        self._log = folder / "log"
        self.start()

    @property
    def address(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    @property
    def spec(self) -> dict[str, Any]:
        """The parameters for the load program."""
        return {"side": "torpedo", "port": self.port, "pid": self.pid}

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", self._program, str(self.port), str(self.data)],
                env=self._environment,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        wait_for(f"{self.address}/api/health")

    def kill(self) -> None:
        """Kill it as a power cut would (`kill -9`)."""
        self._process.kill()
        self._process.wait()


class Peer:
    """A server that we compare ours with, in memory: a Node.js program."""

    name: str

    def __init__(self, program: str, folder: Path, *ports: int) -> None:
        self._process = subprocess.Popen(
            ["node", str(_HERE / program), *map(str, ports)],
            cwd=folder,
            env=os.environ | {"NODE_ENV": "production"},
            stdout=subprocess.DEVNULL,
        )
        self._spec = {"side": self.name, "port": ports[0], "pid": self._process.pid}

    @property
    def spec(self) -> dict[str, Any]:
        """The parameters for the load program."""
        return self._spec

    def kill(self) -> None:
        """Stop it."""
        self._process.kill()
        self._process.wait()


class Boardgame(Peer):
    """boardgame.io's own server."""

    name = "boardgame.io"

    def __init__(self) -> None:
        port, api_port = free_port(), free_port()
        super().__init__("boardgame.cjs", node_folder(), port, api_port)
        self._spec["apiPort"] = api_port
        wait_for(f"http://127.0.0.1:{api_port}/games")


class Colyseus(Peer):
    """A colyseus server."""

    name = "colyseus"

    def __init__(self) -> None:
        folder, port = peer_node("colyseus", *COLYSEUS), free_port()
        super().__init__("colyseus.cjs", folder, port)
        self._spec |= {"folder": str(folder), "state": str(_HERE / "colyseus.cjs")}
        wait_for(f"http://127.0.0.1:{port}/__healthcheck")


PEERS: tuple[type[Boardgame | Colyseus], ...] = (Boardgame, Colyseus)


def node_folder() -> Path:
    """Return the folder with boardgame.io, which includes the package `ws`."""
    return peer_node("boardgame.io", BOARDGAME)


class Load:
    """The load on a server, as a separate process."""

    def __init__(self, spec: dict[str, Any], **more: object) -> None:
        self._process = subprocess.Popen(
            ["node", str(_HERE / "load.mjs"), json.dumps(spec | more)],
            cwd=spec.get("folder") or node_folder(),
            stdout=subprocess.PIPE,
        )

    def end(self) -> None:
        """Stop it after the current round."""
        self._process.terminate()

    def kill(self) -> None:
        """Stop it immediately."""
        self._process.kill()
        self._process.wait()

    def result(self) -> dict[str, float]:
        """Wait until it exits and return its figures."""
        text, _ = self._process.communicate()
        if self._process.returncode:
            sys.exit("benchmarks: the load failed; what was wrong stands above.")
        result: dict[str, float] = json.loads(text)
        return result


def wait_for(url: str) -> None:
    """Wait until a server answers, or exit with a message."""
    until = time.monotonic() + 180
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310  # our own processes
                return
        except OSError:
            time.sleep(0.05)
    sys.exit(f"benchmarks: {url} did not answer within three minutes.")
