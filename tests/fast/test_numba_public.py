"""The decorators on Numba's public interface."""

from __future__ import annotations

import numba
import pytest

from torpedo_dice.fast import numba_public
from torpedo_dice.fast.numba_public import compiled, kernel


def test_functions_call_each_other_and_are_called_from_python() -> None:
    """A compiled function calls another one."""
    double = kernel(lambda number: 2 * number)
    four_times = compiled(lambda number: double(double(number)))
    assert double(4) == 8
    assert four_times(4) == 16


def test_it_works_without_a_writable_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Numba refuses to cache, the function is compiled in each process."""

    def no_cache(*, cache: bool = False, **options: object) -> object:
        if cache:
            raise RuntimeError("no locator available")
        return numba.njit(**options)

    monkeypatch.setattr(numba_public, "njit", no_cache)
    assert compiled(lambda number: number + 1)(1) == 2
