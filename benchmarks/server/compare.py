"""Compare two source trees: `python -m benchmarks.server.compare OLD_TREE NEW_TREE`.

Both servers get the same load in alternating runs, so that other load on the machine doesn't affect
just one of them, and each is rated by its best run, because other load can only make a run worse.
Processor time per command is the more reliable of the two figures.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.goals import Figure, show
from benchmarks.server.processes import Load, Ours

Result = dict[str, float]


def compare(old: Path, new: Path, *, tables: int, seconds: float, turns: int) -> bool:
    """Print the figures of both trees; return whether the new one is not slower."""
    results: dict[Path, list[Result]] = {old: [], new: []}
    for turn in range(turns):
        # Each tree goes first as often as the other.
        for tree in (old, new) if turn % 2 == 0 else (new, old):
            results[tree].append(_measure(tree, tables, seconds))
    rates = [max(map(_rate, results[tree])) for tree in (old, new)]
    times = [min(map(_processor_time, results[tree])) for tree in (old, new)]
    return show(
        f"Server, {tables} tables at full load, {turns} runs of each tree",
        [
            Figure("commands, old tree", rates[0], None, None, "per second"),
            Figure("commands, new tree", rates[1], None, None, "per second"),
            Figure("ratio of commands, new to old", rates[1] / rates[0], None, None, "times"),
            Figure("processor time per command, old tree", times[0], None, None, "µs"),
            Figure("processor time per command, new tree", times[1], None, None, "µs"),
            # Two equal trees differ by a few per cent.
            Figure(
                "ratio of processor times, new to old", times[1] / times[0], None, 1.03, "times"
            ),
        ],
    )


def _measure(tree: Path, tables: int, seconds: float) -> Result:
    with tempfile.TemporaryDirectory() as name:
        server = Ours(Path(name), tree)
        try:
            return Load(server.spec, tables=tables, seconds=seconds).result()
        finally:
            server.kill()


def _rate(result: Result) -> float:
    return result["commands"] / result["seconds"]


def _processor_time(result: Result) -> float:
    return 1e6 * result["cpu"] / result["commands"]


def main() -> None:
    """Compare the given trees; exit with 1 if the new one is slower."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.compare")
    parser.add_argument("old", type=Path, help="the folder of a checkout")
    parser.add_argument("new", type=Path, help="the folder of another checkout")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=5.0, help="length of one run")
    parser.add_argument("--turns", type=int, default=4, help="runs of each tree")
    args = parser.parse_args()
    is_fast = compare(
        args.old, args.new, tables=args.tables, seconds=args.seconds, turns=args.turns
    )
    sys.exit(0 if is_fast else 1)


if __name__ == "__main__":
    main()
