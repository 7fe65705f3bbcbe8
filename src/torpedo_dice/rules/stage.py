"""The stages of a game: what it is waiting for."""

from __future__ import annotations

from enum import StrEnum


class Stage(StrEnum):
    """The start player, the round's dice, phase 1, phases 2 and 3 together, or nothing (over)."""

    START = "start"
    ROLL = "roll"
    TAKE = "take"
    ACT = "act"
    OVER = "over"
