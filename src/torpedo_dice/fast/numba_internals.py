"""The part of `compiled.py` that relies on Numba's internals, which any release may change.

Importing this module, or calling `self_check`, fails if the installed Numba is incompatible;
`compiled.py` then falls back to Numba's public interface. That module explains what is gained.
"""

from __future__ import annotations

import hashlib
import inspect
import itertools
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher
from numba.core.types import Integer, int64, unliteral

from torpedo_dice.fast.numba_public import OPTIONS

_Function = TypeVar("_Function", bound=Callable[..., Any])
_FAST = Path(__file__).parent

_WITHOUT_WRAPPERS = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_WITHOUT_REFCOUNTS = {"_nrt": False}
_INLINED = {"forceinline": True}


# Numba names what it compiles after two numbers that every process counts from the beginning: that
# of the function, and that of its arguments' record types. So two processes could cache functions
# for different records under the same name, and a process that loaded both would call one for the
# other. Here each process counts functions from a number of its own.
FunctionIdentity._unique_ids = itertools.count(secrets.randbits(48))  # noqa: SLF001


class SelfCheckError(Exception):
    """The installed Numba compiles or caches differently from what this module expects."""


def kernel(function: _Function) -> _Function:
    """Compile a short function that allocates nothing, to be inlined into its callers."""
    return cast("_Function", _Compiled(function, _WITHOUT_REFCOUNTS | _INLINED))


def borrowing(function: _Function) -> _Function:
    """Compile a longer function that allocates no arrays."""
    return cast("_Function", _Compiled(function, _WITHOUT_REFCOUNTS))


def compiled(function: _Function) -> _Function:
    """Compile a longer function that may allocate arrays."""
    return cast("_Function", _Compiled(function, {}))


class _Part(JITCodeLibrary):
    """The unoptimised code of a function, for linking into its callers."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _PartCompiler(Compiler):
    """Numba's compiler, stopped before it generates machine code."""

    def __init__(self, typing: Any, target: Any, _library: Any, *more: Any, **named: Any) -> None:
        super().__init__(typing, target, _Part(target.codegen(), "part"), *more, **named)
        self.state.flags.no_compile = True


class _Compiled(CPUDispatcher):
    """A function that compiled code links in, and that Python calls through `entry_point`."""

    def __init__(self, function: Callable[..., Any], options: dict[str, bool]) -> None:
        super().__init__(
            function,
            targetoptions=OPTIONS | _WITHOUT_WRAPPERS | options,
            pipeline_class=_PartCompiler,
        )

    @cached_property
    def entry_point(self) -> Any:
        """The same function compiled for callers in Python; it releases the GIL."""
        entry_point = njit(nogil=True, **OPTIONS)(self.py_func)
        # Without a writable folder Numba has no cache, and every process compiles.
        with suppress(RuntimeError):
            entry_point._cache = SourceStampedCache(self.py_func)  # noqa: SLF001
        return entry_point

    def __call__(self, *arguments: Any) -> Any:
        """Call the function from Python."""
        return self.entry_point(*arguments)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Resolve a call from compiled code, with every integer argument as 64 bits."""
        return super().get_call_template(tuple(map(_widened, args)), kws)

    def add_overload(self, result: Any) -> None:
        """Register a compiled part; without machine code its descriptor is the entry point."""
        part = result._replace(entry_point=result.fndesc)
        self.overloads[tuple(part.signature.args)] = part
        self.targetctx.insert_user_function(part.entry_point, part.fndesc, [part.library])


def _widened(kind: Any) -> Any:
    """Return the 64-bit type for a narrower integer type; other types stay."""
    kind = unliteral(kind)
    is_narrow = isinstance(kind, Integer) and kind.bitwidth < int64.bitwidth
    return int64 if is_narrow else kind


class SourceStampedCache(FunctionCache):
    """Numba's cache on disk, invalidated by a change in any file that may have been inlined."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        folder = Path(inspect.getfile(function)).parent
        file = self._cache_file
        # Setting an attribute that Numba does not read would silently keep stale code.
        if not hasattr(file, "_source_stamp"):
            raise SelfCheckError("the cache on disk has no source stamp")
        file._source_stamp = _stamp(_FAST) + _stamp(folder)  # noqa: SLF001


@cache
def _stamp(folder: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def self_check() -> None:
    """Compile and run a kernel inside another function; raise if Numba does not do as expected.

    The compiled function is cached on disk like any other, for this release of Numba alone, so
    only the first process after an installation spends time on it.
    """
    expected = [2, 4, 6]
    found = _double_all(np.array([1, 2, 3], np.int8)).tolist()
    if found != expected:
        raise SelfCheckError(f"a compiled function returned {found}, not {expected}")


@kernel
def _double(numbers: Any, index: int) -> int:
    return 2 * numbers[index]


@compiled
def _double_all(numbers: Any) -> Any:
    doubled = np.zeros_like(numbers)
    for index in range(len(numbers)):
        doubled[index] = _double(numbers, index)
    return doubled
