"""Finds PostgreSQL for the tests, installs it if it is missing, and runs private clusters.

`python -m tools.postgres` makes sure that it is installed. Without it, the tests that need it are
skipped; those on SQLite don't need it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tools.packages import install_package, is_root

# The environment variable with the folder of PostgreSQL's programs, which takes precedence.
VARIABLE = "POSTGRES_BIN"
MISSING = (
    "PostgreSQL is missing, so the tests on it are skipped: install your system's package "
    f"'postgresql', or set {VARIABLE} to the folder of its programs."
)
_START_SECONDS = 30
_INITDB = ("-A", "trust", "-N", "-E", "UTF8")
# PostgreSQL refuses to run as root.
_USERS = ("postgres", "nobody")


def find_postgres() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest version first; None if missing."""
    named = os.environ.get(VARIABLE)
    found = [Path(named)] if named else []
    if path := shutil.which("postgres"):
        found.append(Path(path).resolve().parent)
    for root in ("/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt/postgresql"):
        versions = sorted(Path(root).glob("*/bin"), key=lambda one: _number(one.parent.name))
        found += [*reversed(versions), Path(root) / "bin"]
    return next((one for one in found if _is_complete(one)), None)


def _is_complete(folder: Path) -> bool:
    return all((folder / program).exists() for program in ("initdb", "postgres", "pg_isready"))


def _number(version: str) -> int:
    return int(version) if version.isdecimal() else 0


def install_postgres() -> Path | None:
    """Install PostgreSQL with the system's package manager, as root; return its folder or None."""
    return find_postgres() if install_package("postgresql", dnf="postgresql-server") else None


class Cluster:
    """A PostgreSQL of its own, on a free port of this machine, in a temporary folder."""

    def __init__(
        self,
        *,
        is_durable: bool = False,
        settings: Sequence[str] = (),
        folder: Path | None = None,
        primary: Cluster | None = None,
    ) -> None:
        """Without `is_durable` it is faster, but a crash of the machine may damage it.

        `folder` is an empty one to use instead of a temporary one. With a `primary`, it becomes a
        standby of it.
        """
        programs = find_postgres()
        if programs is None:
            raise FileNotFoundError(MISSING)
        self._programs = programs
        self._user = next(filter(_exists, _USERS)) if is_root() else None
        self.folder = folder or Path(tempfile.mkdtemp(prefix="torpedo-postgres-"))
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self._settings = [
            *(f"port={self.port}", "listen_addresses=127.0.0.1"),
            f"unix_socket_directories={self.folder}",
            *("max_connections=200", "shared_buffers=32MB"),
            *([] if is_durable else ["fsync=off", "full_page_writes=off"]),
            *settings,
        ]
        self.process: subprocess.Popen[bytes] | None = None
        self._made = 0
        try:
            if primary is None:
                self._run("initdb", "-D", self.data, "-U", "torpedo", *_INITDB)
            else:
                self.copy(primary)
            self.start()
        except BaseException:
            self.remove()
            raise

    def copy(self, primary: Cluster) -> None:
        """Replace its data by that of another one, to become its standby when started."""
        shutil.rmtree(self.data, ignore_errors=True)
        source = ("-d", primary.url(), "-c", "fast", "-X", "stream")
        self._run("pg_basebackup", "-D", self.data, "-R", *source)

    @property
    def data(self) -> str:
        """The cluster's data folder."""
        return str(self.folder / "data")

    def url(self, database: str = "postgres") -> str:
        """Return the address of a database."""
        return f"postgresql://torpedo@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        options = [part for setting in self._settings for part in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603
                [self._programs / "postgres", "-D", self.data, *options],
                stdout=log,
                stderr=log,
                user=self._user,
                cwd=self.folder,
                # Ctrl+C in the terminal is for the tests, which stop it themselves.
                start_new_session=True,
            )
        until = time.monotonic() + _START_SECONDS
        while not self._is_ready():
            if time.monotonic() > until or self.process.poll() is not None:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.02)

    def _is_ready(self) -> bool:
        command = [self._programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(command, check=False).returncode == 0  # noqa: S603

    def stop(self) -> None:
        """Stop it at once, as the operating system does when it shuts down."""
        self._end(signal.SIGQUIT)

    def kill(self) -> None:
        """Kill it as a power cut would, all of its processes; `start` then recovers."""
        if self.process is not None:
            # Its children end when they notice that the first process is gone, but on a busy
            # machine they may still execute a statement before.
            children = _children(self.process.pid)
            self._end(signal.SIGKILL)
            for child in children:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            until = time.monotonic() + _START_SECONDS
            while self._is_ready() and time.monotonic() < until:
                time.sleep(0.02)
            (self.folder / "data" / "postmaster.pid").unlink(missing_ok=True)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None

    def remove(self) -> None:
        """Stop it and delete its files."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_database(self, template: str = "template1") -> str:
        """Create a database as a copy of another; return its name."""
        self._made += 1
        name = f"games_{os.getpid()}_{self._made}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def execute(self, statement: str, database: str = "postgres") -> None:
        """Execute a statement."""
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement.encode())

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(  # noqa: S603
            [self._programs / program, *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            user=self._user,
            cwd=self.folder,
        )


def _children(process: int) -> list[int]:
    """Return a process's children, if there is a program that lists them."""
    program = shutil.which("pgrep")
    if program is None:
        return []
    command = [program, "-P", str(process)]
    found = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
    return list(map(int, found.stdout.split()))


def _exists(user: str) -> bool:
    import pwd

    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True


def main() -> None:
    """Make sure that PostgreSQL is installed; otherwise print a sentence, which is not an error."""
    if not find_postgres() and not install_postgres():
        print(MISSING, file=sys.stderr)


if __name__ == "__main__":
    main()
