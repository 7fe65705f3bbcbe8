"""The tracebacks of bots that failed, for their authors to read in a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from torpedo_dice.lab.play import Forfeit
from torpedo_dice.locale import told

# Failures that all differ, say because random text is part of them, must not flood the terminal.
MOST_TRACEBACKS = 10


def tracebacks(forfeits: Iterable[Forfeit]) -> list[Text]:
    """Return each distinct failure's sentence and dimmed traceback, in order of occurrence.

    Failures of one bot at the same place in its code are not distinct, even if their messages are.
    """
    distinct: dict[tuple[str, str], Forfeit] = {}
    for forfeit in forfeits:
        if forfeit.details:
            distinct.setdefault((forfeit.bot, _place(forfeit.details)), forfeit)
    shown = list(distinct.values())[:MOST_TRACEBACKS]
    return [_shown(one) for one in shown]


def _shown(forfeit: Forfeit) -> Text:
    traceback = f"\n{printable(forfeit.details.rstrip())}"
    return Text(printable(told(forfeit.sentence))).append(traceback, style="dim")


def _place(details: str) -> str:
    """Return the lines that name files, which every Python traceback has; otherwise everything."""
    lines = [line for line in details.splitlines() if line.lstrip().startswith("File ")]
    return "\n".join(lines) or details


def printable(text: str) -> str:
    """Return a third party's text without escape sequences that could control the terminal."""
    return "".join(char if char.isprintable() or char in "\n\t" else "\ufffd" for char in text)
