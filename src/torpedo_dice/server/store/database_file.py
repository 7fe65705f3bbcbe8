"""The file of an SQLite database: where it is, and who may read it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from sqlalchemy import make_url

from torpedo_dice.server.store.address import is_postgres

# SQLite keeps recent changes and locks in files next to the database; these are their suffixes.
SIDE_FILES = ("-wal", "-shm", "-journal")
_OWNER_ONLY = 0o600


def url_of(data: str) -> str:
    """Return a database's URL; a plain file name is an SQLite file."""
    return data if "://" in data else f"sqlite:///{Path(data).expanduser().resolve()}"


def database_file(url: str) -> Path | None:
    """Return the file of a database; None if it is in memory or not SQLite."""
    if is_postgres(url):
        return None
    parsed = make_url(url)
    name = parsed.database
    if parsed.get_backend_name() != "sqlite" or not name or name.startswith((":", "file:")):
        return None
    return Path(name)


def create_owner_only(file: Path) -> None:
    """Create an empty file that only its owner can read or write; leave an existing one alone.

    An empty file is an empty database to SQLite, and its side files get the same permissions.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER_ONLY)
        os.close(descriptor)
        # The umask may have removed more.
        file.chmod(_OWNER_ONLY)


class OpenFile:
    """The file of an open database, to detect that it was deleted or replaced.

    SQLite would keep writing to the old one, which nobody will ever read.
    """

    def __init__(self, data: str) -> None:
        self._path = database_file(url_of(data))
        self._identity = self._identify()

    def check(self) -> None:
        """Raise OSError if it is not the file that was opened."""
        if self._path is not None and self._identify() != self._identity:
            raise FileNotFoundError(f"{self._path}: was deleted or replaced")

    def _identify(self) -> tuple[int, int] | None:
        if self._path is None:
            return None
        try:
            found = os.stat(self._path)  # noqa: PTH116  # called for every commit: half the time
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino
