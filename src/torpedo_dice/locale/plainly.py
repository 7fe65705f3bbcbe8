"""Output where an encoding lacks our typography: a plain apostrophe instead of a curly one."""

from __future__ import annotations

import codecs
import io
from typing import Final, TextIO

# The name of the error handler, for `str.encode` and for streams.
PLAINLY: Final = "torpedo_dice.plainly"
_PLAIN = {"’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "×": "x", "−": "-", "…": "..."}


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Return plain characters for those that cannot be encoded; any other becomes a `?`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in missing), error.end


codecs.register_error(PLAINLY, _replace)


def write_plainly(*streams: TextIO) -> None:
    """Let streams replace what they cannot encode, rather than fail."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAINLY)
