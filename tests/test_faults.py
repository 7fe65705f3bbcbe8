"""The checker of `python -m benchmarks faults` finds every kind of problem in a history."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.faults.checker import check
from tests.referee.examples import training_game

Data = dict[str, Any]
TABLE = "abc"


def asked(at: float, seat: int, name: str, move: str, turn: int = 1) -> Data:
    """A line of the history: a client asks for a move."""
    line = {"at": at, "what": "asked", "id": name, "command": "move", "move": move, "round": turn}
    return {**line, "table": TABLE, "client": f"{TABLE}/{seat}", "seat": seat}


def answer(at: float, seat: int, name: str) -> Data:
    """A line of the history: it is acknowledged."""
    line = {"at": at, "what": "answer", "id": name, "ok": True}
    return {**line, "table": TABLE, "client": f"{TABLE}/{seat}", "seat": seat}


def events(at: float, seat: int, *told: Data, private: tuple[Data, ...] = ()) -> Data:
    """A line of the history: a client is told about events."""
    line = {"at": at, "what": "events", "events": list(told), "private": list(private)}
    return {**line, "table": TABLE, "client": f"{TABLE}/{seat}", "seat": seat}


def entry(number: int, seat: int, name: str) -> Data:
    """A row of the database's log."""
    text = json.dumps({"do": "move", "seat": seat, "move": "-", "id": name})
    return {"table": TABLE, "number": number, "entry": text}


ROLLED = {"number": 1, "event": "rolled", "round": 1}
FIRED = {"number": 2, "event": "fired", "seat": 1}
HISTORY = [
    events(0.0, 0, ROLLED),
    events(0.0, 1, ROLLED),
    asked(1.0, 0, "a", "0 fire A1"),
    answer(1.1, 0, "a"),
    asked(2.0, 1, "a", "1 fire A1"),
    answer(2.1, 1, "a"),
    events(2.1, 0, FIRED),
    {"at": 3.0, "what": "fault", "kind": "cut a link"},
    {"at": 4.0, "what": "recovered", "seconds": 1.0, "missing": [], "faults": 1},
]
LOG = [entry(1, 0, "a"), entry(2, 1, "a")]


def problems(folder: Path, history: list[Data], log: list[Data], **more: list[Data]) -> set[str]:
    """Return the kinds of problems that are found."""
    for name, lines in {"history": history, "log": log, **more}.items():
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return {kind for kind, found in check(folder).problems.items() if found}


def test_a_good_history_has_no_problems(tmp_path: Path) -> None:
    """Everything is counted."""
    records = [{"table": TABLE, "record": training_game()}]
    assert problems(tmp_path, HISTORY, LOG, records=records) == set()
    found = check(tmp_path)
    assert (found.tables, found.acknowledged, found.games, found.slowest) == (1, 2, 1, 1.0)
    assert found.faults.total() == 1


@pytest.mark.parametrize(
    ("log", "kind"),
    [
        (LOG[:1], "lost"),
        ([*LOG, entry(3, 0, "a")], "twice"),
        ([entry(1, 1, "a"), entry(2, 0, "a")], "out of order"),
        ([LOG[0], entry(3, 1, "a")], "forked"),
    ],
)
def test_a_wrong_log_is_noticed(tmp_path: Path, log: list[Data], kind: str) -> None:
    """A command that is missing, repeated or in the wrong place, and a gap."""
    assert kind in problems(tmp_path, HISTORY, log)


def test_different_events_are_noticed(tmp_path: Path) -> None:
    """Also if it is a process that tells them afterwards."""
    other = {**FIRED, "seat": 0}
    assert problems(tmp_path, [*HISTORY, events(2.2, 1, other)], LOG) == {"forked"}
    sequences = [{"table": TABLE, "process": 0, "events": [ROLLED, other]}]
    assert problems(tmp_path, HISTORY, LOG, sequences=sequences) == {"forked"}


def test_an_early_reveal_is_noticed(tmp_path: Path) -> None:
    """A shot before one's own, and what only another seat may see."""
    hasty = [line for line in HISTORY if line.get("move") != "0 fire A1"]
    assert "early" in problems(tmp_path, hasty, LOG)
    private = events(2.2, 0, private=({"event": "modified", "seat": 1},))
    assert problems(tmp_path, [*HISTORY, private], LOG) == {"early"}


def test_a_wrong_record_and_a_table_that_stays_away_are_noticed(tmp_path: Path) -> None:
    """The referee checks the record."""
    record = {**training_game(), "result": None}
    assert problems(tmp_path, HISTORY, LOG, records=[{"table": TABLE, "record": record}]) == {
        "unverified"
    }
    (tmp_path / "records.jsonl").unlink()
    late = {"at": 9.0, "what": "recovered", "seconds": 15.0, "missing": [TABLE], "faults": 1}
    assert problems(tmp_path, [*HISTORY, late], LOG) == {"unrecovered"}
