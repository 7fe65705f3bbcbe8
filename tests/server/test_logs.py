"""Logs: one line of JSON per event."""

from __future__ import annotations

import json
import logging

import pytest

from torpedo_dice.server.logs import JsonFormatter, logger, set_up_logging


@pytest.fixture(autouse=True)
def _restore_loggers() -> object:
    """Logging is the process's: leave it as it was."""
    loggers = [logger, logging.getLogger("uvicorn")]
    kept = [(one, one.handlers, one.propagate, one.level) for one in loggers]
    yield
    for one, handlers, propagate, level in kept:
        one.handlers, one.propagate = handlers, propagate
        one.setLevel(level)


def test_facts_are_fields(capsys: pytest.CaptureFixture[str]) -> None:
    """With the time, the level and the event."""
    set_up_logging()
    logger.info("table_made", extra={"table": "abc", "seats": 2})
    line = json.loads(capsys.readouterr().err)
    assert line.pop("at").endswith("Z")
    assert line == {"level": "info", "event": "table_made", "table": "abc", "seats": 2}


def test_an_exception_is_its_type_and_place() -> None:
    """Its words may hold what somebody sent; they are not logged."""
    try:
        {}["a secret"]
    except KeyError as error:
        facts = {"exc_info": (KeyError, error, error.__traceback__), "msg": "failed"}
    line = json.loads(JsonFormatter().format(logging.makeLogRecord(facts)))
    assert line["error"] == "KeyError"
    assert line["where"].startswith("test_logs.py:")
    assert "secret" not in str(line)


def test_bad_text_of_a_client_is_not_our_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Uvicorn would log it with an exception; other errors of it are kept."""
    set_up_logging()
    try:
        b"\xff".decode()
    except UnicodeDecodeError:
        logging.getLogger("uvicorn.error").exception("Invalid UTF-8 sequence")
    logging.getLogger("uvicorn.error").error("port in use")
    assert [json.loads(x)["event"] for x in capsys.readouterr().err.splitlines()] == ["port in use"]
