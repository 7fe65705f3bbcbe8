"""Runs nginx and Caddy with the files in deploy/, on loopback and without TLS.

`python -m tools.proxies` makes sure that both are installed. Without them, the tests that need them
are skipped.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tools.packages import install_package

DEPLOY = Path(__file__).parents[1] / "deploy"
_FOLDERS = os.pathsep.join(
    [os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin"]
)
_WAIT_SECONDS = 30
# The address of the server in the files in deploy/.
_UPSTREAM = "127.0.0.1:8000"


def missing(name: str) -> str:
    """Return the sentence that says that a program is missing."""
    return (
        f"{name} is missing, so the tests with it are skipped: install your system's package "
        f"{name!r}."
    )


def find_proxy(name: str) -> str | None:
    """Return the path of nginx or Caddy; None if it is missing."""
    return shutil.which(name, path=_FOLDERS)


class Proxy:
    """A reverse proxy in front of some servers, which can be killed and started again."""

    name: str

    def __init__(self, folder: Path, servers: Sequence[int]) -> None:
        """`servers` are the ports of the servers; `folder` is empty, and for its files."""
        program = find_proxy(self.name)
        if program is None:
            raise FileNotFoundError(missing(self.name))
        self._program = program
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self._config = folder / self.name
        self._config.write_text(self._text([f"127.0.0.1:{port}" for port in servers]))
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def _text(self, servers: list[str]) -> str:
        """Return its configuration."""
        raise NotImplementedError

    def _command(self) -> list[str]:
        """Return the command that runs it in the foreground."""
        raise NotImplementedError

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603
                [self._program, *self._command()],
                stdout=log,
                stderr=log,
                start_new_session=True,
                env=os.environ | {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)},
            )
        self._wait_until(accepting=True)

    def _wait_until(self, *, accepting: bool) -> None:
        until = time.monotonic() + _WAIT_SECONDS
        while self._accepts() != accepting:
            has_exited = self.process is not None and self.process.poll() is not None
            if time.monotonic() > until or (accepting and has_exited):
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.02)

    def _accepts(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self) -> None:
        """Kill it and its processes (`kill -9`)."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            os.killpg(self.process.pid, how)
            self.process.wait()
            self.process = None
            # Its worker processes share the listening socket, and may end a moment later.
            self._wait_until(accepting=False)


class Nginx(Proxy):
    """nginx with deploy/nginx.conf."""

    name = "nginx"

    def _text(self, servers: list[str]) -> str:
        text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port};")
        text = re.sub(r"ssl_certificate\w* .*;", "", text)
        text = re.sub(
            rf"server {_UPSTREAM}(.*;)", "\n".join(f"server {s}\\1" for s in servers), text
        )
        text = text.replace("/etc/nginx/torpedo-dice-proxy.conf", str(DEPLOY / "nginx-proxy.conf"))
        paths = "".join(
            f"{name}_temp_path {self.folder / name};\n"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        return (
            f"daemon off; pid {self.folder / 'pid'}; error_log {self.folder / 'log'};\n"
            # As root it would change to a user who may not enter the folder.
            f"{'user root;' if os.geteuid() == 0 else ''}\n"
            f"events {{ worker_connections 4096; }}\nhttp {{\naccess_log off;\n{paths}{text}}}\n"
        )

    def _command(self) -> list[str]:
        return ["-e", str(self.folder / "log"), "-c", str(self._config)]


class SpreadingNginx(Nginx):
    """The same, but the connections of a table go to all servers in turn.

    That is harder on them: several hold the table at the same time, and conflict.
    """

    def _text(self, servers: list[str]) -> str:
        return re.sub(r"^ *hash .*;$", "", super()._text(servers), flags=re.M)


class Caddy(Proxy):
    """Caddy with deploy/Caddyfile."""

    name = "caddy"

    def _text(self, servers: list[str]) -> str:
        text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
        text = text.replace("games.example.org {", f"http://127.0.0.1:{self.port} {{")
        text = text.replace(_UPSTREAM, " ".join(servers))
        return f"{{\n\tadmin off\n}}\n{text}"

    def _command(self) -> list[str]:
        return ["run", "--adapter", "caddyfile", "--config", str(self._config)]


def main() -> None:
    """Make sure that both are installed; otherwise print a sentence, which is not an error."""
    for name in (Nginx.name, Caddy.name):
        if find_proxy(name) is None and not install_package(name):
            print(missing(name), file=sys.stderr)


if __name__ == "__main__":
    main()
