"""The ranks as numbers: what compiled code knows about who sits at a seat."""

from __future__ import annotations

from torpedo_dice.bots.registry import BOTS

# The code of a rank is its place on the ladder.
ENSIGN, LIEUTENANT, CAPTAIN, ADMIRAL = range(4)
RANKS = len(BOTS)


def rank_code(bot: str) -> int:
    """Return the code of one of our own bots; ValueError for any other."""
    return list(BOTS).index(bot)
