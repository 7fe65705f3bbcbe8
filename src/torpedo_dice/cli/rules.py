"""`rules`: the rulebook in the terminal."""

from __future__ import annotations

import shutil
from typing import Annotated

import typer

from torpedo_dice.cli.errors import InputError
from torpedo_dice.cli.options import LangOption
from torpedo_dice.locale import in_use
from torpedo_dice.rules import Sentence

# Longer lines are hard to read, however wide the terminal is.
_WIDEST = 100


def rules(
    rule: Annotated[
        str | None,
        typer.Argument(
            metavar="RULE",
            help="One chapter or rule, such as end or phase-2 (default: the whole rulebook).",
        ),
    ] = None,
    _lang: LangOption = None,
    *,
    listing: Annotated[bool, typer.Option("--list", help="List all chapters and rules.")] = False,
) -> None:
    """Read the rulebook, or look up one rule."""
    from torpedo_dice.rulebook import (
        UnknownRuleError,
        find_section,
        listed_sections,
        plain_rulebook,
        plain_section,
    )

    language, width = in_use(), min(shutil.get_terminal_size().columns, _WIDEST)
    if listing:
        print("\n".join(listed_sections(language)))
    elif rule is None:
        print(plain_rulebook(language, width))
    else:
        try:
            anchor = find_section(language, rule).anchor
        except UnknownRuleError:
            raise InputError(
                Sentence("{rule}: no such rule; torpedo rules --list shows them all", rule=rule)
            ) from None
        print(plain_section(language, anchor, width))
