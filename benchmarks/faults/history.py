"""What happened in a campaign, in a folder: it can be checked again, and tells what to repeat.

`run.json` has the seed and the settings, `history.jsonl` what clients asked and were told, and the
faults; `log.jsonl` the database's log afterwards, `sequences.jsonl` the events of every table as
each process told them afterwards, and `records.jsonl` the records of finished games.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

Data = dict[str, Any]


class History:
    """Writes what happens, with the time in seconds since the beginning."""

    def __init__(self, folder: Path, **settings: object) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        (folder / "run.json").write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
        self._began = time.monotonic()
        self._file = (folder / "history.jsonl").open("w", encoding="utf-8")

    def now(self) -> float:
        """Return the seconds since the beginning."""
        return round(time.monotonic() - self._began, 4)

    def note(self, what: str, **facts: object) -> None:
        """Note something."""
        line = {"at": self.now(), "what": what, **facts}
        self._file.write(json.dumps(line, separators=(",", ":")) + "\n")

    def write(self, name: str, lines: list[Data]) -> None:
        """Write another file."""
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        (self.folder / f"{name}.jsonl").write_text(text, encoding="utf-8")

    def close(self) -> None:
        """Finish the history."""
        self._file.close()


def read(folder: Path, name: str) -> list[Data]:
    """Return the lines of a file; none if it is missing."""
    file = folder / f"{name}.jsonl"
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
