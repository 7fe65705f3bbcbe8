"""The decorators of `compiled.py` with Numba's public interface alone: correct, but slower."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

_Function = TypeVar("_Function", bound=Callable[..., Any])

# NumPy's error model leaves out the checks for a division by zero.
OPTIONS = {"error_model": "numpy"}


def compiled(function: _Function) -> _Function:
    """Compile any function on its first call, and cache it on disk where that is possible."""
    try:
        dispatcher = njit(cache=True, nogil=True, **OPTIONS)(function)
    except RuntimeError:
        # Without a writable folder Numba has no cache, and every process compiles.
        dispatcher = njit(nogil=True, **OPTIONS)(function)
    return cast("_Function", dispatcher)


kernel = borrowing = compiled
