"""The admiral: a value network trained by self-play, and a search in front of it.

It thinks through every die, modification, shot and activation, the faces that a propeller can
roll, and what the others will take and do. The best few of these it judges once more, by what the
dice of the next round may bring.
"""

from __future__ import annotations

from torpedo_dice.bots.thinker import Thinker


class Admiral(Thinker):
    """Plays to win the game."""

    WIDTH = 24
    DRAFT_WIDTH = 12
    FORESEEN = 6
    DRAFT_FORESEEN = 2
    ROLLS = 12
