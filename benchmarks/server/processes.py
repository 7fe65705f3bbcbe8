"""The processes: our server, boardgame.io's, and the program that loads them."""

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

PEER = "boardgame.io@0.50.2"
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
    """boardgame.io's own server, in memory."""

    def __init__(self) -> None:
        self._ports = free_port(), free_port()
        self._process = subprocess.Popen(
            ["node", str(_HERE / "peer.cjs"), *map(str, self._ports)],
            cwd=node_folder(),
            env=os.environ | {"NODE_ENV": "production"},
            stdout=subprocess.DEVNULL,
        )
        wait_for(f"http://127.0.0.1:{self._ports[1]}/games")

    @property
    def spec(self) -> dict[str, Any]:
        """The parameters for the load program."""
        port, api_port = self._ports
        return {"side": "peer", "port": port, "apiPort": api_port, "pid": self._process.pid}

    def kill(self) -> None:
        """Stop it."""
        self._process.kill()
        self._process.wait()


def node_folder() -> Path:
    """Return the folder with boardgame.io, which includes the package `ws`."""
    return peer_node("boardgame.io", PEER)


class Load:
    """The load on a server, as a separate process."""

    def __init__(self, spec: dict[str, Any], **more: object) -> None:
        self._process = subprocess.Popen(
            ["node", str(_HERE / "load.mjs"), json.dumps(spec | more)],
            cwd=node_folder(),
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
