"""The player in a seat, and the secrets that open it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from torpedo_dice.bots import character_named

# The page's name for a player without one, by number; readers see it in their language.
NAMELESS = re.compile(r"Player ([1-9])")


@dataclass(slots=True)
class SeatState:
    """The current player in a seat."""

    kind: str
    name: str
    bot: str | None = None
    # The player's commitment to a nonce, and the nonce itself once revealed.
    nonce_commitment: str | None = None
    nonce: str | None = None
    # The hashes of the secrets that open the seat.
    hashes: list[str] = field(default_factory=list)
    # The bot that plays for a human who is away, or for a bot that failed.
    stand_in: str | None = None
    # The bot that has made a move for the player, for the record.
    moved_by: str | None = None
    # Whether the player resigned; `stand_in` then plays to the end.
    resigned: bool = False
    # Whether the player declined this game, a rematch that hasn't begun.
    declined: bool = False

    @property
    def character(self) -> str | None:
        """The id of the character that a bot plays as."""
        found = character_named(self.bot, self.name)
        return None if found is None else found.id

    @property
    def own_name(self) -> str:
        """The name; empty for a bot without a character, whose rank clients translate."""
        if self.bot is None:
            return self.name
        rank, _, number = self.name.removeprefix(rank_name(self.bot)).partition(" ")
        goes_by_rank = not rank and (not number or number.isdecimal())
        return "" if goes_by_rank else self.name


def rank_name(bot: str, number: int = 1) -> str:
    """Return the name of a bot in records, where bots of the same rank are numbered."""
    return bot.capitalize() if number == 1 else f"{bot.capitalize()} {number}"
