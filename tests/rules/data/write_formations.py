"""Regenerate `formations.toml` after changing a sheet.

    python -m tests.rules.data.write_formations

Counts with `tests/rules/patterns.py`, independently of the package.
"""

from __future__ import annotations

from pathlib import Path

from tests.rules.patterns import SYSTEMS, count
from torpedo_dice.sheets import load_sheet, sheet_names

FILE = Path(__file__).with_name("formations.toml")
HEAD = """\
# How many shots each face has on each of our sheets: [placements, different sets of targets].
# Written by `python -m tests.rules.data.write_formations`; run it after a grid has changed.
"""


def table() -> str:
    """Return the file's text."""
    parts = [HEAD]
    for sheet in sheet_names():
        rows = load_sheet(sheet).rows
        for system in SYSTEMS:
            lines = [f"{face} = {list(count(rows, face, system))}" for face in range(1, 7)]
            parts.append("\n".join([f"[{sheet}.{system}]", *lines, ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(table(), encoding="utf-8")
