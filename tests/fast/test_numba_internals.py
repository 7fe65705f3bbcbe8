"""How functions are compiled on Numba's internals, cached on disk and invalidated."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from torpedo_dice.fast import numba_internals
from torpedo_dice.fast.numba_internals import compiled, kernel


@kernel
def _twice(number: int) -> int:
    return 2 * number


@compiled
def _twice_of_each(numbers: Any) -> Any:
    doubled = np.zeros_like(numbers)
    for index in range(len(numbers)):
        doubled[index] = _twice(numbers[index])
    return doubled


def test_functions_call_each_other_and_are_called_from_python() -> None:
    """A kernel is called from Python, and from a function that allocates an array."""
    assert _twice(4) == 8
    assert _twice_of_each(np.array([1, 2, 3])).tolist() == [2, 4, 6]


@pytest.fixture
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a writable folder, where Numba refuses to cache."""

    def no_folder(*_: object) -> None:
        raise RuntimeError("no locator available")

    monkeypatch.setattr(numba_internals, "SourceStampedCache", no_folder)


@pytest.mark.usefixtures("no_cache")
def test_it_works_without_a_writable_folder() -> None:
    """Without a cache the function is compiled in each process."""
    assert kernel(lambda number: number + 1)(1) == 2


@pytest.mark.usefixtures("no_cache")
def test_one_compilation_serves_all_widths() -> None:
    """Narrow integers and constants do not compile a kernel again."""
    thrice: Any = kernel(lambda number: 3 * number)
    of_many_widths = compiled(
        lambda: thrice(np.int8(1)) + thrice(np.int16(2)) + thrice(np.int32(3)) + thrice(4)
    )
    assert of_many_widths() == 30
    assert len(thrice.signatures) == 1


RECORDS = """
import sys
import numpy as np
from torpedo_dice.fast.compiled import borrowing, compiled

@borrowing
def sum_up(row, depth):
    if depth == 0:
        return row.value
    total = sum_up(row, depth - 1) + 0 * sum_up(row, depth // 2)
    for index in range(len(row.zeros)):
        total += row.zeros[index]
    return total

@compiled
def answer(row):
    return sum_up(row, 3)

for size in map(int, sys.argv[1:]):
    row = np.zeros(1, [("zeros", "f4", size), ("value", "f4")])[0]
    row["value"] = size
    print(int(answer(row)))
"""


def test_cached_functions_of_different_processes_are_not_confused(tmp_path: Path) -> None:
    """Each process compiles the same functions for other records; then one process uses both."""
    (tmp_path / "caller.py").write_text(RECORDS, encoding="utf-8")
    for sizes in (["3"], ["7"], ["3", "7"]):
        assert _run(tmp_path, *sizes).split() == sizes


def test_a_change_in_a_callee_invalidates_the_cache(tmp_path: Path) -> None:
    """A change in another file of the package counts too, as callees are inlined."""
    files = {
        "callee.py": "from torpedo_dice.fast.compiled import kernel\n"
        "@kernel\ndef seven():\n    return 7\n",
        "caller.py": "from callee import seven\nfrom torpedo_dice.fast.compiled import compiled\n"
        "@compiled\ndef answer():\n    return 7 * seven()\n\nprint(answer())\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert _run(tmp_path) == "49"
    assert list((tmp_path / "__pycache__").glob("caller.answer*.nbc"))
    for changed, answer in (("callee.py", "42"), ("caller.py", "36")):
        text = files[changed].replace("return 7", "return 6")
        (tmp_path / changed).write_text(text, encoding="utf-8")
        assert _run(tmp_path) == answer


def _run(folder: Path, *words: str) -> str:
    environment = {name: os.environ[name] for name in os.environ if name != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-B", "caller.py", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()
