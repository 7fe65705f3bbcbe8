"""Terminals without our typography get plain characters instead of errors or question marks."""

from __future__ import annotations

import io

from torpedo_dice.locale.plainly import PLAINLY, write_plainly


def test_typography_becomes_plain() -> None:
    """Only what an encoding lacks is replaced, and what has no plain form becomes a `?`."""
    text = "You can’t: “C4” is 3×3, −1… é ☃"
    assert text.encode("ascii", PLAINLY) == b'You can\'t: "C4" is 3x3, -1... ? ?'
    assert text.encode("latin-1", PLAINLY).decode("latin-1") == (
        'You can\'t: "C4" is 3×3, -1... é ?'
    )


def test_streams_do_not_fail() -> None:
    """A stream in another encoding takes every text; one without an encoding is left alone."""
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    write_plainly(stream, io.StringIO())
    stream.write("It’s")
    stream.flush()
    assert raw.getvalue() == b"It's"
