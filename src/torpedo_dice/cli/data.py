"""`data backup` and `data restore`: a copy of all games, made while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from torpedo_dice.cli.errors import InputError
from torpedo_dice.cli.options import DataOption
from torpedo_dice.locale import gettext as _
from torpedo_dice.locale import ngettext


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
