"""Faults of every kind while games are played: nothing acknowledged is lost, nothing happens twice.

Clients play through nginx at two processes that share a PostgreSQL with a synchronous standby.
Meanwhile processes, database, proxy, links, disk and clocks break at random moments. Afterwards
`checker.py`, which knows nothing of the server's code, compares what clients were told with the
log in the database. `python -m benchmarks.faults --help` lists the options.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp

from benchmarks.faults.campaign import run_campaign
from benchmarks.faults.checker import Findings, check
from benchmarks.goals import Figure, show

FAULTS = 1000
KINDS = ("lost", "twice", "out of order", "forked", "early", "unverified", "unrecovered")


def run(
    faults: int = FAULTS,
    seed: int = 1,
    folder: Path | None = None,
    build: str = "",
    minutes: float | None = None,
) -> bool:
    """Run a campaign, check it, and print the result; its history stays in the folder."""
    folder = folder or Path(mkdtemp(prefix="torpedo-faults-"))
    run_campaign(folder, faults=faults, seed=seed, build=build, minutes=minutes)
    return report(folder, faults)


def report(folder: Path, faults: int = 1) -> bool:
    """Check the campaign in a folder, and print the result; return whether all is well."""
    found = check(folder)
    for kind, problems in found.problems.items():
        for problem in problems[:5]:
            print(f"{kind}: {problem}")
    print(f"The history is in {folder}.")
    return show("Faults while games are played", _figures(found, faults))


def _figures(found: Findings, faults: int) -> list[Figure]:
    kinds = [Figure(f"  {kind}", number) for kind, number in sorted(found.faults.items())]
    names = {"lost": "acknowledged commands lost", "twice": "commands applied twice"}
    return [
        Figure("faults", found.faults.total(), faults),
        *kinds,
        Figure("tables", found.tables, 1),
        Figure("commands acknowledged", found.acknowledged, 1),
        Figure("games ended, with a record", found.games, 1),
        *(Figure(names.get(k, k), len(found.problems[k]), None, 0) for k in (*KINDS, "slow stop")),
        Figure("the slowest recovery", found.slowest, None, 15, "s"),
    ]
