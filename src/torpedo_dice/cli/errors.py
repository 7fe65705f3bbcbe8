"""Exit codes, and the errors that end a command with one sentence."""

from __future__ import annotations

from pathlib import Path

from torpedo_dice.bots import UnknownBotError
from torpedo_dice.lab.parallel import WorkersError
from torpedo_dice.lab.play import ForfeitError
from torpedo_dice.locale import UnknownLanguageError
from torpedo_dice.record import Finding, RecordError
from torpedo_dice.rules import GameSetupError, Sentence, SheetError

# `verify` found an invalid record, `bot check` a failure, or `data check` a broken table.
FINDINGS = 1
NOT_WRITTEN = 1
BAD_INPUT = 2
INTERRUPTED = 130


class InputError(ValueError):
    """Bad input that only the command line can have, such as a file that cannot be written."""

    @classmethod
    def not_writable(cls, file: Path, error: OSError) -> InputError:
        """Return the error for an output file that cannot be written."""
        return cls(Sentence("{file}: can’t be written: {why}", file=file, why=error))


# Errors whose message is a sentence for the user; any other exception is a bug.
BAD_INPUT_ERRORS = (
    Finding,
    ForfeitError,
    GameSetupError,
    InputError,
    RecordError,
    SheetError,
    UnknownBotError,
    UnknownLanguageError,
    WorkersError,
)
