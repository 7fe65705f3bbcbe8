"""The bot interface: an object that chooses one of its seat's legal moves.

Playing takes a single method, `choose`. A second, optional method rates each of the bot's options;
all bots of our ladder implement it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeGuard

from torpedo_dice.bots.opinion import Opinion
from torpedo_dice.rules import Game, Move, Seat


class Bot(Protocol):
    """A player. It only ever receives the game as its seat sees it.

    A bot must not modify `view`, but may copy it. It must draw all randomness from the seed it was
    created with, so that a seeded game is reproducible.
    """

    def choose(self, view: Game, seat: Seat) -> Move:
        """Return a legal move for this seat: a die, a modification, a shot or an activation."""
        ...


class BotWithOpinions(Bot, Protocol):
    """A bot that can also rate its options."""

    def opinions(self, view: Game, seat: Seat) -> Sequence[Opinion]:
        """Return an opinion on each of the seat's legal options; empty if it is not its move.

        For shots, one opinion per distinct set of free targets hit is enough (`telling_shots` lists
        them). Asking for opinions must not affect later choices.
        """
        ...


class NoOpinionsError(ValueError):
    """Raised when asking for the opinions of a bot that doesn't implement them."""


def has_opinions(bot: Bot) -> TypeGuard[BotWithOpinions]:
    """Whether the bot implements the optional `opinions` method."""
    return callable(getattr(bot, "opinions", None))


def opinions_of(bot: Bot, view: Game, seat: Seat) -> Sequence[Opinion]:
    """Return the bot's opinions on its options; raise NoOpinionsError if it has none."""
    if not has_opinions(bot):
        raise NoOpinionsError(
            f"the bot {type(bot).__name__} has no opinions: it chooses moves and does not rate them"
        )
    return bot.opinions(view, seat)
