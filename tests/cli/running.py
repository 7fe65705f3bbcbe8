"""Runs the command: in this process, or in a separate one, as a user does."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess
from unittest import mock

from torpedo_dice.cli import main
from torpedo_dice.locale import use

COLUMNS = "100"


def torpedo(*args: object, text_in: str = "") -> CompletedProcess[str]:
    """Run the command in this process, which takes a tenth of the time that a new one takes."""
    words = list(map(str, args))
    code: object = None
    with (
        mock.patch.dict(os.environ, COLUMNS=COLUMNS),
        mock.patch.object(sys, "argv", ["torpedo", *words]),
        mock.patch.object(sys, "stdin", io.StringIO(text_in)),
        contextlib.redirect_stdout(io.StringIO()) as out,
        contextlib.redirect_stderr(io.StringIO()) as err,
    ):
        try:
            main()
        except SystemExit as ended:
            code = ended.code
        finally:
            # What the command was asked to speak ends with it.
            use(None)
    assert isinstance(code, int)
    return CompletedProcess(words, code, out.getvalue(), err.getvalue())


def torpedo_process(*args: object, path: Path | None = None) -> CompletedProcess[str]:
    """Run the command in a separate process; modules in the folder `path` are found first."""
    environment = {**os.environ, "COLUMNS": COLUMNS}
    if path is not None:
        known = os.environ.get("PYTHONPATH")
        environment["PYTHONPATH"] = os.pathsep.join([str(path), *([known] if known else [])])
    return subprocess.run(
        [sys.executable, "-m", "torpedo_dice.cli", *map(str, args)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment,
    )


def assert_refused(result: CompletedProcess[str], *words: str) -> None:
    """Bad input: one sentence on standard error, nothing on standard output, exit code 2."""
    assert result.returncode == 2, result
    assert result.stdout == ""
    assert result.stderr.startswith("torpedo: ")
    assert result.stderr.count("\n") == 1
    for word in words:
        assert word in result.stderr
