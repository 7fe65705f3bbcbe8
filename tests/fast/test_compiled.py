"""Which decorators are used: those on Numba's internals, or Numba's own if they changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from torpedo_dice.fast import numba_internals, numba_public
from torpedo_dice.fast.compiled import PLAIN_VARIABLE, borrowing, compiled, kernel

ROOT = Path(__file__).parents[2]

# Ways in which a release of Numba could change what `numba_internals` relies on.
MOVED_CLASS = "import numba.core.codegen; del numba.core.codegen.JITCodeLibrary\n"
OTHER_CACHE = """
import numba.core.caching as caching
class OtherCache(caching.FunctionCache):
    def __init__(self, function):
        super().__init__(function)
        del self._cache_file._source_stamp
caching.FunctionCache = OtherCache
"""
OTHER_SIGNATURE = """
import numba.core.compiler as compiler
class OtherCompiler(compiler.Compiler):
    def __init__(self, context):
        super().__init__(context)
compiler.Compiler = OtherCompiler
"""

WHICH = "from torpedo_dice.fast.compiled import kernel; print(kernel.__module__)\n"
USE_IT = "print(kernel(lambda number: number + 1)(1))\n"
LOCKSTEP = """
from tests.fast.lockstep import run
result = run(0, games=10)
print(result.steps, result.differences)
"""


def python(code: str, cache: Path, **variables: str) -> tuple[list[str], str]:
    """Run some code with a cache of its own; return the lines that it printed, and its errors."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


def test_the_installed_numba_is_supported() -> None:
    """The tests of the fast engine run on the decorators that players get."""
    assert kernel is numba_internals.kernel
    assert borrowing is numba_internals.borrowing
    assert compiled is numba_internals.compiled


@pytest.mark.parametrize(
    "change",
    [MOVED_CLASS, OTHER_CACHE, OTHER_SIGNATURE],
    ids=["moved class", "other cache", "other signature"],
)
def test_changed_internals_mean_plain_compilation_and_one_warning(
    change: str, tmp_path: Path
) -> None:
    """A release of Numba that breaks the internals costs speed, not the game."""
    printed, errors = python(change + WHICH + USE_IT, tmp_path)
    assert printed == [numba_public.__name__, "2"]
    assert errors.count("RuntimeWarning") == 1
    assert "does not know the internals of Numba" in errors


def test_plain_compilation_plays_the_same_games(tmp_path: Path) -> None:
    """With Numba's own decorators both engines agree after every step too."""
    printed, errors = python(WHICH + LOCKSTEP, tmp_path, **{PLAIN_VARIABLE: "1"})
    module, result = printed
    assert module == numba_public.__name__
    steps, differences = result.split(" ", 1)
    assert int(steps) > 300
    assert differences == "[]"
    assert not errors
