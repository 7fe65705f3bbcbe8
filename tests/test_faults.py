"""The checker of `python -m benchmarks faults` finds every kind of problem in a history."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.faults.checker import check
from benchmarks.faults.views import leaks, view_facts
from tests.referee.examples import training_game
from tests.server.players import choose
from tests.server.table.sitting import Sitting, two
from torpedo_dice.server.messages.codec import encode

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


def events(
    at: float,
    seat: int | None,
    *told: Data,
    private: tuple[Data, ...] = (),
    views: tuple[Data, ...] = (),
) -> Data:
    """A line of the history: a client is told about events."""
    line = {"at": at, "what": "events", "events": list(told), "private": list(private)}
    facts = [view_facts(view) for view in views]
    return {**line, "views": facts, "table": TABLE, "client": f"{TABLE}/{seat}", "seat": seat}


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


def watched(sitting: Sitting, seat: int | None) -> Data:
    """A line of the history: a client is told about all events, and sees its view."""
    told = json.loads(encode(sitting.table.events))
    return events(1.0, seat, *told, views=(sitting.view(seat),))


def test_the_views_of_a_game_reveal_nothing() -> None:
    """Through a whole game, to players and spectators."""
    sitting, lines = two(), []
    while not sitting.table.is_over:
        lines += [watched(sitting, seat) for seat in (0, 1, None)]
        sitting.play()
    lines += [watched(sitting, seat) for seat in (0, 1, None)]
    assert list(leaks(TABLE, lines)) == []


@pytest.fixture
def sitting() -> Sitting:
    """A game in which seat 0 has chosen, and seat 1 has not."""
    sitting = two()
    sitting.play_to_act()
    while 0 in sitting.view(0)["to_move"]:
        sitting.move(choose(sitting.view(0), 0))
    return sitting


def test_a_view_with_anothers_choice_is_noticed(tmp_path: Path, sitting: Sitting) -> None:
    """A choice in the other player's view, and a view that belongs to somebody else."""
    good, other = watched(sitting, 1), watched(sitting, 0)
    view = sitting.view(1)
    view["seats"][0]["choice"] = sitting.view(0)["seats"][0]["choice"]
    bad = {**good, "views": [view_facts(view)]}
    wrong = {**good, "views": other["views"]}
    assert "early" not in problems(tmp_path, [good], LOG)
    assert "early" in problems(tmp_path, [bad], LOG)
    assert "early" in problems(tmp_path, [wrong], LOG)


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("seats", 0, "reserve"), 0),
        (("seats", 0, "hits"), ["A1"]),
        (("seats", 0, "die"), 7),
        (("seats", 0, "aim"), "B2"),
        (("last_round",), {"turns": []}),
        (("number",), 999),
        (("seed",), "5eed"),
    ],
)
def test_a_view_with_early_effects_is_noticed(
    sitting: Sitting, seat: int | None, path: tuple[str | int, ...], value: object
) -> None:
    """No matter who sees them, and whether or not the protocol knows the field."""
    good = watched(sitting, 1)
    view = sitting.view(seat)
    *parents, last = path
    part: Any = view
    for key in parents:
        part = part[key]
    part[last] = value
    bad = {**watched(sitting, seat), "views": [view_facts(view)]}
    assert list(leaks(TABLE, [good, watched(sitting, seat)])) == []
    assert len(list(leaks(TABLE, [good, bad]))) >= 1


def test_options_that_depend_on_others_are_noticed(sitting: Sitting) -> None:
    """Without a choice of one's own, the options stay the same; a spectator has none."""
    good, view = watched(sitting, 1), sitting.view(1)
    view["options"]["activations"] = []
    view["options"]["shots"] = []
    bad = {**good, "views": [view_facts(view)]}
    assert len(list(leaks(TABLE, [good, bad]))) == 1
    watching = {**sitting.view(None), "options": sitting.view(1)["options"]}
    seen = {**watched(sitting, None), "views": [view_facts(watching)]}
    assert len(list(leaks(TABLE, [good, seen]))) == 1


def test_a_wrong_record_and_a_table_that_stays_away_are_noticed(tmp_path: Path) -> None:
    """The referee checks the record."""
    record = {**training_game(), "result": None}
    assert problems(tmp_path, HISTORY, LOG, records=[{"table": TABLE, "record": record}]) == {
        "unverified"
    }
    (tmp_path / "records.jsonl").unlink()
    late = {"at": 9.0, "what": "recovered", "seconds": 15.0, "missing": [TABLE], "faults": 1}
    assert problems(tmp_path, [*HISTORY, late], LOG) == {"unrecovered"}
