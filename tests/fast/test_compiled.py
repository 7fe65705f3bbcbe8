"""Which decorators are used: those on Numba's internals, or Numba's own if they changed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.games import at_act
from torpedo_dice.fast import numba_internals, numba_public
from torpedo_dice.fast.compiled import PLAIN_VARIABLE, borrowing, compiled, kernel
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.legal import legal_count
from torpedo_dice.fast.playouts import random_games
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Mode
from torpedo_dice.sheets import load_sheet

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
COUNTS = "from tests.fast.test_compiled import print_counts; print_counts()\n"
GAMES = "from tests.fast.test_compiled import print_games; print_games()\n"


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


def test_plain_compilation_gives_the_same_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With Numba's own decorators the legal moves are the same; `make prove` plays whole games."""
    printed, errors = python(WHICH + COUNTS, tmp_path, **{PLAIN_VARIABLE: "1"})
    assert printed[0] == numba_public.__name__
    print_counts()
    assert printed[1:] == capsys.readouterr().out.splitlines()
    assert len(printed) == 4
    assert not errors


def print_counts() -> None:
    """Print how many legal moves there are after some rolls."""
    sheet = load_sheet("mission")
    for dice in ((4, 3, 1), (6, 6, 2, 5), (1, 5)):
        game = at_act(sheet, Mode.MISSION if len(dice) > 2 else Mode.SOLO, dice)
        print(legal_count(fast_sheet(sheet).tables, from_game(game), 0))


def print_games() -> None:
    """Print how many decisions random games have, and where they end."""
    for mode, players in (("mission", 2), ("mission", 4), ("solo", 1)):
        rows, decisions = random_games(50, load_sheet("mission"), mode, players, 1)
        print(decisions, hashlib.sha256(rows.tobytes()).hexdigest())


def games_differ(cache: Path) -> bool:
    """Whether plain compilation plays other games, for `prove.py`: it takes half a minute."""
    variables = ({PLAIN_VARIABLE: "1"}, {})
    plain, ours = (python(GAMES, cache, **each)[0] for each in variables)
    return plain != ours or len(plain) != 3
