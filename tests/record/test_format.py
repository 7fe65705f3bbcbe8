"""Reading and writing records: NDJSON, a single record over several lines, and malformed files."""

from __future__ import annotations

import hashlib
import json

import pytest

from torpedo_dice.record import (
    RecordData,
    RecordError,
    digest_of,
    parse_record,
    parse_records,
    record_line,
)


def test_the_digest_is_the_formats(training_record: RecordData) -> None:
    """SHA-256 of the record without `digest`: sorted keys, no white space, UTF-8."""
    body = {k: v for k, v in training_record.items() if k != "digest"}
    body["players"] = [{"name": "Zoë Ñandú", "kind": "human"}, *body["players"][1:]]
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert digest_of(body) == hashlib.sha256(text.encode("utf-8")).hexdigest()


def test_a_line_round_trips(mission_record: RecordData) -> None:
    """A record survives a round trip, key for key and in the same order."""
    line = record_line(mission_record)
    assert line.endswith("\n")
    assert line.count("\n") == 1
    assert record_line(parse_record(line)) == line


def test_the_keys_are_those_of_the_format(mission_record: RecordData) -> None:
    """The record has exactly the documented keys, in the documented order."""
    assert list(mission_record) == [
        "format", "version", "mode", "options", "sheet", "players", "dice", "first", "rounds",
        "result", "digest",
    ]  # fmt: skip
    assert list(mission_record["dice"]) == ["scheme", "commitment", "seed", "nonces"]
    assert list(mission_record["rounds"][0]) == ["start", "dice", "turns", "destroyed", "automaton"]
    assert list(mission_record["result"]) == ["reason", "winners", "scores", "skulls", "solo"]


def test_ndjson_and_a_record_over_lines_are_read(training_record: RecordData) -> None:
    """A file holds one record per line, or one record spread over several lines."""
    line = record_line(training_record)
    assert [number for number, _ in parse_records([line, "\n", line])] == [1, 3]
    spread = json.dumps(training_record, indent=2).splitlines(keepends=True)
    assert list(parse_records(spread)) == [(1, training_record)]
    assert list(parse_records(["\n", *spread])) == [(2, training_record)]


def test_a_broken_line_of_ndjson_is_an_error_of_its_own(training_record: RecordData) -> None:
    """The other lines are still read."""
    line = record_line(training_record)
    records = dict(parse_records([line, line[:50], line]))
    assert isinstance(records[2], RecordError)
    assert records[1] == records[3] == training_record


def test_a_broken_first_line_of_ndjson_is_an_error_of_its_own(training_record: RecordData) -> None:
    """A file whose first line was truncated is still NDJSON, and the other lines are read."""
    line = record_line(training_record)
    records = dict(parse_records(["\n", line[:50] + "\n", "\n", line, line[:9]]))
    assert list(records) == [2, 4, 5]
    assert isinstance(records[2], RecordError)
    assert isinstance(records[5], RecordError)
    assert records[4] == training_record


def test_a_broken_record_over_several_lines_is_one_error(training_record: RecordData) -> None:
    """It isn't mistaken for NDJSON just because one of its lines happens to be an object."""
    lines = ['{"format": "torpedo-dice",\n', '"players": [\n', '{"name": "Ada"}\n', "]\n"]
    with pytest.raises(RecordError, match=r"invalid JSON: .*: line 5 "):
        list(parse_records(lines))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no record"),
        ("hello", "invalid JSON: Expecting value: line 1 column 1"),
        ("[1]", "isn’t a JSON object"),
        ('{"a": 1, "a": 2}', "'a' appears twice"),
        ('{"a": NaN}', "NaN isn’t a JSON number"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "not a game record"),
    ],
)
def test_what_is_no_record_gets_one_sentence(text: str, message: str) -> None:
    """Any other content raises RecordError."""
    with pytest.raises(RecordError, match=message):
        list(parse_records([text]))
