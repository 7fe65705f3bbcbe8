"""`sheet list`, `sheet check` and `sheet show`: our submarines and a player's own."""

from __future__ import annotations

from typing import Annotated

import typer

from torpedo_dice.locale import gettext as _
from torpedo_dice.rules import Sheet


def list_sheets() -> None:
    """List the built-in sheets."""
    from torpedo_dice.sheets import load_sheet, sheet_names

    for name in sheet_names():
        sheet = load_sheet(name)
        sentence = (
            _("{sheet}: for Mission and solo, {systems} systems, {targets} targets")
            if sheet.is_mission
            else _("{sheet}: for Training, {systems} systems, {targets} targets")
        )
        print(_with_sizes(sentence, name, sheet))


def check_sheet(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A sheet, as a TOML file.")],
) -> None:
    """Check your own sheet, and see what’s wrong and where."""
    from torpedo_dice.sheets import find_sheet

    sheet = find_sheet(file)
    sentence = _("{sheet}: a valid sheet with {systems} systems and {targets} targets.")
    print(_with_sizes(sentence, file, sheet))


def _with_sizes(sentence: str, name: str, sheet: Sheet) -> str:
    systems, targets = len(sheet.systems), len(sheet.targets)
    return sentence.format(sheet=name, systems=systems, targets=targets)


def show_sheet(
    sheet: Annotated[
        str, typer.Argument(metavar="NAME|FILE", help="A built-in sheet, or your own TOML file.")
    ],
) -> None:
    """Draw a sheet."""
    from torpedo_dice.sheets import find_sheet
    from torpedo_dice.text.look import sheet_drawn

    for text in sheet_drawn(find_sheet(sheet)):
        print(text)
