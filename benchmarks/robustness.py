"""Malformed messages: send the server 100,000 of every kind while two people keep playing."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from pathlib import Path

from benchmarks.goals import Figure, show
from tests.server.players import Server
from tests.server.siege import Tally, besiege, verify

MESSAGES = 100_000
SEED = 100_000


def run() -> bool:
    """Attack a server and print the result; stop at the first malformed message it accepts."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "games.sqlite", Path(folder) / "log")
        try:
            tally, records = asyncio.run(besiege(server, MESSAGES, SEED))
            is_well = server.get("/api/health").status_code == 200
        finally:
            server.kill()
        objections = verify(records, Path(folder) / "records.ndjson")
        faults = server.faults()
    _tell(tally, objections, faults)
    return show(
        "Robustness: bad WebSocket messages, each refused, no table changed",
        [
            Figure("bad messages, each answered or ended as documented", tally.messages, MESSAGES),
            Figure("  connections that they came on", tally.connections),
            Figure("  messages a second", tally.messages / tally.seconds),
            Figure("tracebacks and errors in the server's log", len(faults), most=0),
            Figure("server is well afterwards", is_well, least=1),
            Figure("whole games that others played meanwhile", tally.games, least=1),
            Figure("  their moves, median", statistics.median(tally.latencies) * 1000, unit="ms"),
            Figure("  their moves, p99", _p99(tally.latencies) * 1000, unit="ms"),
            Figure("records, with the besieged tables' (played to the end)", len(records), least=1),
            Figure("  objections of torpedo verify", len(objections.splitlines()), most=0),
        ],
    )


def _p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[-1]


def _tell(tally: Tally, objections: str, faults: list[str]) -> None:
    print("\nRefusals")
    for reason, count in tally.answers.most_common():
        print(f"  {reason:<40} {count:>7}")
    print("Ends of connections")
    for end, count in sorted(tally.endings.items()):
        print(f"  {end:<40} {count:>7}")
    for line in (*objections.splitlines(), *faults):
        print(line)
