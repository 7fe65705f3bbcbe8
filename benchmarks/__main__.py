"""Print the benchmark figures: `python -m benchmarks [SECTION …]`, all but `fuzz` by default."""

from __future__ import annotations

import sys

from benchmarks import (
    balance,
    envs,
    exactness,
    fast,
    fuzz,
    lan,
    misfires,
    review,
    robustness,
    server,
    siege,
    speed,
    strength,
)

SECTIONS = {
    "balance": balance.run,
    "exactness": exactness.run,
    "speed": speed.run,
    "fast": fast.run,
    "strength": strength.run,
    "robustness": robustness.run,
    "server": server.run,
    "misfires": misfires.run,
    "reveal": server.reveal.run,
    "siege": siege.run,
    "lan": lan.run,
    "fuzz": fuzz.run,
    "envs": envs.run,
    "review": review.run,
}


def main() -> None:
    """Run the named sections, or all of them; exit with 1 if a goal is missed."""
    # Fuzzing takes an hour.
    # The reveal is a part of the server's section.
    names = sys.argv[1:] or [name for name in SECTIONS if name not in {"fuzz", "reveal"}]
    unknown = [name for name in names if name not in SECTIONS]
    if unknown:
        sys.exit(f"benchmarks: {unknown[0]!r} is not known (known: {', '.join(SECTIONS)})")
    reached = [SECTIONS[name]() for name in names]
    sys.exit(0 if all(reached) else 1)


if __name__ == "__main__":
    main()
