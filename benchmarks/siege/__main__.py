"""Attack the server of another source tree: `python -m benchmarks.siege TREE [ATTACK …]`."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks.siege.run import run

if __name__ == "__main__":
    tree = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    sys.exit(0 if run(tree, sys.argv[2:]) else 1)
