"""Compare both engines over many games: `python -m tests.fast.prove`."""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fast.lockstep import Result, run
from tests.fast.test_compiled import games_differ

GAMES = 200_000
# Games on one sheet, in one task.
GAMES_A_SHEET = 200


def main() -> None:
    """Play the games in two processes; exit 1 if a difference was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    asked = parser.parse_args()
    total = prove(asked.games, asked.processes, asked.seed)
    for difference in total.differences[:10]:
        print(difference)
    print(f"{total.games} games, {total.steps} steps, {len(total.differences)} differences")
    with TemporaryDirectory() as folder:
        differs = games_differ(Path(folder))
    print(f"plain compilation: {'other' if differs else 'the same'} games")
    sys.exit(1 if total.differences or differs else 0)


def prove(games: int, processes: int, seed: int) -> Result:
    """Play at least this many games, on many sheets, and report the progress."""
    total, begin = Result(), time.monotonic()
    sheets = -(-games // GAMES_A_SHEET)
    with ProcessPoolExecutor(processes) as pool:
        work = [pool.submit(run, seed + number, GAMES_A_SHEET) for number in range(sheets)]
        for done in as_completed(work):
            total += done.result()
            spent = time.monotonic() - begin
            print(
                f"\r{total.games} of {sheets * GAMES_A_SHEET} games, {total.steps} steps, "
                f"{len(total.differences)} differences, {spent:.0f} s",
                end="",
                file=sys.stderr,
                flush=True,
            )
    print(file=sys.stderr)
    return total


if __name__ == "__main__":
    main()
