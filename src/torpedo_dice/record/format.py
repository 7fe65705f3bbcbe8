"""The game record as JSON: its constants, its digest, and how to read and write it.

A record is kept as plain data (`dict`), so that unknown keys are preserved. `verify.py` checks
whether it describes a real game.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO, TypeAlias

from torpedo_dice.record.limits import MAX_LENGTH
from torpedo_dice.rules import Sentence

FORMAT = "torpedo-dice"
VERSION = 1
UNFINISHED = "unfinished"

RecordData: TypeAlias = dict[str, Any]


class RecordError(ValueError):
    """Raised for a text that is not a game record: not JSON, or not an object."""


def digest_of(record: RecordData) -> str:
    """Return the digest: the SHA-256 of the record without its `digest` key."""
    body = {key: value for key, value in record.items() if key != "digest"}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def record_line(record: RecordData) -> str:
    """Return a record as one line of NDJSON, including the newline."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n"


def parse_record(text: str) -> RecordData:
    """Parse one record; raise RecordError if it is malformed."""
    if len(text) > MAX_LENGTH:
        raise too_long()
    try:
        data = json.loads(
            text, object_pairs_hook=_object_without_repeats, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        raise RecordError(Sentence("invalid JSON: {why}", why=error)) from None
    except RecursionError:
        raise RecordError(
            Sentence("not a game record: {why}", why=Sentence("it’s nested too deeply"))
        ) from None
    except ValueError as error:
        raise RecordError(Sentence("not a game record: {why}", why=error)) from None
    if not isinstance(data, dict):
        raise RecordError(
            Sentence("not a game record: {why}", why=Sentence("it isn’t a JSON object"))
        )
    return data


def too_long() -> RecordError:
    """Return the error for a record with too much text."""
    size = MAX_LENGTH // 1024**2
    return RecordError(
        Sentence("not a game record: {why}", why=Sentence("it’s larger than {size} MiB", size=size))
    )


def _object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        repeated = next(key for key, count in counts.items() if count > 1)
        raise ValueError(
            Sentence("key {key!r} appears twice in the same object", key=repeated[:40])
        )
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(Sentence("{name} isn’t a JSON number", name=name))


def parse_records(lines: Iterable[str]) -> Iterator[tuple[int, RecordData | RecordError]]:
    """Parse a file of records: NDJSON, or one record over several lines.

    Yields the line number of each record, with an error in place of a malformed line of NDJSON.
    Raises RecordError if there is no record at all.
    """
    lines = iter(lines)
    numbered = ((n, text) for n, text in enumerate(lines, start=1) if text.strip())
    first = next(numbered, None)
    if first is None:
        raise RecordError(Sentence("contains no record"))
    begun = _record_or_error(first[1])
    if isinstance(begun, RecordError):
        # Either one record spread over several lines, or NDJSON with a damaged first line.
        rest = list(lines)
        whole = _record_or_error("\n" * (first[0] - 1) + "".join([first[1], *rest]))
        if isinstance(whole, dict):
            yield first[0], whole
            return
        numbered = ((n, text) for n, text in enumerate(rest, start=first[0] + 1) if text.strip())
        if not any(_is_whole_record(text) for text in rest):
            raise whole
    yield first[0], begun
    for number, text in numbered:
        yield number, _record_or_error(text)


def read_records(path: Path) -> Iterator[tuple[int, RecordData | RecordError]]:
    """Yield the records of a file like `parse_records`; raise RecordError if it has none."""
    try:
        with path.open(encoding="utf-8") as lines:
            yield from parse_records(_bounded(lines))
    except OSError as error:
        raise RecordError(Sentence("{file}: can’t be read: {why}", file=path, why=error)) from None
    except UnicodeDecodeError:
        raise RecordError(
            Sentence("{file}: {why}", file=path, why=Sentence("it isn’t UTF-8 text"))
        ) from None
    except RecordError as error:
        raise RecordError(Sentence("{file}: {why}", file=path, why=error)) from None


def _bounded(file: TextIO) -> Iterator[str]:
    """Yield the lines of a file; RecordError at one that is longer than any record."""
    while line := file.readline(MAX_LENGTH + 2):
        if len(line) > MAX_LENGTH + 1:
            raise too_long()
        yield line


def _is_whole_record(line: str) -> bool:
    record = _record_or_error(line)
    return isinstance(record, dict) and "format" in record


def _record_or_error(text: str) -> RecordData | RecordError:
    try:
        return parse_record(text)
    except RecordError as error:
        return error
