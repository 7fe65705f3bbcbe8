"""The types of records and sheets are those of real ones."""

from __future__ import annotations

import json

import msgspec
import pytest

from tests.record.test_golden import GOLDEN
from torpedo_dice.record import read_records
from torpedo_dice.server.messages.record import RecordMessage, SheetData, sheet_message
from torpedo_dice.sheets import load_sheet, sheet_names

RECORDS = [record for _, record in read_records(GOLDEN)]


@pytest.mark.parametrize("record", RECORDS)
def test_golden_records_have_the_type_that_is_documented(record: object) -> None:
    """They convert, and back: nothing is missing from the type."""
    assert isinstance(record, dict)
    typed = msgspec.convert(record, RecordMessage)
    again = json.loads(msgspec.json.encode(typed))
    assert again["rounds"] == record["rounds"]
    assert again["result"] == record["result"]
    assert again["players"] == record["players"]


@pytest.mark.parametrize("name", sheet_names())
def test_sheets_have_the_type_that_is_documented(name: str) -> None:
    """As data, each of ours is a SheetData."""
    data = sheet_message(load_sheet(name))
    assert msgspec.to_builtins(msgspec.convert(data, SheetData)) == data
