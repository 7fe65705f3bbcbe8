"""Errors for invalid moves, sheets and positions, each with a one-sentence message."""

from __future__ import annotations

from torpedo_dice.rules.sentence import Sentence


class MoveError(ValueError):
    """A move that was refused. The game is unchanged.

    `move` and `position` are the text forms of the move and the game. `code` is the
    machine-readable reason, `why` the human-readable one, and the message adds the context. Both
    texts are `Sentence`s and can therefore be translated.
    """

    def __init__(self, code: str, why: str, *, move: str, position: str, where: str) -> None:
        super().__init__(Sentence('"{move}" ({where}): {why}', move=move, where=where, why=why))
        self.code = code
        self.why = why
        self.move = move
        self.position = position
        self.where = where


class MalformedMoveError(MoveError):
    """Raised for a move that makes no sense: a seventh face, a nonexistent seat."""


class IllegalMoveError(MoveError):
    """Raised for a move that the rules forbid in this position."""


class NotYourMoveError(MoveError):
    """Raised for a move that this seat may not make now."""


class SheetError(ValueError):
    """Raised for an invalid sheet; the message states the fault and its location."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(Sentence("{where}: {why}", where=where, why=why) if where else why)
        self.where = where
        self.why = why


class PositionError(ValueError):
    """Raised for a text that is not the text form of a game on the given sheet."""
