"""Check what a killed server left on disk: every acknowledged command, and only valid games."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

from torpedo_dice.record.format import record_line
from torpedo_dice.server.store.storage import Storage


def lost_commands(data: Path, acknowledged: Path) -> tuple[int, int]:
    """Return how many commands were acknowledged, and how many of them the file lacks."""
    answered = {tuple(json.loads(line)) for line in acknowledged.read_text().splitlines()}
    with sqlite3.connect(data) as connection:
        rows = connection.execute("SELECT table_id, entry FROM log").fetchall()
    connection.close()
    stored = set()
    for table, text in rows:
        entry = json.loads(text)
        stored.add((table, entry.get("seat"), entry.get("id")))
    return len(answered), len(answered - stored)


def verify_games(data: Path, records: Path) -> tuple[int, bool]:
    """Write the records of all finished games and check them with `torpedo verify`."""
    with sqlite3.connect(data) as connection:
        ended = connection.execute("SELECT id FROM tables WHERE ended IS NOT NULL").fetchall()
    connection.close()
    storage = Storage(str(data))
    with records.open("w", encoding="utf-8") as file:
        for (name,) in ended:
            table = storage.load(name)
            assert table is not None
            record = table.record()
            assert record is not None
            file.write(record_line(record))
    storage.close()
    command = [sys.executable, "-m", "torpedo_dice.cli", "verify", str(records)]
    judged = subprocess.run(command, capture_output=True, text=True, check=False)
    if judged.returncode:
        print(judged.stdout, judged.stderr)
    return len(ended), judged.returncode == 0
