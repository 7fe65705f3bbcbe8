"""A save: an append-only file that keeps an interrupted game, as lines of JSON.

The first line holds the game's setup, each further line an entry of its journal. A line is durable
before its entry is applied. Every line carries a checksum over itself and all lines before it: only
an incomplete last line, as a crash leaves it, is ignored; any other mismatch is damage.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

from torpedo_dice.locale import told
from torpedo_dice.record.durable import sync_folder
from torpedo_dice.text.sentences import say

if sys.platform != "win32":
    import fcntl

FORMAT = "torpedo-dice-save"
VERSION = 1
# A long game has a few hundred lines of less than a hundred letters.
MAX_SIZE = 4 * 1024 * 1024

Data: TypeAlias = dict[str, Any]


class SaveError(ValueError):
    """A file that cannot be resumed from or created as a save; one sentence."""


class NotSavedError(Exception):
    """A line that couldn't be written; the save is unchanged, so the game must be too."""


class Save:
    """An open save. Make one with `Save.create`, or open one with `Save.open`."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        # What was in the file when it was opened: the data of the setup and of the entries.
        self.setup: Data = {}
        self.entries: list[Data] = []
        # Whether its last line was truncated and is ignored.
        self.is_torn = False
        self._descriptor = descriptor
        # The file is valid up to here; the rest is truncated before anything is written.
        self._size = 0
        self._check = ""

    @classmethod
    def create(cls, path: Path, setup: Data) -> Save:
        """Create a save. It gets its name once its first line is complete, so it is never torn."""
        header = {"format": FORMAT, "version": VERSION, **setup}
        try:
            descriptor, unfinished = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
            save = cls(path, descriptor)
            try:
                save._lock()
                save._write(header)
                _name_it(Path(unfinished), path)
            finally:
                Path(unfinished).unlink(missing_ok=True)
            sync_folder(path.parent)
        except OSError as error:
            raise SaveError(_unreadable(path, error)) from None
        return save

    @classmethod
    def open(cls, path: Path) -> Save:
        """Open a save; if it is invalid, the file is left unchanged."""
        try:
            if not path.is_file() or path.stat().st_size > MAX_SIZE:
                raise SaveError(say.NOT_A_SAVE.format(file=path))
            save = cls(path, os.open(path, os.O_RDWR))
            save._lock()
            with os.fdopen(save._descriptor, "rb", closefd=False) as file:
                data = file.read()
        except OSError as error:
            raise SaveError(_unreadable(path, error)) from None
        try:
            save._understand(data)
        except SaveError:
            save.close()
            raise
        return save

    def _lock(self) -> None:
        """Lock the file, so that nobody else plays the same game; not available on Windows."""
        if sys.platform == "win32":
            return
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise SaveError(say.SAVE_IN_USE.format(file=self.path)) from None

    def _understand(self, data: bytes) -> None:
        *lines, rest = data.split(b"\n")
        if not lines:
            raise SaveError(say.NOT_A_SAVE.format(file=self.path))
        self.setup = self._header(lines[0])
        self.entries = [self._entry(number, line) for number, line in enumerate(lines[1:], start=2)]
        self.is_torn = bool(rest)
        self._size = len(data) - len(rest)

    def _header(self, line: bytes) -> Data:
        try:
            header = json.loads(line)
        except (ValueError, RecursionError):
            header = None
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise SaveError(say.NOT_A_SAVE.format(file=self.path))
        if header.get("version") != VERSION:
            version = header.get("version")
            raise SaveError(say.SAVE_VERSION.format(file=self.path, version=version))
        return self._entry(1, line)

    def _entry(self, number: int, line: bytes) -> Data:
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            raise self.damaged(number, say.NOT_JSON) from None
        if not isinstance(entry, dict):
            raise self.damaged(number, say.NO_ENTRY)
        said = entry.pop("check", None)
        self._check = _check_of(self._check, entry)
        if said != self._check:
            raise self.damaged(number, say.CHECK_FAILED)
        return entry

    def damaged(self, number: int, why: str) -> SaveError:
        """Return the error for an invalid line."""
        return SaveError(say.SAVE_DAMAGED.format(file=self.path, line=number, why=why))

    def append(self, entry: Data) -> None:
        """Write a line durably; NotSavedError if that fails."""
        try:
            self._write(entry)
        except OSError as error:
            with suppress(OSError):
                os.ftruncate(self._descriptor, self._size)
            why = say.NOT_SAVED.format(file=self.path, why=told(error))
            raise NotSavedError(why) from None

    def _write(self, entry: Data) -> None:
        check = _check_of(self._check, entry)
        line = (json.dumps({**entry, "check": check}, separators=(",", ":")) + "\n").encode()
        # Also removes what a crash or a failed attempt has left.
        os.ftruncate(self._descriptor, self._size)
        os.lseek(self._descriptor, self._size, os.SEEK_SET)
        _write_all(self._descriptor, line)
        os.fsync(self._descriptor)
        self._size += len(line)
        self._check = check

    def close(self) -> None:
        """Close the file."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _check_of(before: str, entry: Data) -> str:
    text = before + json.dumps(entry, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _name_it(unfinished: Path, path: Path) -> None:
    """Give the file its name without replacing another, if the file system supports that."""
    try:
        path.hardlink_to(unfinished)
    except FileExistsError:
        raise
    except OSError:
        unfinished.replace(path)


def _unreadable(path: Path, error: OSError) -> str:
    return say.SAVE_UNREADABLE.format(file=path, why=told(error))
