"""Runs the command in a process of its own, as a person does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def torpedo(
    *args: object, text_in: str = "", path: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command; `path` is a folder whose modules are found first."""
    environment = {**os.environ, "COLUMNS": "100"}
    if path is not None:
        known = os.environ.get("PYTHONPATH")
        environment["PYTHONPATH"] = os.pathsep.join([str(path), *([known] if known else [])])
    return subprocess.run(
        [sys.executable, "-m", "torpedo_dice.cli", *map(str, args)],
        input=text_in,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment,
    )


def assert_refused(result: subprocess.CompletedProcess[str], *words: str) -> None:
    """Bad input: one sentence on standard error, nothing on standard output, exit code 2."""
    assert result.returncode == 2, result
    assert result.stdout == ""
    assert result.stderr.startswith("torpedo: ")
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr
