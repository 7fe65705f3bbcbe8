"""What a bot is: something that chooses one of its seat's legal moves.

One method is all it takes to play. A second one, which tells what the bot thinks of each of its
options, is what the bots of our ladder also have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeGuard

from torpedo_dice.bots.opinion import Opinion
from torpedo_dice.rules import Game, Move, Seat


class Bot(Protocol):
    """A player. It is given the game as its seat sees it, and never more.

    A bot must not change `view`; it may copy it. Randomness is its own, from the seed it was
    made with, so that a game with a seed repeats exactly.
    """

    def choose(self, view: Game, seat: Seat) -> Move:
        """Return a legal move of this seat: a die, a modification, a shot or an activation."""
        ...


class BotWithOpinions(Bot, Protocol):
    """A player that can also say what it thinks."""

    def opinions(self, view: Game, seat: Seat) -> Sequence[Opinion]:
        """Return an opinion on each of the seat's legal options; none if it is not its move.

        Of the shots, one for each different set of free targets that they hit is enough
        (`telling_shots` lists them). To ask changes nothing in what the bot chooses later.
        """
        ...


class NoOpinionsError(ValueError):
    """A bot was asked for opinions that can only choose."""


def has_opinions(bot: Bot) -> TypeGuard[BotWithOpinions]:
    """Whether a bot can say what it thinks; to play, it need not."""
    return callable(getattr(bot, "opinions", None))


def opinions_of(bot: Bot, view: Game, seat: Seat) -> Sequence[Opinion]:
    """Ask a bot what it thinks of its options; NoOpinionsError if it cannot say."""
    if not has_opinions(bot):
        raise NoOpinionsError(
            f"the bot {type(bot).__name__} has no opinions: it chooses moves and does not rate them"
        )
    return bot.opinions(view, seat)
