"""Messages of Python, msgspec and the operating system, in our words and so in any language.

They come in English only, and not in words for players. `in_our_words` recognises them by their
patterns; a message that it doesn't know stays as it is.
"""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from torpedo_dice.locale import N_
from torpedo_dice.rules import Sentence

# Our texts, each with the foreign patterns that it stands for; the first match counts. `{why}` is
# a message itself, `{kind}` and `{value}` are names of types, `{where}` is a path.
OURS: Final[Mapping[str, tuple[str, ...]]] = {
    # The place, of Python's parsers of JSON and TOML, and of msgspec.
    N_("line {line}, column {column}: {why}"): (
        "{why}: line {line} column {column} (char {char})",
        "{why} (at line {line}, column {column})",
    ),
    N_("at the end: {why}"): ("{why} (at end of document)",),
    N_("invalid JSON: {why}"): ("JSON is malformed: {why} (byte {byte})",),
    N_("{where}: {why}"): ("{why} - at `{where}`",),
    # JSON and TOML.
    N_("it’s incomplete"): ("Input data was truncated",),
    N_("it isn’t UTF-8 text"): ("{codec} codec can't decode {bytes}",),
    N_("it starts with a byte order mark"): ("Unexpected UTF-8 BOM (decode using utf-8-sig)",),
    N_("a string contains an invalid character"): (
        "Invalid control character at",
        "Invalid \\{escape}",
        "invalid character in unicode escape",
        "invalid escape{rest}",
        "invalid utf-16 surrogate pair",
        "unexpected end of {escape}",
        "Illegal character {character}",
        "Found invalid character {character}",
        "Unescaped '\\' in a string",
        "Invalid hex value",
        "Escaped character is not a Unicode scalar value",
    ),
    N_("a value is missing or malformed"): (
        "Expecting value",
        "invalid character",
        "Invalid value",
        "Invalid date or datetime",
    ),
    N_("a number is malformed or too large"): (
        "invalid number",
        "Number out of range",
        "Integer value out of range",
        "Exceeds the limit {digits}",
    ),
    N_("a key is missing or malformed"): (
        "Expecting property name enclosed in double quotes",
        "object keys must be strings",
        "expected '\"'",
        "Invalid initial character for a key part",
        "Invalid statement",
    ),
    N_("a key or table is defined twice"): (
        "Cannot declare {key} twice",
        "Cannot mutate immutable namespace {key}",
        "Cannot redefine namespace {key}",
        "Cannot overwrite a value",
        "Duplicate inline table key {key}",
    ),
    N_("a comma or a closing bracket is missing"): (
        "Expecting ',' delimiter",
        "expected ',' or {bracket}",
        "Expected {bracket} at the end of {thing} declaration",
        "Unclosed {thing}",
    ),
    N_("there’s a comma too many"): (
        "trailing comma in {thing}",
        "Illegal trailing comma before end of {thing}",
    ),
    N_("a colon is missing"): ("Expecting ':' delimiter", "expected ':'"),
    N_("an equals sign is missing"): ("Expected '=' after a key in a key/value pair",),
    N_("there’s something after the end"): (
        "Extra data",
        "trailing characters",
        "Expected newline or end of document after a statement",
    ),
    # msgspec: what a message or a body must be.
    N_("must be {kind}, not {value}"): ("Expected `{kind}`, got `{value}`",),
    N_("{key} is missing"): ("Object missing required field `{key}`",),
    N_("{key} is unknown"): ("Object contains unknown field `{key}`",),
    N_("{value} isn’t allowed here"): ("Invalid value {value}", "Invalid enum value {value}"),
    N_("must have the form {pattern}"): ("Expected `str` matching regex {pattern}",),
    # Of a tag, msgspec doesn't say what was given.
    N_("must be a string"): ("Expected `str`",),
    N_("must not be empty"): (
        "Expected `str` of length >= 1",
        "Expected `array` of length >= 1",
    ),
    N_("must have at least {least} entries"): (
        "Expected `array` of length >= {least}",
        "Expected `object` of length >= {least}",
        "Expected `array` of at least length {least}, got {count}",
    ),
    N_("has more than {count} entries"): (
        "Expected `array` of length <= {count}",
        "Expected `object` of length <= {count}",
    ),
    N_("must have {least} to {most} entries"): (
        "Expected `array` of length {least} to {most}, got {given}",
        "Expected `array` of length {least} to {most}",
    ),
    N_("must have {count} entries"): (
        "Expected `array` of length {count}, got {given}",
        "Expected `array` of length {count}",
    ),
    N_("must have at least {least} characters"): ("Expected `str` of length >= {least}",),
    N_("has more than {most} characters"): ("Expected `str` of length <= {most}",),
    N_("must be {least} or more"): ("Expected `int` >= {least}", "Expected `float` >= {least}"),
    N_("must be {most} or less"): ("Expected `int` <= {most}", "Expected `float` <= {most}"),
    N_("a string isn’t closed"): (
        "Unterminated string starting at",
        "Unterminated string",
        'Expected "{quote}"',
    ),
    # Python, of names of files and of saved games.
    N_("the name contains a null character"): ("embedded null {what}",),
    N_("{value} isn’t valid"): ("{value} is not a valid {enum}",),
    N_("it isn’t hexadecimal"): ("non-hexadecimal number found in fromhex() arg {place}",),
    # The operating system, where an error has no number of its own.
    N_("unknown host"): (
        "Name or service not known",
        "nodename nor servname provided, or not known",
        "getaddrinfo failed",
    ),
}
# Errors of the operating system by their numbers.
OS_ERRORS: Final[Mapping[int, str]] = {
    errno.ENOENT: N_("no such file or folder"),
    errno.EACCES: N_("permission denied"),
    errno.EPERM: N_("permission denied"),
    errno.EISDIR: N_("it’s a folder"),
    errno.ENOTDIR: N_("part of the path isn’t a folder"),
    errno.EEXIST: N_("it already exists"),
    errno.ENAMETOOLONG: N_("the name is too long"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EDQUOT: N_("the disk is full"),
    errno.EROFS: N_("the disk is read-only"),
    errno.EADDRINUSE: N_("the address is already in use"),
    errno.EADDRNOTAVAIL: N_("this machine doesn’t have that address"),
}
# The types of JSON, as msgspec names them.
_TYPES: Final = {
    "bool": N_("true or false"),
    "int": N_("a whole number"),
    "float": N_("a number"),
    "str": N_("a string"),
    "array": N_("a list"),
    "object": N_("an object"),
    "null": N_("null"),
}
_EITHER = N_("{first} or {last}")


def in_our_words(error: BaseException) -> str:
    """Return what an error that isn't ours says: a sentence that can be translated, if known."""
    if isinstance(error, OSError) and error.strerror is not None:
        known = OS_ERRORS.get(error.errno or 0)
        return recognised(error.strerror, _TABLE) if known is None else Sentence(known)
    return recognised(str(error), _TABLE)


def recognised(message: str, table: Iterable[tuple[str, str]]) -> str:
    """Return a foreign message in our words; `table` has pairs of their patterns and ours."""
    for theirs, ours in table:
        match = _expression(theirs).fullmatch(message)
        if match:
            gaps = match.groupdict().items()
            return Sentence(ours, **{name: _part(name, text, table) for name, text in gaps})
    return message


def _part(name: str, text: str, table: Iterable[tuple[str, str]]) -> str:
    if name == "why":
        return recognised(text, table)
    if name == "where":
        return text.removeprefix("$").removeprefix(".")
    if name in ("kind", "value"):
        return _type(text.split(" | "))
    return text


def _type(names: list[str]) -> str:
    *others, last = [Sentence(_TYPES[name]) if name in _TYPES else name for name in names]
    return Sentence(_EITHER, first=_type(others), last=last) if others else last


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    expression = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(pattern))
    return re.compile(expression, flags=re.DOTALL)


_TABLE: Final = tuple((theirs, ours) for ours, all_theirs in OURS.items() for theirs in all_theirs)
