"""Live tables at a human pace: how many a server carries, and what each of them costs.

Two players per table, each with a connection that sends a ping every three seconds, as a page does;
one command per table every five seconds on average. On SQLite, and on PostgreSQL with one and two
processes: with connections at random, and with all connections of a table at the same process, as
behind a proxy that sees to that. The players run on the same machine, in Node.js, and need about as
much of it as the server: a server with a machine of its own carries more. `--tables N` tries one
number of tables.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.goals import Figure, show
from benchmarks.server.processes import PEERS, Load, Ours, wait_for
from tools.postgres import Cluster

# Numbers of tables to try, until the latency is too high.
TABLES = (1000, 2500, 5000, 10_000)
SECONDS = 20.0
# At full speed.
FAST_TABLES, FAST_SECONDS = 50, 4.0
THINKS = 5000
# Milliseconds within which 99 of 100 commands must be answered.
GOAL = 100.0
# Megabytes for 10,000 tables in one process.
MEMORY = 1024.0
_MIB = 1 << 20
_FILES = 65_536
# Files of a process that aren't connections to players.
_OTHER_FILES = 100
_SERVE = """
import sys
from torpedo_dice.server.run import serve

if __name__ == "__main__":
    serve(port=int(sys.argv[1]), data=sys.argv[2], workers=int(sys.argv[3]), commands=0)
"""
# Whose processor time is measured.
_PARTS = {"cpu": "server", "database": "database", "own": "load itself"}
Result = dict[str, float]


class Several(Ours):
    """A server with several processes on a PostgreSQL."""

    def __init__(self, folder: Path, data: str, workers: int) -> None:
        self._script = folder / "serve.py"
        # A file, because the workers import the main module.
        self._script.write_text(_SERVE, encoding="utf-8")
        self._words = [data, str(workers)]
        super().__init__(folder)

    def start(self) -> None:
        """Start it and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, self._script, str(self.port), *self._words],
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        wait_for(f"{self.address}/api/health")

    @property
    def pids(self) -> list[int]:
        """The processes that serve: itself if it is one, otherwise its workers."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        found = [
            int(child)
            for child in children
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        ]
        return found or [self.pid]

    def kill(self) -> None:
        """Stop it with its workers."""
        self._process.terminate()
        self._process.wait()


@dataclass(frozen=True)
class Kind:
    """A way to run the server; without servers on PostgreSQL, it is one process on SQLite."""

    name: str
    # How many servers share the PostgreSQL, and how many workers each of them has.
    servers: int = 0
    workers: int = 1


KINDS = (
    Kind("SQLite, one process"),
    Kind("PostgreSQL, one process", 1),
    Kind("PostgreSQL, two processes", 1, workers=2),
    Kind("PostgreSQL, two processes, each table at one", 2),
)


@contextmanager
def _server(kind: Kind) -> Iterator[dict[str, object]]:
    """Start a server; give the parameters for the load."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if not kind.servers:
            server = Ours(folder)
            stack.callback(server.kill)
            yield server.spec
            return
        cluster = Cluster(is_durable=True, settings=["shared_buffers=256MB"])
        stack.callback(cluster.remove)
        servers = []
        for _ in range(kind.servers):
            servers.append(Several(folder, cluster.url(), kind.workers))
            stack.callback(servers[-1].kill)
        assert cluster.process is not None
        yield {
            **servers[0].spec,
            "ports": [one.port for one in servers],
            "pids": [pid for one in servers for pid in one.pids],
            "database": cluster.process.pid,
        }


def _measure(kind: Kind, **more: object) -> Result:
    """Put a load on a server of a kind."""
    with _server(kind) as spec:
        return Load(spec, **more).result()


def _show_costs() -> None:
    """Print what a command costs at full speed, and at the peers in the same run."""
    fast = {"tables": FAST_TABLES, "seconds": FAST_SECONDS}
    figures = []
    for peer in (start() for start in PEERS):
        try:
            cost = _per_command(Load(peer.spec, **fast).result(), "cpu")
        finally:
            peer.kill()
        figures.append(Figure(f"{peer.name}, in memory", cost, unit="µs"))
    for kind in KINDS:
        result = _measure(kind, **fast)
        figures.append(Figure(kind.name, _per_command(result, "cpu"), unit="µs"))
        if kind.servers:
            database = _per_command(result, "database")
            figures.append(Figure("  and the database", database, unit="µs"))
    show(f"Processor time per command, {FAST_TABLES} tables at full speed", figures)


def _per_command(result: Result, key: str) -> float:
    return 1e6 * result[key] / result["commands"]


def run(tables: tuple[int, ...] = TABLES, seconds: float = SECONDS) -> bool:
    """Try the numbers of tables with each kind of server; return whether the goals are met."""
    most = _allow_connections()
    if max(tables) > most:
        print(f"The system's limit of open files per process allows {most:,} tables.")
    tables = tuple(sorted({min(number, most) for number in tables}))
    _show_costs()
    return min([_ladder(kind, tables, seconds) for kind in KINDS])


def _allow_connections() -> int:
    """Let processes open as many files as the system allows; return for how many tables."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (_FILES, _FILES))
    except (OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (files - _OTHER_FILES) // 2


def _ladder(kind: Kind, numbers: tuple[int, ...], seconds: float) -> bool:
    reached = 0
    for tables in numbers:
        # As pages do, players connect again if an overloaded server resets a connection.
        live = {"thinks": THINKS, "isLive": True, "patient": True}
        result = _measure(kind, tables=tables, seconds=seconds, **live)
        _show(kind.name, tables, result)
        if result["p99"] > GOAL:
            break
        reached = tables
    goal = None if len(numbers) == 1 else float(max(numbers))
    return show(kind.name, [Figure("live tables with p99 under 100 ms", reached, goal)])


def _show(name: str, tables: int, result: Result) -> None:
    per_table = (result["open"] - result["empty"]) / tables
    show(
        f"{name}: {tables} live tables, {2 * tables} connections",
        [
            Figure("commands", result["commands"] / result["seconds"], None, None, "a second"),
            Figure("latency, half of all commands", result["p50"], None, None, "ms"),
            Figure("latency, 99 of 100", result["p99"], None, GOAL, "ms"),
            Figure("connections that were lost and made again", result["reconnects"]),
            *(
                Figure(
                    f"processor time of the {name}", result[key] / result["seconds"], unit="cores"
                )
                for key, name in _PARTS.items()
            ),
            Figure(
                "  of the server per command, with pings", _per_command(result, "cpu"), unit="µs"
            ),
            Figure("memory", result["full"] / _MIB, None, MEMORY, "MiB"),
            Figure("  per table with two connections", per_table / 1024, unit="KiB"),
            Figure("  per table after some moves", _growth(result, tables), unit="KiB"),
        ],
    )


def _growth(result: Result, tables: int) -> float:
    return (result["full"] - result["empty"]) / tables / 1024


def main() -> None:
    """Try some numbers of tables; exit with 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    parser.add_argument("--tables", type=int, nargs="+", default=list(TABLES), metavar="N")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="N")
    given = parser.parse_args()
    sys.exit(0 if run(tuple(given.tables), given.seconds) else 1)


if __name__ == "__main__":
    main()
