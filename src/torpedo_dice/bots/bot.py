"""What a bot is: something that chooses one of its seat's legal moves."""

from __future__ import annotations

from typing import Protocol

from torpedo_dice.rules import Game, Move, Seat


class Bot(Protocol):
    """A player. It is given the game as its seat sees it, and never more.

    A bot must not change `view`; it may copy it. Randomness is its own, from the seed it was
    made with, so that a game with a seed repeats exactly.
    """

    def choose(self, view: Game, seat: Seat) -> Move:
        """Return a legal move of this seat: a die, a modification, a shot or an activation."""
        ...
