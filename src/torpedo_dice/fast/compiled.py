"""How functions on numbers are compiled: by Numba, on the first call, kept on disk from then on.

A *kernel* is short and allocates nothing; it is built into every function that calls it. What is
just *compiled* may be long and make arrays. Both are called from each other and from Python. What
is different here from a plain `@njit(cache=True)`:

- Most functions are only ever parts of others, and Python enters few of them. So the door through
  which it enters is made when it first knocks. Until then a function stays a part: Numba stops
  before machine code, and what lies behind a door is optimised once, not once more in each
  function that it is built into. That halves the wait of a first use.
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
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
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


class _Part(JITCodeLibrary):
    """The code of a function as a part of others: it is optimised and made native there."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _PartCompiler(Compiler):
    """Numba's compiler, stopped before machine code."""

    def __init__(self, typing: Any, target: Any, _library: Any, *more: Any, **named: Any) -> None:
        super().__init__(typing, target, _Part(target.codegen(), "part"), *more, **named)
        self.state.flags.no_compile = True


class _Compiled(CPUDispatcher):
    """A function that compiled code calls directly, and Python through a door made on demand."""

    def __init__(self, function: Callable[..., Any], options: dict[str, bool]) -> None:
        super().__init__(
            function,
            targetoptions=_ALWAYS | _WITHOUT_DOOR | options,
            pipeline_class=_PartCompiler,
        )

    @cached_property
    def door(self) -> Any:
        """The same function for callers in Python; it lets other threads run meanwhile."""
        door = njit(nogil=True, **_ALWAYS)(self.py_func)
        _keep(door, self.py_func)
        return door

    def __call__(self, *arguments: Any) -> Any:
        """Enter from Python."""
        return self.door(*arguments)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Tell Numba what a call from compiled code leads to."""
        return super().get_call_template(tuple(map(_widened, args)), kws)

    def add_overload(self, result: Any) -> None:
        """Note a part: where there is no machine code, its description is what is called."""
        part = result._replace(entry_point=result.fndesc)
        self.overloads[tuple(part.signature.args)] = part
        self.targetctx.insert_user_function(part.entry_point, part.fndesc, [part.library])


def _widened(kind: Any) -> Any:
    """Return the type of 64 bits for any narrower whole number; others stay."""
    kind = unliteral(kind)
    is_narrow = isinstance(kind, Integer) and kind.bitwidth < int64.bitwidth
    return int64 if is_narrow else kind


def _keep(door: Any, function: Callable[..., Any]) -> None:
    # Where no folder can be written to, Numba has no cache: then every process compiles.
    with suppress(RuntimeError):
        door._cache = _Cache(function)  # noqa: SLF001


class _Cache(FunctionCache):
    """Numba's cache on disk, with a stamp of all files that a function may have built in.

    There is no public way to say this: tests hold that it works.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        folder = Path(inspect.getfile(function)).parent
        stamp = _stamp(_FAST) + _stamp(folder)
        self._cache_file._source_stamp = stamp  # noqa: SLF001


@cache
def _stamp(folder: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
