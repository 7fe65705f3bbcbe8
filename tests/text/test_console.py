"""Reading and writing on any kind of terminal."""

from __future__ import annotations

import io
import os

import pytest

from tests.text.players import typing
from torpedo_dice.text.console import LEAST_PUSHED, Console


def test_what_was_not_typed_here_is_shown() -> None:
    """A transcript of piped input reads like a conversation."""
    console, screen = typing(["hello"])
    assert console.read("> ") == "hello\n"
    assert screen.getvalue() == "> hello\n"
    assert not console.is_terminal


def test_the_end_of_input_ends_the_line() -> None:
    """Nothing is written behind a prompt that got no answer."""
    console, screen = typing([])
    with pytest.raises(EOFError):
        console.read("> ")
    assert screen.getvalue() == "> \n"


def test_letters_that_the_terminal_lacks_become_question_marks() -> None:
    """A name from elsewhere does not end the game."""
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    Console(io.StringIO(), out, out).say("Zoë rolls")
    assert raw.getvalue() == b"Zo? rolls\n"


def test_bytes_that_are_no_text_are_an_answer_nobody_understands() -> None:
    """They get the question again, and the game isn’t over."""
    keyboard = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\nC4\n"), encoding="utf-8")
    console = Console(keyboard, io.StringIO(), io.StringIO())
    assert console.read("> ") == "?!"


def test_problems_go_to_the_other_stream() -> None:
    """One sentence, under the name of the command."""
    out, err = io.StringIO(), io.StringIO()
    Console(io.StringIO(), out, err).complain("that is no save")
    assert (out.getvalue(), err.getvalue()) == ("", "torpedo: that is no save\n")


def test_pushing_away_leaves_no_line_in_sight() -> None:
    """At least as many empty lines as a usual window has."""
    console, screen = typing([])
    console.push_away()
    assert screen.getvalue() == "\n" * LEAST_PUSHED


def test_long_sentences_are_broken_between_words_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To the width of the window; in a pipe they are left as they are."""
    monkeypatch.setenv("COLUMNS", "20")
    out = io.StringIO()
    Console(io.StringIO(), out, out).say("one two three four five six")
    assert out.getvalue() == "one two three four five six\n"
    master, slave = os.openpty()
    with os.fdopen(slave, "w", encoding="utf-8") as terminal, os.fdopen(master, "rb") as other_end:
        Console(io.StringIO(), terminal, terminal).say("one two three four five six")
        # A terminal hands over one line at a time.
        written = [other_end.readline() for _ in range(2)]
    assert written == [b"one two three four\r\n", b"five six\r\n"]
