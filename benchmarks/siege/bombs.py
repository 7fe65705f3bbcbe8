"""Payloads of the attacks: bodies and messages designed to be slow, deep or large."""

from __future__ import annotations

import json
from functools import cache

from websockets.frames import Frame, Opcode

from torpedo_dice.lab.play import play_game
from torpedo_dice.rules import Mode
from torpedo_dice.rules.fields import MAX_COLUMNS, MAX_ROWS
from torpedo_dice.sheets import load_sheet

NESTED_JSON = b"[" * 40_000
NESTED_RECORD = b'{"format":"torpedo-dice","version":1,"extra":' + b"[" * 100_000
NESTED_FRAME = Frame(Opcode.TEXT, b'{"type":' + b"[" * 15_000).serialize(mask=True)
LARGE_FRAME = Frame(Opcode.TEXT, b'{"type":"' + b"x" * 16_000 + b'"}').serialize(mask=True)


def nested_toml() -> dict[str, str]:
    """Return a sheet with a deeply nested table and thousands of keys."""
    return {"toml": ".".join("a" * 5000) + " = 1\n" + "b = " + "[" * 5000}


def long_list() -> dict[str, object]:
    """Return as many seats as a list of games may contain."""
    return {"seats": [{"table": f"{n:010d}", "secret": "x" * 43} for n in range(50)]}


def large_sheet(number: int) -> dict[str, object]:
    """Return a sheet of the maximum size, a different one for each number."""
    data = load_sheet("mission").to_data()
    grid = [row.split() for row in data["grid"]]
    rows = [row + ["."] * (MAX_COLUMNS - len(row)) for row in grid]
    rows += [["."] * MAX_COLUMNS for _ in range(MAX_ROWS - len(rows))]
    # A field of plain hull somewhere in the water makes it a different sheet.
    rows[-1 - number % 5][number % MAX_COLUMNS] = "o"
    return {**data, "name": f"siege {number}", "grid": [" ".join(row) for row in rows]}


@cache
def record() -> bytes:
    """Return a record of a game."""
    sheet = load_sheet("mission")
    return json.dumps(play_game(sheet, Mode.MISSION, ["ensign"] * 4, "siege").record()).encode()


@cache
def large_record() -> bytes:
    """Return a record of 1.6 MB: long names, which every step of a replay used to repeat."""
    data = json.loads(record())
    for player in data["players"]:
        player["name"] = "x" * 400_000
    return json.dumps(data).encode()
