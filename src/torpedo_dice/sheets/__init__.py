"""The submarines: sheets as TOML, either the built-in ones in this folder or a player's file.

Those of version 1 are kept as `training@1` and `mission@1`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from pathlib import Path

from torpedo_dice.rules import Mode, Sentence, Sheet, SheetError, parse_sheet
from torpedo_dice.rules.sheet_limits import MAX_LENGTH, too_long
from torpedo_dice.sheets.toml_limits import check_toml_limits

# The default sheet of each mode.
DEFAULT_SHEETS = {
    Mode.TRAINING: "training",
    Mode.MISSION: "mission",
    Mode.SOLO: "mission",
}
# Earlier versions, for comparison; they are in folders of their own.
_EARLIER = ("training@1", "mission@1")
_KEYS = {"name", "grid", "reserve", "screens", "limits", "solo"}
_SOLO_KEYS = {"boxes", "explosions", "arrows"}


def sheet_names() -> tuple[str, ...]:
    """Return the names of the built-in sheets."""
    return tuple(dict.fromkeys(DEFAULT_SHEETS.values()))


@cache
def load_sheet(name: str) -> Sheet:
    """Load a built-in sheet, `training` or `mission`, or an earlier version of one."""
    if not _is_ours(name):
        raise SheetError(
            "",
            Sentence(
                "{name!r} isn’t a sheet (known: {known})",
                name=name,
                known=", ".join(sheet_names()),
            ),
        )
    basename, _, version = name.partition("@")
    file = resources.files(__name__).joinpath(version, f"{basename}.toml")
    return parse_sheet_toml(file.read_text(encoding="utf-8"))


def _is_ours(name: str) -> bool:
    return name in sheet_names() or name in _EARLIER


def parse_sheet_toml(text: str) -> Sheet:
    """Parse a sheet from TOML; raise SheetError with the problem and its location."""
    check_toml_limits(text)
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        raise SheetError("", Sentence("invalid TOML: {why}", why=error)) from None
    _check_keys("", data, _KEYS)
    if isinstance(data.get("solo"), dict):
        _check_keys("solo, ", data["solo"], _SOLO_KEYS)
    return parse_sheet(data)


def _check_keys(where: str, table: dict[str, object], known: set[str]) -> None:
    """Reject unknown keys, so that a misspelt one isn't silently ignored."""
    for key in table:
        if key not in known:
            raise SheetError(
                f"{where}{key}",
                Sentence("is unknown (known: {known})", known=", ".join(sorted(known))),
            )


def find_sheet(name_or_file: str) -> Sheet:
    """Load a built-in sheet by name, or any other from a TOML file."""
    if _is_ours(name_or_file):
        return load_sheet(name_or_file)
    data = _read_file(name_or_file)
    if len(data) > MAX_LENGTH:
        raise SheetError(name_or_file, too_long().why)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise SheetError(name_or_file, Sentence("it isn’t UTF-8 text")) from None
    return parse_sheet_toml(text)


def _read_file(name: str) -> bytes:
    """Read at most slightly more than the size limit: a device file has no size to check first."""
    try:
        with Path(name).open("rb") as file:
            return file.read(MAX_LENGTH + 1)
    except FileNotFoundError:
        raise SheetError(
            "",
            Sentence(
                "{name!r} is neither a file nor a sheet ({known})",
                name=name,
                known=", ".join(sheet_names()),
            ),
        ) from None
    except OSError as error:
        raise SheetError(name, Sentence("can’t be read: {why}", why=error)) from None
    except ValueError as error:
        raise SheetError(repr(name), Sentence("can’t be read: {why}", why=error)) from None
