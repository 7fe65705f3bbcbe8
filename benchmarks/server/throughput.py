"""Commands per second and latency at full load, durable, compared with peers in memory."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.goals import Figure, show
from benchmarks.server.disk import lost_commands, verify_games
from benchmarks.server.processes import PEERS, Boardgame, Colyseus, Load, Ours

TABLES = (50, 200)
# Alternate between the servers, twice, so that other load doesn't affect just one of them.
TURNS = 2
SECONDS = 5.0
# Of boardgame.io's processor time per command.
GOAL = 0.5
Results = list[dict[str, float]]


def run() -> bool:
    """Print the figures of both servers, their ratios, and the check of the data on disk."""
    return min([_run(tables) for tables in TABLES])


def _run(tables: int) -> bool:
    ours: Results = []
    peers: dict[str, Results] = {peer.name: [] for peer in PEERS}
    games = answered = lost = 0
    are_true = True
    for _ in range(TURNS):
        for peer in PEERS:
            peers[peer.name].append(_measure_peer(peer, tables))
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            ours.append(_measure_ours(folder, tables))
            some, missing = lost_commands(folder / "games.sqlite", folder / "acknowledged")
            ended, is_true = verify_games(folder / "games.sqlite", folder / "records.ndjson")
        answered, lost, games = answered + some, lost + missing, games + ended
        are_true = are_true and is_true
    return show(
        f"Server, {tables} tables at full load",
        [
            *_compared(ours, peers),
            Figure("commands answered", answered),
            Figure("of these not in the file after kill -9", lost, None, 0),
            Figure("games ended", games),
            Figure("their records pass torpedo verify", are_true, 1),
        ],
    )


def _compared(ours: Results, peers: dict[str, Results]) -> list[Figure]:
    """Our figures and those of the peers; the goals refer to boardgame.io."""
    everyone = {"ours, durable": ours, **peers}
    boardgame = peers[Boardgame.name]
    share = _cpu(ours) / _cpu(boardgame)
    slowness = _worst(ours, "p99") / _worst(boardgame, "p99")
    return [
        *(Figure(f"commands, {name}", _rate(r), unit="a second") for name, r in everyone.items()),
        Figure("  ratio to boardgame.io", _rate(ours) / _rate(boardgame), 1, None, "times"),
        *(
            Figure(f"processor time a command, {n}", _cpu(r), unit="µs")
            for n, r in everyone.items()
        ),
        Figure("  ratio to boardgame.io", share, None, GOAL, "times"),
        *(_latency("half of all", n, r, "p50") for n, r in everyone.items()),
        *(_latency("99 of 100", n, r, "p99") for n, r in everyone.items()),
        Figure("  ratio to boardgame.io", slowness, None, 1, "times"),
    ]


def _latency(part: str, name: str, results: Results, key: str) -> Figure:
    return Figure(f"latency of {part}, {name}", _worst(results, key), unit="ms")


def _measure_ours(folder: Path, tables: int) -> dict[str, float]:
    server = Ours(folder)
    try:
        acknowledged = str(folder / "acknowledged")
        load = Load(server.spec, tables=tables, seconds=SECONDS, acknowledged=acknowledged)
        return load.result()
    finally:
        server.kill()


def _measure_peer(peer: type[Boardgame | Colyseus], tables: int) -> dict[str, float]:
    server = peer()
    try:
        return Load(server.spec, tables=tables, seconds=SECONDS).result()
    finally:
        server.kill()


def _rate(results: Results) -> float:
    return sum(r["commands"] for r in results) / sum(r["seconds"] for r in results)


def _cpu(results: Results) -> float:
    return 1e6 * sum(r["cpu"] or 0 for r in results) / sum(r["commands"] for r in results)


def _worst(results: Results, name: str) -> float:
    return max(result[name] for result in results)
