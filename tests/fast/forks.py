"""Runs code in new processes that have imported Numba already, which takes each of them a while."""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from pathlib import Path
from typing import NamedTuple

import numba

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["numba"])


class Done(NamedTuple):
    """How a process ended."""

    code: int | None
    printed: str
    errors: str


def run_script(file: Path, *words: str, folder: Path, **variables: str) -> Done:
    """Run a script in a folder, with words for it, and environment variables that Numba reads."""
    names = "printed", "errors"
    outputs = [file.with_suffix(f".{name}") for name in names]
    process = _CONTEXT.Process(target=_run, args=(file, words, folder, variables, outputs))
    process.start()
    process.join()
    return Done(process.exitcode, *(output.read_text(encoding="utf-8") for output in outputs))


def _run(
    file: Path, words: list[str], folder: Path, variables: dict[str, str], outputs: list[Path]
) -> None:
    for output, descriptor in zip(outputs, (1, 2), strict=True):
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), descriptor)
    os.environ.pop("NUMBA_CACHE_DIR", None)
    os.environ.update(variables)
    numba.core.config.reload_config()
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    sys.argv = [str(file), *words]
    sys.dont_write_bytecode = True
    runpy.run_path(str(file), run_name="__main__")
