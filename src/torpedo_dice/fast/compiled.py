"""Decorators for functions on numbers: Numba compiles them on the first call and caches the result.

A *kernel* is short, allocates nothing and is inlined into its callers. A *borrowing* function is
longer and allocates nothing either. A *compiled* function may be long and allocate arrays. All
call each other, and Python calls all of them. The differences from a plain `@njit(cache=True)`,
which `numba_internals.py` implements:

- Most functions are only called by other compiled functions. So the wrapper for calls from Python
is compiled lazily, on the first such call. Until then Numba stops before machine code, and a
function is optimised once as part of its entry point, not again in each function that it is inlined
into.
- Numba compiles a function for each integer width, and for each constant that it is called with.
  Here all integers are passed as 64 bits. Together the two more than halve the time to first use.
- Numba counts references to arrays with atomic instructions in each function that receives one.
  Kernels and borrowing functions skip this. With inlining, this makes random play three times
  as fast.
- Numba invalidates a cached function only when its *own* file changes, although its callees are
  inlined. Here a change in any file of its package, or of this one, invalidates it.
- Numba can confuse functions that different processes have cached for different record types. Here
  each process gives them names of its own.

All this relies on Numba's internals. If a release changes them, or `TORPEDO_PLAIN_NUMBA` is set to
`1`, the decorators are Numba's own (`numba_public.py`): same results, but a slower first use,
slower play, and a cache that must be deleted by hand after editing a callee in another file.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any, Protocol, TypeVar

import numba

from torpedo_dice.fast import numba_public

PLAIN_VARIABLE = "TORPEDO_PLAIN_NUMBA"

_Function = TypeVar("_Function", bound=Callable[..., Any])


class _Decorator(Protocol):
    """A decorator that compiles a function and preserves its type."""

    def __call__(self, function: _Function, /) -> _Function: ...


def _implementation() -> ModuleType:
    """Return the module whose decorators are used."""
    if os.environ.get(PLAIN_VARIABLE) == "1":
        return numba_public
    try:
        from torpedo_dice.fast import numba_internals

        numba_internals.self_check()
    except Exception as error:  # noqa: BLE001  # what changed internals raise is unknown
        warnings.warn(
            f"Torpedo Dice's fast engine does not know the internals of Numba {numba.__version__} "
            f"({type(error).__name__}: {error}). It uses plain compilation: the results are the "
            "same, but strong bots need longer to start and to think. "
            "Install a supported release: pip install --upgrade torpedo-dice",
            RuntimeWarning,
            stacklevel=2,
        )
        return numba_public
    return numba_internals


_chosen = _implementation()
kernel: _Decorator = _chosen.kernel
borrowing: _Decorator = _chosen.borrowing
compiled: _Decorator = _chosen.compiled
