"""Limits on the structure of a TOML text, checked before it is parsed.

Python's parser takes seconds for a few kilobytes of long dotted keys, because it walks the whole
path of tables again for every key. This module scans the text once, skips strings and comments,
and counts what takes the parser time: keys, values, brackets and the parts of dotted keys. A text
that passes may still be invalid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from torpedo_dice.rules.sheet_limits import (
    MAX_DEPTH,
    MAX_LENGTH,
    MAX_VALUES,
    too_deep,
    too_long,
    too_many_values,
)

# Possessive quantifiers (`++`, `*+`) never backtrack, so the scan takes linear time. A string that
# is not closed extends to the end of its line, or of the text: the parser stops at it as well.
_STRING = r"""
    \"{3}(?: [^"\\]++ | \\. | "(?!"") )*+ (?: "{3,5} | \Z )
  | '{3}(?: [^']++ | '(?!'') )*+ (?: '{3,5} | \Z )
  | "(?: [^"\\\n]++ | \\. )*+ "?+
  | '[^'\n]*+ '?+
"""
_COMMENT = r"\#[^\n]*+"
# Everything up to the next character of TOML's grammar, then that character. Consecutive blank
# lines and lines of comments are one line break.
_NEXT = re.compile(
    rf"""
    (?: [^\[\]{{}}=,.\n"'\#]++ | {_STRING} | {_COMMENT} )*+
    (?: (?P<mark>[\[\]{{}}=,.]) | (?P<newline>\n) (?: \s++ | {_COMMENT} )*+ | \Z )
    """,
    re.VERBOSE | re.DOTALL,
)


def check_toml_limits(text: str) -> None:
    """Raise SheetError if a text is too long, or has too many or too deeply nested values."""
    if len(text) > MAX_LENGTH:
        raise too_long()
    values = brackets = dots = 0
    for mark in marks(text):
        if mark == ".":
            dots += 1
        else:
            dots = 0
        if mark in "=,[{":
            values += 1
        if mark in "[{":
            brackets += 1
        elif mark in "]}":
            brackets -= 1
        if brackets < 0:
            # Invalid TOML: the parser stops here too.
            return
        if values > MAX_VALUES:
            raise too_many_values()
        if max(brackets, dots) > MAX_DEPTH:
            raise too_deep()


def marks(text: str) -> Iterator[str]:
    """Yield the characters of a TOML text that make up its structure, and its line breaks."""
    position = 0
    # Not `finditer`, which would skip what does not match and so might begin inside a string.
    while found := _NEXT.match(text, position):
        mark = found["mark"] or found["newline"]
        if mark is None:
            return
        yield mark
        position = found.end()
