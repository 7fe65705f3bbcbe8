"""`data backup`, `restore`, `copy`, `export`, `import` and `check`: all games of a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from torpedo_dice.cli.errors import FINDINGS, InputError
from torpedo_dice.cli.options import DataOption
from torpedo_dice.locale import gettext as _
from torpedo_dice.locale import ngettext, told
from torpedo_dice.rules import Sentence


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup to write.")],
    data: DataOption = None,
    *,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Back up all games, even while the server is running."""
    from torpedo_dice.server.run import default_data
    from torpedo_dice.server.store.backup import BackupError, back_up

    try:
        tables = back_up(data or default_data(), file, force=force)
    except BackupError as error:
        raise InputError(error.args[0]) from None
    sentence = ngettext(
        "{file}: backed up {count} table.", "{file}: backed up {count} tables.", tables
    )
    print(sentence.format(file=file, count=tables))


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup to restore.")],
    data: DataOption = None,
    *,
    force: Annotated[
        bool,
        typer.Option("--force", help="Replace existing games (they’re kept in another file)."),
    ] = False,
) -> None:
    """Restore a backup. Stop the server first."""
    from torpedo_dice.server.run import default_data
    from torpedo_dice.server.store.backup import BackupError
    from torpedo_dice.server.store.backup import restore as put_back

    try:
        done = put_back(file, data or default_data(), force=force)
    except BackupError as error:
        raise InputError(error.args[0]) from None
    sentence = ngettext(
        "{file}: restored {count} table.", "{file}: restored {count} tables.", done.tables
    )
    print(sentence.format(file=done.file, count=done.tables))
    if done.kept is not None:
        print(_("The previous file is now {file}.").format(file=done.kept))


def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The file or URL to copy from.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="The file or URL to copy to.")],
) -> None:
    """Copy all games to another database, which must be empty. Stop the server first."""
    from torpedo_dice.server.store import transfer
    from torpedo_dice.server.store.address import shown
    from torpedo_dice.server.store.writes import StorageError

    try:
        tables = transfer.copy(source, target)
    except StorageError as error:
        raise InputError(error.args[0]) from None
    sentence = ngettext("{file}: copied {count} table.", "{file}: copied {count} tables.", tables)
    print(sentence.format(file=shown(target), count=tables))


def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    data: DataOption = None,
    *,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Write all games to a file of JSON lines, even while the server is running."""
    from torpedo_dice.server.run import default_data
    from torpedo_dice.server.store import transfer
    from torpedo_dice.server.store.writes import StorageError

    try:
        with file.open("wb" if force else "xb") as opened:
            # Seeds of running games are in it, and the hashes of secrets.
            file.chmod(0o600)
            tables = transfer.export(data or default_data(), opened)
    except FileExistsError:
        raise InputError(
            Sentence("{file}: already exists; use --force to replace it", file=file)
        ) from None
    except OSError as error:
        raise InputError.not_writable(file, error) from None
    except StorageError as error:
        file.unlink(missing_ok=True)
        raise InputError(error.args[0]) from None
    sentence = ngettext(
        "{file}: exported {count} table.", "{file}: exported {count} tables.", tables
    )
    print(sentence.format(file=file, count=tables))


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to read.")],
    data: DataOption = None,
) -> None:
    """Add the games of an exported file to a database."""
    from torpedo_dice.server.run import default_data
    from torpedo_dice.server.store import transfer
    from torpedo_dice.server.store.address import shown
    from torpedo_dice.server.store.writes import StorageError

    target = data or default_data()
    try:
        added, known = transfer.import_tables(file, target)
    except StorageError as error:
        raise InputError(error.args[0]) from None
    except OSError as error:
        raise InputError(Sentence("{file}: can’t be read: {why}", file=file, why=error)) from None
    sentence = ngettext("{file}: added {count} table.", "{file}: added {count} tables.", added)
    print(sentence.format(file=shown(target), count=added))
    if known:
        text = ngettext("{count} was already there.", "{count} were already there.", known)
        print(text.format(count=known))


def check(data: DataOption = None) -> int:
    """Replay every game, and report what is broken. The exit code is 1 if anything is."""
    from torpedo_dice.server.run import default_data
    from torpedo_dice.server.store import check as checks
    from torpedo_dice.server.store.writes import StorageError

    tables = broken = 0
    try:
        for one in checks.check(data or default_data()):
            tables += 1
            if one.problem is not None:
                broken += 1
                print(_("table {table}: {what}").format(table=one.table, what=told(one.problem)))
    except StorageError as error:
        raise InputError(error.args[0]) from None
    sentence = ngettext("{count} table checked", "{count} tables checked", tables)
    result = ngettext("{count} is broken", "{count} are broken", broken)
    whole = _("no problems found") if not broken else result.format(count=broken)
    print(f"{sentence.format(count=tables)}: {whole}.")
    return FINDINGS if broken else 0
