"""Read files of records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from torpedo_dice.record.format import RecordData, RecordError, parse_records
from torpedo_dice.rules import Sentence


def read_records(path: Path) -> Iterator[tuple[int, RecordData | RecordError]]:
    """Yield the records of a file like `parse_records`; raise RecordError if it has none."""
    try:
        with path.open(encoding="utf-8") as lines:
            yield from parse_records(lines)
    except OSError as error:
        raise RecordError(
            Sentence("{file}: cannot be read: {why}", file=path, why=error.strerror)
        ) from None
    except UnicodeDecodeError:
        raise RecordError(Sentence("{file}: is not a text in UTF-8", file=path)) from None
    except RecordError as error:
        raise RecordError(Sentence("{file}: {why}", file=path, why=error)) from None
