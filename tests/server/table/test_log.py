"""The entries of a table's log: each survives being stored."""

from __future__ import annotations

import pytest

from torpedo_dice.record import Moved, TakenBack
from torpedo_dice.rules import Take
from torpedo_dice.server.table.log import (
    ClockRanOut,
    Entry,
    MoveEntry,
    Named,
    RematchMade,
    Replaced,
    Returned,
    Sat,
    TakeBackEntry,
    TokenMade,
    TokenUsed,
    entry_text,
    parse_entry,
)

ENTRIES: list[Entry] = [
    MoveEntry(1.5, 0, "0 take 1", "a"),
    MoveEntry(1.5, 1, "1 take 0", bot="captain"),
    TakeBackEntry(1.5, 0, "b"),
    Sat(1.5, 1, "Noor", "cd", "f" * 64),
    Named(1.5, 0, "Zoë"),
    Replaced(1.5, 1, "captain", 0),
    Returned(1.5, 1),
    ClockRanOut(1.5, 0),
    TokenMade(1.5, 0, "f" * 64),
    TokenUsed(1.5, 0, "f" * 64, "e" * 64),
    RematchMade(1.5, "abcdefghjkmn"),
]


@pytest.mark.parametrize("entry", ENTRIES)
def test_an_entry_is_read_as_it_was_written(entry: Entry) -> None:
    """Whatever kind it is."""
    assert parse_entry(entry_text(entry)) == entry


def test_entries_of_the_first_version_are_read() -> None:
    """Data files stay valid: the stored form is fixed."""
    move = parse_entry('{"do":"move","at":1.0,"seat":0,"move":"0 take 1","id":"a"}')
    assert isinstance(move, MoveEntry)
    assert move.played() == Moved(Take(0, 1))
    back = parse_entry('{"do":"take_back","at":1.0,"seat":0}')
    assert isinstance(back, TakeBackEntry)
    assert back.played() == TakenBack(0)
