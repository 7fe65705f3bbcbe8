"""`verify` and `show`: game records are checked and retold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from torpedo_dice.cli.errors import FINDINGS, InputError
from torpedo_dice.cli.options import LangOption
from torpedo_dice.locale import ngettext, told
from torpedo_dice.record import RecordData, RecordError, read_records
from torpedo_dice.rules import Sentence


def verify(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Game records, or NDJSON files of them.")
    ],
) -> int:
    """Check game records: every move by the rules, every roll by the seed.

    Prints one line per invalid record, naming the place; exit code 1 if there are any.
    """
    from torpedo_dice.record import UNFINISHED
    from torpedo_dice.record import verify as first_fault

    count = faults = running = 0
    for file in files:
        for line, record in read_records(file):
            count += 1
            finding = record if isinstance(record, RecordError) else first_fault(record)
            if finding is not None:
                faults += 1
                print(f"{file}:{line}: {told(finding)}")
            elif isinstance(record, dict):
                running += record["result"]["reason"] == UNFINISHED
    print(_verdict(count, faults))
    if running:
        sentence = ngettext(
            "{count} unfinished: their dice can be checked when the games are over.",
            "{count} unfinished: their dice can be checked when the games are over.",
            running,
        )
        print(sentence.format(count=running))
    return FINDINGS if faults else 0


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
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record, or NDJSON.")],
    round_number: Annotated[
        int | None, typer.Option("--round", metavar="K", min=1, help="Only this round.")
    ] = None,
    game: Annotated[
        int, typer.Option(metavar="N", min=1, help="Which record of the file, from 1.")
    ] = 1,
    _lang: LangOption = None,
) -> None:
    """Retell a game in words, with the submarines drawn."""
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
            "{file}: has {count} records, so there is no number {number}",
            file=file,
            count=count,
            number=number,
        )
    )
