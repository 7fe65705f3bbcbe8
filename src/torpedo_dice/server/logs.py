"""Logging: standard loggers, one line of JSON per event on standard error.

The facts of an event are passed as `extra`. Never pass a secret, a token, a seed or a name.
"""

from __future__ import annotations

import logging
import sys
import time
from collections import Counter
from contextvars import ContextVar
from types import TracebackType
from typing import Any

import msgspec

from torpedo_dice.server.rate_limit import Bucket

logger = logging.getLogger("torpedo_dice.server")
# The id of the HTTP request that is being served, to find its lines in several processes' logs.
request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
# Every record has these attributes; all others are facts.
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON; an exception as its type and place."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "at": f"{at}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        if (request := request_id.get()) is not None:
            line["request"] = request
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if record.exc_info is not None and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _place_of(record.exc_info[2])
        return msgspec.json.encode(line).decode()


def _place_of(traceback: TracebackType | None) -> str:
    """Return where an exception was raised: file and line, without the values of variables."""
    if traceback is None:
        return ""
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    code = traceback.tb_frame.f_code
    return f"{code.co_filename.rpartition('/')[2]}:{traceback.tb_lineno} {code.co_name}"


def _is_ours_to_know(record: logging.LogRecord) -> bool:
    """Drop client mistakes that uvicorn logs as errors: text that isn't UTF-8."""
    is_bad_text = record.exc_info is not None and record.exc_info[0] is UnicodeDecodeError
    return not (is_bad_text and record.name.startswith("uvicorn"))


class RepeatFilter:
    """Limits how often the same problem is logged, so that a client can't fill the disk.

    The next line includes the number of suppressed lines.
    """

    _BURST = 20
    _LINES_PER_SECOND = 0.2
    _FORGET_ABOVE = 1000

    def __init__(self) -> None:
        self._buckets: dict[object, Bucket] = {}
        self._left_out: Counter[object] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is logged."""
        if record.levelno < logging.WARNING:
            return True
        place = _place_of(record.exc_info[2]) if record.exc_info else ""
        key = (record.name, record.msg, place)
        now = time.monotonic()
        if len(self._buckets) > self._FORGET_ABOVE:
            self._buckets.clear()
            self._left_out.clear()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._LINES_PER_SECOND, self._BURST, now)
        if not bucket.take(now):
            self._left_out[key] += 1
            return False
        if left_out := self._left_out.pop(key, 0):
            record.left_out = left_out
        return True


def set_up_logging(level: str = "info") -> None:
    """Send all logs to standard error, as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(_is_ours_to_know)
    handler.addFilter(RepeatFilter())
    # Only warnings from uvicorn: it would log the address of every connection.
    problems = (("uvicorn", "WARNING"), ("asyncio", "WARNING"))
    for name, its_level in ((logger.name, level.upper()), *problems):
        chosen = logging.getLogger(name)
        chosen.handlers = [handler]
        chosen.propagate = False
        chosen.setLevel(its_level)
