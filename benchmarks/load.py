"""Live tables at a human pace: how many a server carries, and what each of them costs.

Two players per table, each with a connection that sends a ping every three seconds, as a page does;
one command per table every five seconds on average. On SQLite, and on PostgreSQL with one and two
processes. The players run on the same machine, in Node.js, and need about as much of it as the
server: a server with a machine of its own carries more. `--tables N` tries one number of tables.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from benchmarks.goals import Figure, show
from benchmarks.server.processes import Load, Ours, Peer, wait_for
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
_SERVE = """
import sys
from torpedo_dice.server.run import serve

if __name__ == "__main__":
    serve(port=int(sys.argv[1]), data=sys.argv[2], workers=int(sys.argv[3]), commands=0)
"""
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


@contextmanager
def _server(kind: str, folder: Path) -> Iterator[tuple[dict[str, object], Cluster | None]]:
    """Start a server; give the parameters for the load, and its database."""
    if kind.startswith("SQLite"):
        server = Ours(folder)
        try:
            yield {**server.spec, "pids": [server.pid]}, None
        finally:
            server.kill()
        return
    cluster = Cluster(is_durable=True, settings=["shared_buffers=256MB"])
    try:
        several = Several(folder, cluster.url(), int(kind.split()[-1]))
        try:
            yield {**several.spec, "pids": several.pids}, cluster
        finally:
            several.kill()
    finally:
        cluster.remove()


def _measure(kind: str, tables: int, seconds: float) -> Result:
    with tempfile.TemporaryDirectory() as name, _server(kind, Path(name)) as (spec, cluster):
        more = {"tables": tables, "seconds": seconds, "thinks": THINKS, "isLive": True}
        before = _cpu(cluster)
        result = Load(spec, **more).result()
        return {**result, "database": _cpu(cluster) - before}


def _show_costs(kinds: tuple[str, ...]) -> None:
    """Print what a command costs at full speed, and at boardgame.io in the same run."""
    peer = Peer()
    try:
        result = Load(peer.spec, tables=FAST_TABLES, seconds=FAST_SECONDS).result()
    finally:
        peer.kill()
    figures = [Figure("boardgame.io, in memory", _per_command(result), unit="µs")]
    for kind in kinds:
        with tempfile.TemporaryDirectory() as name, _server(kind, Path(name)) as (spec, cluster):
            before = _cpu(cluster)
            result = Load(spec, tables=FAST_TABLES, seconds=FAST_SECONDS).result()
            figures.append(Figure(kind, _per_command(result), unit="µs"))
            if cluster is not None:
                with psycopg.connect(cluster.url()) as connection:
                    row = connection.execute("SELECT count(*) FROM log").fetchone()
                assert row is not None
                each = 1e6 * (_cpu(cluster) - before) / row[0]
                figures.append(Figure("  and the database, per entry", each, unit="µs"))
    show(f"Processor time per command, {FAST_TABLES} tables at full speed", figures)


def _per_command(result: Result) -> float:
    return 1e6 * result["cpu"] / result["commands"]


def _cpu(cluster: Cluster | None) -> float:
    """Return the processor time of all processes of a database so far, in seconds."""
    if cluster is None or cluster.process is None:
        return 0.0
    first = cluster.process.pid
    pids = [first, *Path(f"/proc/{first}/task/{first}/children").read_text().split()]
    fields = [Path(f"/proc/{pid}/stat").read_text().split(") ")[1].split() for pid in pids]
    return sum(int(one[11]) + int(one[12]) for one in fields) / 100


def run(tables: tuple[int, ...] = TABLES, seconds: float = SECONDS) -> bool:
    """Try the numbers of tables with each kind of server; return whether the goals are met."""
    _allow_connections()
    kinds = ("SQLite, processes: 1", "PostgreSQL, processes: 1", "PostgreSQL, processes: 2")
    _show_costs(kinds)
    return min([_ladder(kind, tables, seconds) for kind in kinds])


def _allow_connections() -> None:
    """Let the processes open a file for each connection, as many as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (_FILES, _FILES))
    except (OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _ladder(kind: str, numbers: tuple[int, ...], seconds: float) -> bool:
    reached = 0
    for tables in numbers:
        result = _measure(kind, tables, seconds)
        _show(kind, tables, result)
        if result["p99"] > GOAL:
            break
        reached = tables
    goal = None if len(numbers) == 1 else 10_000.0
    return show(kind, [Figure("live tables with p99 under 100 ms", reached, goal)])


def _show(kind: str, tables: int, result: Result) -> None:
    per_table = (result["open"] - result["empty"]) / tables
    commands = result["commands"]
    show(
        f"{kind}: {tables} live tables, {2 * tables} connections",
        [
            Figure("commands", commands / result["seconds"], None, None, "a second"),
            Figure("latency, half of all commands", result["p50"], None, None, "ms"),
            Figure("latency, 99 of 100", result["p99"], None, GOAL, "ms"),
            Figure("server's processor time", result["cpu"] / result["seconds"], unit="cores"),
            Figure("  per command, with pings", 1e6 * result["cpu"] / commands, unit="µs"),
            Figure("database's processor time, from the start", result["database"], unit="s"),
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
