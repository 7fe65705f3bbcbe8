"""The captain: a fast evaluation without search. It takes the die with the best quick plan."""

from __future__ import annotations

from torpedo_dice.bots.thinker import Thinker


class Captain(Thinker):
    """Evaluates the position after its own choice and looks no further ahead."""

    WIDTH = 2
    DRAFT_WIDTH = 0
    FORESEEN = 0
    DRAFT_FORESEEN = 0
    ROLLS = 0
