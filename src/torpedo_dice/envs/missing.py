"""The error raised by an adapter whose library is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

INSTALL = "pip install 'torpedo-dice[envs]'"


@contextmanager
def needed(library: str) -> Iterator[None]:
    """Turn a failing import into an error that says what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(f"{library} is not installed: {INSTALL}", name=error.name) from error
