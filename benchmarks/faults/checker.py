"""Checks the history of a campaign, without any of the server's code.

Only the protocol is known here: commands have ids, log entries carry them, events are numbered, and
a shot or an activation is revealed after everybody has chosen. Records go to the tests' referee.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.faults.history import read
from benchmarks.faults.views import leaks
from tests.referee.referee import objections

Data = dict[str, Any]
# Moves that are hidden until everybody has chosen, and the events that reveal them.
_HIDDEN = ("fire", "activate")
_REVEALS = ("fired", "activated")
# Seconds within which every table must go on after a fault has ended.
RECOVERY_SECONDS = 15.0


@dataclass
class Findings:
    """What was counted, and what was wrong: one sentence per problem, by its kind."""

    tables: int = 0
    acknowledged: int = 0
    games: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    problems: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    slowest: float = 0.0

    def add(self, kind: str, problems: Iterable[str]) -> None:
        """Add problems of a kind."""
        self.problems[kind] += problems


def check(folder: Path) -> Findings:
    """Check a campaign."""
    history, log = _by_table(read(folder, "history")), _by_table(read(folder, "log"))
    sequences = _by_table(read(folder, "sequences"))
    found = Findings(tables=sum(table is not None for table in history))
    for table, lines in history.items():
        if table is None:
            continue
        rows = log.get(table, [])
        answers = [line for line in lines if line["what"] == "answer" and line["ok"]]
        found.acknowledged += len(answers)
        found.add("lost", _lost(table, answers, rows))
        found.add("twice", _twice(table, rows))
        found.add("out of order", _out_of_order(table, lines, rows))
        found.add("forked", _forked(table, lines, rows, sequences.get(table, [])))
        found.add("early", _early(table, lines))
        found.add("early", leaks(table, lines))
    for line in read(folder, "records"):
        found.games += 1
        found.add("unverified", (f"{line['table']}: {why}" for why in objections(line["record"])))
    _check_recovery(history, found)
    return found


def _by_table(lines: Iterable[Data]) -> dict[str | None, list[Data]]:
    tables: dict[str | None, list[Data]] = defaultdict(list)
    for line in lines:
        tables[line.get("table")].append(line)
    return dict(tables)


def _places(rows: list[Data]) -> dict[tuple[int, str], list[int]]:
    """Return the numbers of the log entries of each command: a seat and an id."""
    places: dict[tuple[int, str], list[int]] = defaultdict(list)
    for row in rows:
        entry = json.loads(row["entry"])
        if entry.get("id") is not None:
            places[entry.get("by", entry["seat"]), entry["id"]].append(row["number"])
    return places


def _lost(table: str, answers: list[Data], rows: list[Data]) -> Iterator[str]:
    """Acknowledged commands that are not in the log."""
    places = _places(rows)
    for line in answers:
        if (line["seat"], line["id"]) not in places:
            yield f"{table}: seat {line['seat']}'s {line['id']} was acknowledged at {line['at']}"


def _twice(table: str, rows: list[Data]) -> Iterator[str]:
    """Commands that are in the log more than once, acknowledged or not."""
    for (seat, name), numbers in _places(rows).items():
        if len(numbers) > 1:
            yield f"{table}: seat {seat}'s {name} is in the log at {numbers}"


def _out_of_order(table: str, lines: list[Data], rows: list[Data]) -> Iterator[str]:
    """Commands that were asked after another one's acknowledgement, but stand before it."""
    places = _places(rows)
    asked: dict[tuple[int, str], float] = {}
    latest = 0
    before: dict[tuple[int, str], int] = {}
    for line in lines:
        if line["what"] == "asked":
            key = line["seat"], line["id"]
            # A repeated command may have been written when it was first asked.
            if key not in asked:
                asked[key], before[key] = line["at"], latest
        elif line["what"] == "answer" and line["ok"]:
            numbers = places.get((line["seat"], line["id"]), [])
            latest = max([latest, *numbers])
    for key, numbers in places.items():
        if key in before and min(numbers) <= before[key]:
            yield f"{table}: {key} was asked after entry {before[key]}, but is {numbers}"


def _forked(
    table: str, lines: list[Data], rows: list[Data], sequences: list[Data]
) -> Iterator[str]:
    """Gaps in the log, and clients or processes whose events differ."""
    numbers = [row["number"] for row in rows]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"{table}: the log's numbers are {numbers}"
    told: dict[str, list[Data]] = defaultdict(list)
    for line in lines:
        if line["what"] == "events":
            told[line["client"]] += line["events"]
    for line in sequences:
        told[f"process {line['process']}"] = line["events"]
        if "why" in line:
            yield f"{table}: process {line['process']} can't tell its events: {line['why']}"
    longest = max(told.values(), key=len, default=[])
    for client, events in told.items():
        if events != longest[: len(events)]:
            place = next(n for n, event in enumerate(events) if event != longest[n : n + 1][0])
            yield f"{table}: {client} was told {events[place]} as event {place + 1}"


def _early(table: str, lines: list[Data]) -> Iterator[str]:
    """Choices of others that a client saw before it had made its own of that round."""
    rounds: dict[str, int] = {}
    chosen: dict[str, set[int]] = defaultdict(set)
    for line in lines:
        client = line.get("client", "")
        if line["what"] == "asked" and line.get("move", "- -").split(" ")[1] in _HIDDEN:
            chosen[client].add(line["round"])
        if line["what"] != "events":
            continue
        for event in line["events"]:
            if event["event"] == "rolled":
                rounds[client] = event["round"]
            is_others = event["event"] in _REVEALS and line["seat"] not in (None, event["seat"])
            if is_others and rounds.get(client) not in chosen[client]:
                yield f"{table}: {client} saw {event} before its own choice"
        for event in line["private"]:
            if event["seat"] != line["seat"]:
                yield f"{table}: {client} saw a private event: {event}"


def _check_recovery(history: dict[str | None, list[Data]], found: Findings) -> None:
    """After a fault, each table with a game in progress must accept a command soon enough."""
    stays = [line for line in history.get(None, []) if line["what"] == "recovered"]
    for line in history.get(None, []):
        if line["what"] == "fault":
            found.faults[line["kind"]] += 1
        if line["what"] == "slow stop":
            found.add("slow stop", [f"a process needed {line['seconds']} s to stop"])
    for line in stays:
        found.slowest = max(found.slowest, line["seconds"])
        late = line["missing"]
        found.add("unrecovered", (f"{table} after {line['faults']}" for table in late))
