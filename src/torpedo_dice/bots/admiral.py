"""The admiral: a value network trained by self-play, with a search on top.

It considers every die, modification, shot and activation, every face the propeller can roll, and
what the other players are likely to take and do. The best few candidates are then re-evaluated over
possible dice of the next round.
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
