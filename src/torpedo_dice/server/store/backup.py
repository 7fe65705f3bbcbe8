"""Back up a database while a server uses it, and restore a backup.

Copying the file of a running server is not enough: recent changes are in its WAL file. SQLite's
online backup copies a consistent state of both. Every copy is made in a temporary file, checked,
flushed to disk and then renamed, so an interrupted command leaves no half-written file.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import StaticPool, create_engine, inspect
from sqlalchemy.exc import SQLAlchemyError

from torpedo_dice.locale import N_
from torpedo_dice.record.durable import sync_folder
from torpedo_dice.rules import Sentence
from torpedo_dice.server.store import schema
from torpedo_dice.server.store.address import shown
from torpedo_dice.server.store.database_file import SIDE_FILES, database_file, url_of
from torpedo_dice.server.store.migrate import ForeignSchemaError, NewerSchemaError, revision_of

_BUSY_SECONDS = 5.0
_DAMAGED = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)


class BackupError(ValueError):
    """A failed backup or restoration; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restoration."""

    file: Path
    tables: int
    # The file that was replaced, under its new name.
    kept: Path | None


def back_up(data: str, file: Path, *, force: bool = False) -> int:
    """Back up a database to a file; return its number of tables."""
    source, target = _file_of(data), file.resolve()
    if target in (source, *_side_files(source)):
        raise _error(N_("{file}: is the data file itself"), target)
    _check_target(target)
    if target.exists() and not force:
        raise _error(N_("{file}: already exists; use --force to replace it"), target)
    with _checked_copy(source, target.parent) as (copy, tables), _writing(target):
        copy.replace(target)
        sync_folder(target.parent)
    return tables


def restore(file: Path, data: str, *, force: bool = False) -> Restored:
    """Replace a database with a backup; the old file is kept under another name."""
    source, target = file.resolve(), _file_of(data)
    if source in (target, *_side_files(target)):
        raise _error(N_("{file}: is the data file itself"), target)
    _check_target(target)
    if target.exists() and not force:
        raise _error(
            N_("{file}: already exists; use --force to replace it (a copy is kept)"), target
        )
    with _writing(target):
        target.parent.mkdir(parents=True, exist_ok=True)
    with _checked_copy(source, target.parent) as (copy, tables), _writing(target):
        kept = _set_aside(target)
        try:
            copy.replace(target)
        except OSError:
            if kept is not None:
                kept.replace(target)
            raise
        sync_folder(target.parent)
    return Restored(target, tables, kept)


def _file_of(data: str) -> Path:
    file = database_file(url_of(data))
    if file is None:
        raise BackupError(
            Sentence(
                "{data}: isn’t an SQLite file: use your database’s own tools", data=shown(data)
            )
        )
    return file.resolve()


def _check_target(target: Path) -> None:
    if target.exists() and not target.is_file():
        raise _error(N_("{file}: isn’t a regular file"), target)


def _side_files(file: Path) -> tuple[Path, ...]:
    return tuple(file.with_name(file.name + suffix) for suffix in SIDE_FILES)


# ------------------------------------------------------------------ copying


@contextmanager
def _checked_copy(source: Path, folder: Path) -> Iterator[tuple[Path, int]]:
    """Copy a database to a temporary file in a folder; yield it and its number of tables."""
    if not source.is_file():
        raise _error(N_("{file}: no such file"), source)
    with _writing(folder):
        # Only its owner may read it.
        descriptor, name = tempfile.mkstemp(prefix=f".{source.name}.", suffix=".tmp", dir=folder)
        os.close(descriptor)
    copy = Path(name)
    try:
        tables = _copy(source, copy)
        with _writing(copy):
            _flush(copy)
        yield copy, tables
    finally:
        copy.unlink(missing_ok=True)


def _copy(source: Path, copy: Path) -> int:
    """Copy a database and check the copy; return its number of tables."""
    try:
        with closing(_connect(source)) as old, closing(_connect(copy)) as new:
            _check_schema(source, old)
            # All pages in one step: a server may continue writing in the meantime.
            old.backup(new)
            # A single file, without a WAL file.
            new.execute("PRAGMA journal_mode=DELETE")
            if new.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise _error(N_("{file}: is damaged"), source)
            (tables,) = new.execute(f"SELECT count(*) FROM {schema.tables.name}").fetchone()  # noqa: S608
            return int(tables)
    except sqlite3.Error as error:
        raise _unusable(source, error) from None


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, timeout=_BUSY_SECONDS)


def _check_schema(file: Path, connection: sqlite3.Connection) -> None:
    """Raise BackupError unless this is one of our databases in a supported version."""
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    try:
        with engine.connect() as wrapped:
            revision = revision_of(wrapped)
            names = set(inspect(wrapped).get_table_names())
    except SQLAlchemyError as error:
        cause = error.__cause__
        raise _unusable(file, cause if isinstance(cause, sqlite3.Error) else error) from None
    except NewerSchemaError:
        raise _error(
            N_("{file}: was written by a newer version of Torpedo Dice: please update"),
            file,
        ) from None
    except ForeignSchemaError:
        revision, names = None, set()
    # Those of every version.
    if revision is None or not names >= {schema.tables.name, schema.log.name}:
        raise _error(N_("{file}: isn’t a Torpedo Dice database"), file)


def _flush(file: Path) -> None:
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


# ------------------------------------------------------------------ replacing


def _set_aside(target: Path) -> Path | None:
    """Rename a database that isn't in use, with its side files; return its new name.

    A WAL file left behind would be applied to the next database.
    """
    existed = target.exists()
    if existed:
        _make_single_file(target)
    kept = _free_name(target)
    for suffix in ("", *SIDE_FILES):
        part = target.with_name(target.name + suffix)
        if part.exists():
            part.replace(kept.with_name(kept.name + suffix))
    return kept if existed else None


def _make_single_file(target: Path) -> None:
    """Move the changes in the WAL into the database; this fails while a server has it open."""
    try:
        with closing(_connect(target)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        if _code(error) == sqlite3.SQLITE_BUSY:
            raise _error(N_("{file}: is in use: stop the server first"), target) from None
        # A damaged database may be replaced; nobody can use it.
        if _code(error) not in _DAMAGED:
            raise _unusable(target, error) from None


def _free_name(target: Path) -> Path:
    """Return a new name for the replaced file; never overwrite an earlier one."""
    kept, number = target.with_name(f"{target.name}.before-restore"), 2
    while kept.exists():
        kept = target.with_name(f"{target.name}.{number}.before-restore")
        number += 1
    return kept


# ------------------------------------------------------------------ errors


def _error(pattern: str, file: Path) -> BackupError:
    return BackupError(Sentence(pattern, file=file))


def _unusable(file: Path, error: Exception) -> BackupError:
    why = str(error).partition("\n")[0]
    return BackupError(Sentence("{file}: can’t be used: {why}", file=file, why=why))


def _code(error: sqlite3.Error) -> int:
    """Return the primary result code of an SQLite error."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


@contextmanager
def _writing(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BackupError(
            Sentence("{file}: can’t be written: {why}", file=file, why=error)
        ) from None
