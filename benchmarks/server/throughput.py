"""Commands per second and latency at full load, durable, compared with boardgame.io in memory."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.goals import Figure, show
from benchmarks.server.disk import lost_commands, verify_games
from benchmarks.server.processes import Load, Ours, Peer

TABLES = (50, 200)
# Alternate between the servers, twice, so that other load doesn't affect just one of them.
TURNS = 2
SECONDS = 5.0


def run() -> bool:
    """Print the figures of both servers, their ratios, and the check of the data on disk."""
    return min([_run(tables) for tables in TABLES])


def _run(tables: int) -> bool:
    ours: list[dict[str, float]] = []
    peers: list[dict[str, float]] = []
    games = answered = lost = 0
    are_true = True
    for _ in range(TURNS):
        peers.append(_measure_peer(tables))
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            ours.append(_measure_ours(folder, tables))
            some, missing = lost_commands(folder / "games.sqlite", folder / "acknowledged")
            ended, is_true = verify_games(folder / "games.sqlite", folder / "records.ndjson")
        answered, lost, games = answered + some, lost + missing, games + ended
        are_true = are_true and is_true
    rate, peer_rate = _rate(ours), _rate(peers)
    p99, peer_p99 = _worst(ours, "p99"), _worst(peers, "p99")
    return show(
        f"Server, {tables} tables at full load",
        [
            Figure("commands, durable", rate, None, None, "a second"),
            Figure("commands of boardgame.io, in memory", peer_rate, None, None, "a second"),
            Figure("ratio of commands", rate / peer_rate, 1, None, "times"),
            Figure("processor time a command", _cpu(ours), None, None, "µs"),
            Figure("processor time a command of boardgame.io", _cpu(peers), None, None, "µs"),
            Figure("latency, half of all commands", _worst(ours, "p50"), None, None, "ms"),
            Figure("latency, half of boardgame.io's", _worst(peers, "p50"), None, None, "ms"),
            Figure("latency, 99 of 100", p99, None, None, "ms"),
            Figure("latency, 99 of 100 of boardgame.io's", peer_p99, None, None, "ms"),
            Figure("ratio of the latter two", p99 / peer_p99, None, 1, "times"),
            Figure("commands answered", answered),
            Figure("of these not in the file after kill -9", lost, None, 0),
            Figure("games ended", games),
            Figure("their records pass torpedo verify", are_true, 1),
        ],
    )


def _measure_ours(folder: Path, tables: int) -> dict[str, float]:
    server = Ours(folder)
    try:
        acknowledged = str(folder / "acknowledged")
        load = Load(server.spec, tables=tables, seconds=SECONDS, acknowledged=acknowledged)
        return load.result()
    finally:
        server.kill()


def _measure_peer(tables: int) -> dict[str, float]:
    server = Peer()
    try:
        return Load(server.spec, tables=tables, seconds=SECONDS).result()
    finally:
        server.kill()


def _rate(results: list[dict[str, float]]) -> float:
    return sum(r["commands"] for r in results) / sum(r["seconds"] for r in results)


def _cpu(results: list[dict[str, float]]) -> float:
    return 1e6 * sum(r["cpu"] or 0 for r in results) / sum(r["commands"] for r in results)


def _worst(results: list[dict[str, float]], name: str) -> float:
    return max(result[name] for result in results)
