"""Logging: standard loggers, one line of JSON per event on standard error.

The facts of an event are passed as `extra`. Never pass a secret, a token, a seed or a name.
"""

from __future__ import annotations

import logging
import sys
import time
from types import TracebackType
from typing import Any

import msgspec

logger = logging.getLogger("torpedo_dice.server")
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
    """Skip what a client does wrong and uvicorn logs as an error: text that is not UTF-8."""
    is_bad_text = record.exc_info is not None and record.exc_info[0] is UnicodeDecodeError
    return not (is_bad_text and record.name.startswith("uvicorn"))


def set_up_logging(level: str = "info") -> None:
    """Send all logs to standard error, as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(_is_ours_to_know)
    # Of uvicorn only problems: it would log the address of every connection.
    for name, its_level in ((logger.name, level.upper()), ("uvicorn", "WARNING")):
        chosen = logging.getLogger(name)
        chosen.handlers = [handler]
        chosen.propagate = False
        chosen.setLevel(its_level)
