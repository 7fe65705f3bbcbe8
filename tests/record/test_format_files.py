"""Files of records: what is read, and one sentence that names the file if it cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from torpedo_dice.record import RecordData, RecordError, read_records
from torpedo_dice.record.format import record_line


def test_a_file_is_read_line_by_line(
    tmp_path: Path, training_record: RecordData, solo_record: RecordData
) -> None:
    """Each record with the number of its line; a broken line doesn't stop the others."""
    file = tmp_path / "games.ndjson"
    lines = [record_line(training_record), "{broken\n", record_line(solo_record)]
    file.write_text("".join(lines), encoding="utf-8")
    first, broken, last = read_records(file)
    assert first == (1, training_record)
    assert broken[0] == 2
    assert isinstance(broken[1], RecordError)
    assert last == (3, solo_record)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "can’t be read: [Errno 2] No such file"),
        (b"\xff\xfe", "it isn’t UTF-8 text"),
        (b"", ""),
    ],
)
def test_a_file_that_cannot_be_read(tmp_path: Path, content: bytes | None, message: str) -> None:
    """It is missing, not a text, or empty: the error names the file."""
    file = tmp_path / "games.ndjson"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(RecordError) as error:
        list(read_records(file))
    assert str(error.value).startswith(f"{file}: {message}")
