"""A Ray cluster. Ray is large, so the development tools don't include it: usually skipped."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="Ray isn’t installed: pip install '.[cluster]'")


def test_records_are_the_same_with_a_worker_killed_midway() -> None:
    """On two clusters: the benchmark exits with 1 if a record differs."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "cluster", "--games", "60"],
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.returncode == 0
