"""`python -m benchmarks.faults`: a campaign with other settings, or a saved one checked again."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from benchmarks.faults import FAULTS, report, run
from benchmarks.faults.broken import BUILDS


def main() -> None:
    """Run or check a campaign; exit with 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults")
    parser.add_argument("--faults", type=int, default=FAULTS, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="chooses the faults")
    parser.add_argument("--minutes", type=float, metavar="N", help="end early after this time")
    parser.add_argument("--folder", type=Path, help="for the history (default: a new one)")
    parser.add_argument("--check", type=Path, metavar="FOLDER", help="only check a saved history")
    parser.add_argument(
        "--build", choices=list(BUILDS), default="", help="a server with a deliberate bug"
    )
    given = parser.parse_args()
    # So that a campaign that is stopped leaves no processes behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if given.check is not None:
        sys.exit(0 if report(given.check) else 1)
    sys.exit(0 if run(given.faults, given.seed, given.folder, given.build, given.minutes) else 1)


if __name__ == "__main__":
    main()
