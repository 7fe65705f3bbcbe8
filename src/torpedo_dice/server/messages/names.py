"""Names of players: what may be one, and when two of them look the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from torpedo_dice.record.limits import MAX_NAME
from torpedo_dice.rules import Sentence
from torpedo_dice.server.messages.codec import MalformedError

# Characters that count as printable but are not seen: Unicode's default-ignorable ones, as far as
# `isprintable` accepts them, and blanks that are not spaces.
_UNSEEN = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0x1D159, 0x1D159),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
# Letters of other alphabets and signs that look like Latin letters, as small or as capital ones.
# Python has no table of them; these are the most similar, in the form that `casefold` gives them.
_LOOKALIKES = str.maketrans(
    "авегікмнорѕтухјһԁӏѵԛԝαβεικμνορτυχıl1|0с",  # noqa: RUF001
    "aberikmhopstyxjhdivqwabeikmvoptyxiiiioc",
)


class MalformedNameError(MalformedError):
    """An invalid name: its characters are checked after the message has been decoded."""

    code = "name"


def checked_name(name: str, taken: Iterable[str] = ()) -> str:
    """Return a name as it is stored.

    MalformedNameError if it is empty, long or unprintable, if it looks empty, or if it looks like
    one that is taken.
    """
    name = name.strip()
    if not 1 <= len(name) <= MAX_NAME or not name.isprintable():
        raise MalformedNameError(
            Sentence("a name must have 1 to {most} printable characters", most=MAX_NAME)
        )
    look = _look_of(name)
    if all(unicodedata.category(part).startswith("M") for part in look):
        raise MalformedNameError(Sentence("a name must have at least one visible character"))
    if is_like_any(name, taken):
        raise MalformedNameError(
            Sentence(
                "another player is already called {name!r}, or something that looks like it",
                name=name,
            )
        )
    return name


def is_like_any(name: str, others: Iterable[str]) -> bool:
    """Whether a name looks like one of others."""
    look = _look_of(name)
    return any(_look_of(other) == look for other in others)


def _look_of(name: str) -> str:
    """Return the same text for names that look the same."""
    parts = unicodedata.normalize("NFKC", name).casefold().translate(_LOOKALIKES)
    return "".join(part for part in parts if part not in _UNSEEN and not part.isspace())
