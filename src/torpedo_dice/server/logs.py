"""Logs: one line of JSON for each event, and no secret in any of them."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

LOGGER = "torpedo_dice.server"
_logger = logging.getLogger(LOGGER)


def note(event: str, **facts: Any) -> None:
    """Write down that something happened. Hand in facts, never a secret, a token or a seed."""
    if _logger.isEnabledFor(logging.INFO):
        _logger.info(event, extra={"facts": facts})


def warn(event: str, **facts: Any) -> None:
    """Write down that something went wrong."""
    _logger.warning(event, extra={"facts": facts})


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON; an exception by its kind and its place."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info is not None and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _place_of(record.exc_info[2])
        return msgspec.json.encode(line).decode()


def _place_of(traceback: Any) -> str:
    """Return where an exception came from: file and line, without what was in the variables."""
    if traceback is None:
        return ""
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    code = traceback.tb_frame.f_code
    return f"{code.co_filename.rpartition('/')[2]}:{traceback.tb_lineno} {code.co_name}"


def set_up_logs(level: str = "info") -> None:
    """Send all logs to standard error, as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    # Of uvicorn only what is wrong: we tell of connections ourselves.
    levels = {LOGGER: level.upper(), "uvicorn": "WARNING", "uvicorn.error": "WARNING"}
    for name, its_level in levels.items():
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(its_level)
