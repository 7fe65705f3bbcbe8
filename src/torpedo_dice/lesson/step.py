"""A step of the lesson: a position, and a judge of what the learner does with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from torpedo_dice.lesson.played import Position
from torpedo_dice.rules import Event, Game

# The learner's seat.
LEARNER: Final = 0
# A judge's verdict that the goal is reached.
GOAL: Final = "goal"

# Given the initial position, the current position and all events in between, a judge returns GOAL,
# the name of a hint for what was tried, or None if there is nothing to say yet.
Judge: TypeAlias = Callable[[Game, Game, list[Event]], str | None]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the lesson. Its texts are in the page's catalogue, under its name."""

    name: str
    position: Position
    judge: Judge
    # The hints that the judge may give.
    hints: tuple[str, ...]
