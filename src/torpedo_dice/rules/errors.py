"""What can be wrong with a move or a sheet: one clear sentence, and where."""

from __future__ import annotations

from torpedo_dice.rules.sentence import Sentence


class MoveError(ValueError):
    """A move that cannot be made. The game is as it was before.

    `move` is the move in its text form, `position` the game's, and `code` names the reason for a
    program; the message tells a person. `why` is its reason alone. Both can be said in another
    language, as they are sentences.
    """

    def __init__(self, code: str, why: str, *, move: str, position: str, where: str) -> None:
        super().__init__(Sentence('"{move}" ({where}): {why}', move=move, where=where, why=why))
        self.code = code
        self.why = why
        self.move = move
        self.position = position
        self.where = where


class MalformedMoveError(MoveError):
    """What was handed in is not a move at all: a seventh face, a seat that does not exist."""


class IllegalMoveError(MoveError):
    """A move that the rules do not allow now."""


class NotYourMoveError(MoveError):
    """A move that is not this seat's to make now."""


class SheetError(ValueError):
    """A sheet that cannot be played on; the message names what is wrong and where."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(Sentence("{where}: {why}", where=where, why=why) if where else why)
        self.where = where
        self.why = why


class PositionError(ValueError):
    """A text that is not the text form of a game on the given sheet."""
