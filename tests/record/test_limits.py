"""How large a record may be: every limit is reported with its place, in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.record.long_game import long_record, with_digest
from torpedo_dice.record import (
    Finding,
    RecordData,
    RecordError,
    Replay,
    parse_record,
    read_records,
    verify,
)
from torpedo_dice.record.limits import MAX_EXTRA, MAX_LENGTH, MAX_ROUNDS
from torpedo_dice.rules import Sheet

Change = Callable[[RecordData], Any]


def _deep(levels: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


def _first_turn(record: RecordData) -> dict[str, Any]:
    turn: dict[str, Any] = record["rounds"][0]["turns"][0]
    return turn


@pytest.mark.parametrize(
    ("change", "where", "what"),
    [
        (lambda r: r["players"][0].update(name="n" * 65), "players[0].name", "1 to 64"),
        (lambda r: r["players"][0].update(name=""), "players[0].name", "1 to 64"),
        (
            lambda r: r["players"].__setitem__(0, {"name": "n" * 25, "kind": "human"}),
            "players[0].name",
            "1 to 24 characters, not 25",
        ),
        (lambda r: r["players"][0].update(bot="b" * 65), "players[0].bot", "1 to 64"),
        (lambda r: r["players"][0].update(stand_in="b" * 65), "players[0].stand_in", "1 to 64"),
        (lambda r: r.update(players=r["players"] * 3), "players", "more than 4 entries"),
        (
            lambda r: r.update(rounds=r["rounds"][:1] * (MAX_ROUNDS + 1)),
            "rounds",
            "more than 1000 entries",
        ),
        (
            lambda r: _first_turn(r).update(fire=[[0, 0]] * 17),
            "rounds[0].turns[0].fire",
            "more than 16 entries",
        ),
        (
            lambda r: _first_turn(r).update(fire=[[0, 0, 0]]),
            "rounds[0].turns[0].fire[0]",
            "more than 2 entries",
        ),
        (lambda r: r["rounds"][0].update(dice=[1] * 17), "rounds[0].dice", "more than 16"),
        (lambda r: r["rounds"][0].update(turns=[{}] * 5), "rounds[0].turns", "more than 4"),
        (lambda r: r["result"].update(scores=[1] * 17), "result.scores", "more than 16"),
        (lambda r: r.update(format="f" * 129), "format", "more than 128 characters"),
        (lambda r: r["dice"].update(nonces=["a" * 129]), "dice.nonces[0]", "more than 128"),
        (lambda r: r.update(note="x" * MAX_EXTRA), "'note'", "more than 4 KiB in total"),
        (
            lambda r: [one.update(note="é" * 600) for one in r["rounds"]],
            "rounds[3].'note'",
            "more than 4 KiB in total",
        ),
        (lambda r: r["sheet"].update(note="x" * MAX_EXTRA), "sheet.'note'", "more than 4 KiB"),
        (lambda r: r.update({"k" * MAX_EXTRA: 1}), "'kkkk", "more than 4 KiB"),
        (lambda r: r.update(note=_deep(9)), "'note'", "nested more than 8 levels"),
        (lambda r: r["sheet"].update(grid="." * 40_000), "sheet", "larger than 32 KiB"),
    ],
)
def test_what_is_too_large(
    training_record: RecordData, change: Change, where: str, what: str
) -> None:
    """The finding names the place and the limit, and is short itself."""
    record = deepcopy(training_record)
    change(record)
    finding = verify(with_digest(record))
    assert finding is not None
    assert finding.where.startswith(where)
    assert what in finding.what
    assert len(str(finding)) < 250
    with pytest.raises(Finding):
        Replay(record)


def test_extra_keys_are_kept(training_record: RecordData) -> None:
    """Up to 4 KiB of them, wherever they stand."""
    record = deepcopy(training_record)
    record["note"] = ["x" * 3000, {"a": {"b": [1, 2]}}]
    record["rounds"][0]["note"] = "y" * 900
    assert verify(with_digest(record)) is None


def test_the_longest_record(training: Sheet) -> None:
    """1,000 rounds are valid."""
    assert verify(long_record(training, rounds=MAX_ROUNDS)) is None


def test_a_text_that_is_too_long(tmp_path: Path) -> None:
    """It is refused before it is parsed, and a file of it is not read to its end."""
    with pytest.raises(RecordError, match="larger than 4 MiB"):
        parse_record("[" * (MAX_LENGTH + 1))
    path = tmp_path / "long.ndjson"
    path.write_text(" " * (MAX_LENGTH + 10))
    with pytest.raises(RecordError, match="larger than 4 MiB"):
        list(read_records(path))


def test_repeated_keys_are_quoted_in_part() -> None:
    """The sentence stays short, however long the key is."""
    key = "k" * 100_000
    with pytest.raises(RecordError) as caught:
        parse_record(f'{{"{key}": 1, "{key}": 2}}')
    assert len(str(caught.value)) < 120
