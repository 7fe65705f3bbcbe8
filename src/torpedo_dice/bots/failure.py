"""Describe a failure in a bot's code, as text that is safe to display and log."""

from __future__ import annotations

import threading
import traceback

_LONGEST_MESSAGE = 300
_LONGEST_DETAILS = 8000


class BotFailedError(ValueError):
    """Raised when a bot can't be created, raises, or returns an illegal move; one short line.

    `details` is the traceback in the bot's code, if there is one.
    """

    def __init__(self, what: str, details: str = "") -> None:
        line = " ".join(_valid_text(what).split())
        too_long = len(line) > _LONGEST_MESSAGE
        shown = line[: _LONGEST_MESSAGE - 1] + "…" if too_long else line
        # A sentence can be translated only as it is.
        super().__init__(what if what == shown else shown)
        # The end of a traceback is the most informative part.
        self.details = _valid_text(details)[-_LONGEST_DETAILS:]


def in_words(error: BaseException) -> str:
    """Describe an error by its type and message; only by its type if `str` itself fails."""
    try:
        words = str(error)
    except BaseException as another:  # third-party code: even __str__ may raise
        if is_interrupt(another):
            raise
        words = ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def details_of(error: BaseException) -> str:
    """Return the traceback of an error."""
    try:
        return "".join(traceback.format_exception(error))
    except BaseException as another:  # third-party code: formatting calls __str__
        if is_interrupt(another):
            raise
        return "".join(traceback.format_tb(error.__traceback__))


def is_interrupt(error: BaseException) -> bool:
    """Whether an error is Ctrl-C, and not a bot's own `KeyboardInterrupt`.

    Python delivers Ctrl-C to the main thread only.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    return isinstance(error, KeyboardInterrupt) and in_main_thread


def _valid_text(text: str) -> str:
    """Return a text that can be encoded and logged, even if a bot put lone surrogates into it."""
    return text.encode("utf-8", "backslashreplace").decode()
