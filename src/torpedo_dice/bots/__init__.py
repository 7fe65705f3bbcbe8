"""Players that choose moves, by name and rank."""

from __future__ import annotations

from collections.abc import Callable

from torpedo_dice.bots.bot import Bot
from torpedo_dice.bots.ensign import Ensign
from torpedo_dice.bots.lieutenant import Lieutenant

# The ladder, the weakest first.
BOTS: dict[str, Callable[[int | str], Bot]] = {
    "ensign": Ensign,
    "lieutenant": Lieutenant,
}


class UnknownBotError(ValueError):
    """A bot's name that nobody has; the message lists those that are known."""


def make_bot(name: str, seed: int | str) -> Bot:
    """Make a bot by its name; the same seed makes it choose alike."""
    check_bot(name)
    return BOTS[name](seed)


def check_bot(name: str) -> None:
    """Raise UnknownBotError if there is no bot of this name."""
    if name not in BOTS:
        raise UnknownBotError(f"there is no bot {name!r} (known: {', '.join(BOTS)})")


__all__ = ["BOTS", "Bot", "Ensign", "Lieutenant", "UnknownBotError", "check_bot", "make_bot"]
