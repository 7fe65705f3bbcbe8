"""`verify` and `show`: game records are checked and retold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from torpedo_dice.cli.errors import FINDINGS, InputError
from torpedo_dice.cli.options import LangOption
from torpedo_dice.locale import ngettext, told
from torpedo_dice.record import (
    SCHEME_1,
    UNFINISHED,
    Finding,
    RecordData,
    RecordError,
    read_records,
)
from torpedo_dice.rules import Sentence


def verify(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Game records, as JSON or NDJSON.")
    ],
    commitment: Annotated[
        str | None,
        typer.Option(metavar="HEX", help="The dice fingerprint you were shown at the start."),
    ] = None,
    nonce: Annotated[
        str | None, typer.Option(metavar="HEX", help="The nonce that your own device chose.")
    ] = None,
) -> int:
    """Check game records: every move against the rules, every roll against the seed.

    Prints one line per invalid record; the exit code is 1 if there are any.
    """
    from torpedo_dice.record import verify as first_fault

    has_notes = commitment is not None or nonce is not None
    counts: Counter[str] = Counter()
    for file in files:
        for line, record in read_records(file):
            counts["all"] += 1
            if has_notes and counts["all"] > 1:
                raise InputError(
                    Sentence(
                        "--commitment and --nonce are for a single game: use them with one record"
                    )
                )
            finding: Exception | None = None
            if isinstance(record, RecordError):
                finding = record
            elif (finding := first_fault(record) or _difference(record, commitment, nonce)) is None:
                counts["unfinished"] += record["result"]["reason"] == UNFINISHED
                counts[record["dice"]["scheme"]] += 1
            if finding is not None:
                counts["invalid"] += 1
                print(f"{file}:{line}: {told(finding)}")
    print(_verdict(counts["all"], counts["invalid"]))
    for remark in _remarks(counts["unfinished"], counts[SCHEME_1]):
        print(remark)
    return FINDINGS if counts["invalid"] else 0


def _difference(record: RecordData, commitment: str | None, nonce: str | None) -> Finding | None:
    """Return where a record differs from what a player noted of its dice."""
    dice = record["dice"]
    if commitment is not None and commitment.strip().lower() != dice["commitment"]:
        return Finding(
            "dice.commitment",
            Sentence("isn’t the one you noted: the seed was replaced after you saw it"),
        )
    if nonce is not None and nonce.strip().lower() not in filter(None, dice["nonces"]):
        return Finding("dice.nonces", Sentence("don’t include yours: the dice didn’t use it"))
    return None


def _remarks(unfinished: int, scheme_1: int) -> Iterator[str]:
    """Say what the dice of valid records do not prove."""
    if unfinished:
        sentence = ngettext(
            "{count} unfinished: dice can only be checked once a game is over.",
            "{count} unfinished: dice can only be checked once a game is over.",
            unfinished,
        )
        yield sentence.format(count=unfinished)
    if scheme_1:
        sentence = ngettext(
            "{count} with scheme 1: the host could have chosen the dice.",
            "{count} with scheme 1: the host could have chosen the dice.",
            scheme_1,
        )
        yield sentence.format(count=scheme_1)


def _verdict(count: int, faults: int) -> str:
    if faults:
        sentence = ngettext(
            "{count} record checked: {faults} invalid.",
            "{count} records checked: {faults} invalid.",
            count,
        )
    else:
        sentence = ngettext(
            "{count} record checked: all valid.", "{count} records checked: all valid.", count
        )
    return sentence.format(count=count, faults=faults)


def show(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A game record, or an NDJSON file of several.")
    ],
    round_number: Annotated[
        int | None, typer.Option("--round", metavar="K", min=1, help="Show only this round.")
    ] = None,
    game: Annotated[
        int, typer.Option(metavar="N", min=1, help="Which record of the file, counting from 1.")
    ] = 1,
    _lang: LangOption = None,
) -> None:
    """Retell a recorded game, with drawings of the submarines."""
    from torpedo_dice.text.retell import retell

    record = _nth_record(file, game)
    for text in retell(record, round_number):
        print(text)


def _nth_record(file: Path, number: int) -> RecordData:
    count = 0
    for count, (_line, record) in enumerate(read_records(file), start=1):
        if count == number:
            if isinstance(record, RecordError):
                raise record
            return record
    raise InputError(
        Sentence(
            "{file}: there’s no record {number} (the file has {count})",
            file=file,
            count=count,
            number=number,
        )
    )
