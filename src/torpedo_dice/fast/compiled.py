"""How functions on numbers are compiled: by Numba, on the first call, kept on disk from then on.

A *kernel* is short and allocates nothing; it is built into every function that calls it. What is
just *compiled* may be long and make arrays. Both are called from each other and from Python. What
is different here from a plain `@njit(cache=True)`:

- Nearly half of the time that Numba takes for a short function goes into the door through which
  Python enters it, and most are never entered there. So the door is made when Python first knocks.
- Numba compiles a function anew for each width of a whole number, and for each constant that it is
  called with. Here all whole numbers go in as 64 bits. With the door, that saves more than half of
  the wait of a first use.
- Numba counts references to arrays with locked instructions in each function that is handed one.
  A kernel only borrows them. That, and being built in, makes random play three times as fast.
- Numba makes a kept function anew only when its *own* file has changed. But what it calls is built
  in: here a change in any file of its package, or of this one, does it.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit
from numba.core.caching import FunctionCache
from numba.core.registry import CPUDispatcher
from numba.core.types import Integer, int64, unliteral

_Function = TypeVar("_Function", bound=Callable[..., Any])
_FAST = Path(__file__).parent

# NumPy's way means: no check for a division by zero.
_ALWAYS = {"error_model": "numpy"}
_WITHOUT_DOOR = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_BORROW = {"_nrt": False}
_BORROW_AND_BUILD_IN = _BORROW | {"forceinline": True}


def kernel(function: _Function) -> _Function:
    """Make a kernel of a short function that allocates nothing."""
    return cast("_Function", _Compiled(function, _BORROW_AND_BUILD_IN))


def borrowing(function: _Function) -> _Function:
    """Compile a function that is long and makes no arrays: it only borrows those it is given."""
    return cast("_Function", _Compiled(function, _BORROW))


def compiled(function: _Function) -> _Function:
    """Compile a function that is long, or makes arrays."""
    return cast("_Function", _Compiled(function, {}))


class _Compiled(CPUDispatcher):
    """A function that compiled code calls directly, and Python through a door made on demand."""

    def __init__(self, function: Callable[..., Any], options: dict[str, bool]) -> None:
        super().__init__(function, targetoptions=_ALWAYS | _WITHOUT_DOOR | options)
        _keep(self, function, "without door")

    @cached_property
    def door(self) -> Any:
        """The same function for callers in Python; it lets other threads run meanwhile."""
        door = njit(nogil=True, **_ALWAYS)(self.py_func)
        _keep(door, self.py_func, "door")
        return door

    def __call__(self, *arguments: Any) -> Any:
        """Enter from Python."""
        return self.door(*arguments)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Tell Numba what a call from compiled code leads to."""
        return super().get_call_template(tuple(map(_widened, args)), kws)


def _widened(kind: Any) -> Any:
    """Return the type of 64 bits for any narrower whole number; others stay."""
    kind = unliteral(kind)
    is_narrow = isinstance(kind, Integer) and kind.bitwidth < int64.bitwidth
    return int64 if is_narrow else kind


def _keep(dispatcher: Any, function: Callable[..., Any], purpose: str) -> None:
    # Where no folder can be written to, Numba has no cache: then every process compiles.
    with suppress(RuntimeError):
        dispatcher._cache = _Cache(function, purpose)  # noqa: SLF001


class _Cache(FunctionCache):
    """Numba's cache on disk, with a stamp of all files that a function may have built in.

    There is no public way to say this: tests hold that it works.
    """

    def __init__(self, function: Callable[..., Any], purpose: str) -> None:
        super().__init__(function)
        folder = Path(inspect.getfile(function)).parent
        self._purpose = purpose
        stamp = _stamp(_FAST) + _stamp(folder)
        self._cache_file._source_stamp = stamp  # noqa: SLF001

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return (*super()._index_key(sig, codegen), self._purpose)


@cache
def _stamp(folder: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
