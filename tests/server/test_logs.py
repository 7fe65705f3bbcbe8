"""Logs: one line of JSON per event."""

from __future__ import annotations

import json
import logging
from collections import Counter

import pytest

from torpedo_dice.server import logs
from torpedo_dice.server.logs import JsonFormatter, RepeatFilter, logger, set_up_logging


@pytest.fixture(autouse=True)
def _restore_loggers() -> object:
    """Logging is the process's: leave it as it was."""
    loggers = [logger, logging.getLogger("uvicorn"), logging.getLogger("asyncio")]
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
    """Its message may contain user input, so it is not logged."""
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


def test_repeated_problems_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """A client that keeps sending garbage can't fill the disk; all other lines are there."""
    set_up_logging()
    for number in range(10_000):
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
        if number % 1000 == 0:
            logger.info("game_ended")
    logger.warning("bot_failed")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    events = Counter(line["event"] for line in lines)
    assert events["Invalid HTTP request received."] <= 25
    assert (events["game_ended"], events["bot_failed"]) == (10, 1)


def test_the_next_line_says_how_many_were_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a pause."""
    now = 0.0
    monkeypatch.setattr(logs.time, "monotonic", lambda: now)
    repeats = RepeatFilter()

    def passed(message: str) -> logging.LogRecord | None:
        record = logging.makeLogRecord({"msg": message, "levelno": logging.WARNING})
        return record if repeats.filter(record) else None

    assert [passed("a") is not None for _ in range(25)] == [True] * 20 + [False] * 5
    assert passed("b") is not None
    now = 6.0
    record = passed("a")
    assert record is not None
    assert vars(record)["left_out"] == 5


def test_lines_about_a_request_have_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    """Others have none."""
    set_up_logging()
    token = logs.request_id.set("abc-1")
    logger.info("served")
    logs.request_id.reset(token)
    logger.info("started")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line.get("request") for line in lines] == ["abc-1", None]
