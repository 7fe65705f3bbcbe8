"""The captain: a fast evaluation and no search. It takes the die that a quick plan likes best."""

from __future__ import annotations

from torpedo_dice.bots.thinker import Thinker


class Captain(Thinker):
    """Judges the position after its own choice, and thinks no further."""

    WIDTH = 2
    DRAFT_WIDTH = 0
    FORESEEN = 0
    DRAFT_FORESEEN = 0
    ROLLS = 0
