"""Where the text game reads and writes: a terminal, a pipe, or a test's streams."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from contextlib import suppress
from importlib import import_module
from typing import TextIO

from torpedo_dice.locale.plainly import PLAINLY

# More lines than most windows have, to scroll everything out of sight.
LEAST_PUSHED = 50


class Console:
    """Lines in, lines out. What the encoding lacks is written plainly."""

    def __init__(self, stdin: TextIO, stdout: TextIO, stderr: TextIO) -> None:
        self._in = stdin
        self._out = stdout
        self._err = stderr
        self._edits_lines = stdin is sys.stdin and stdin.isatty() and stdout.isatty()
        if self._edits_lines:
            _edit_lines()

    @classmethod
    def standard(cls) -> Console:
        """Return the console of this process."""
        return cls(sys.stdin, sys.stdout, sys.stderr)

    @property
    def is_terminal(self) -> bool:
        """Whether there is a user who can be asked."""
        return self._in.isatty()

    def say(self, *lines: str) -> None:
        """Write lines; on a terminal, long ones are wrapped at words."""
        for line in lines:
            self._write(self._out, f"{self._broken(line)}\n")
        self._out.flush()

    def _broken(self, line: str) -> str:
        width = shutil.get_terminal_size().columns
        if len(line) <= width or not self._out.isatty():
            return line
        parts = textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)
        return "\n".join(parts)

    def complain(self, problem: str) -> None:
        """Write one sentence about bad input."""
        self._write(self._err, f"torpedo: {problem}\n")
        self._err.flush()

    def give_up(self) -> None:
        """Stop writing: the reader is gone, and Python would report that at exit."""
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._out.fileno())

    def push_away(self) -> None:
        """Scroll the screen's contents out of sight."""
        lines = max(LEAST_PUSHED, shutil.get_terminal_size().lines)
        self.say(*[""] * lines)

    def read(self, prompt: str) -> str:
        """Read a line; EOFError at the end of the input."""
        try:
            return input(prompt) if self._edits_lines else self._read_plainly(prompt)
        except UnicodeDecodeError:
            # Not valid in the terminal's encoding: return an answer that is always invalid.
            return "?!"
        except BrokenPipeError:
            raise
        except OSError:
            # The terminal was closed.
            raise EOFError from None

    def _read_plainly(self, prompt: str) -> str:
        self._write(self._out, prompt)
        self._out.flush()
        line = self._in.readline()
        if not line:
            self.say("")
            raise EOFError
        if not self._in.isatty():
            # Piped input is not echoed, so echo it for the transcript.
            self.say(line.rstrip("\n"))
        return line

    @staticmethod
    def _write(stream: TextIO, text: str) -> None:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            encoding = stream.encoding or "ascii"
            stream.write(text.encode(encoding, PLAINLY).decode(encoding))


def _edit_lines() -> None:
    """Enable line editing, but keep no history: it would reveal hidden choices."""
    try:
        import_module("readline").set_auto_history(False)
    except (ImportError, AttributeError):
        return
