"""What a step of the lesson is: a position, and a judge of what the learner did with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from torpedo_dice.rules import Event, Game

# The seat of whoever learns.
LEARNER: Final = 0
# What a judge says of a goal that is reached.
GOAL: Final = "goal"

# Given the position at the start, the position now and all that happened between them, a judge
# says GOAL, the name of a hint for what was tried, or None while there is nothing to say.
Judge: TypeAlias = Callable[[Game, Game, list[Event]], str | None]


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the lesson. Its words stand in the page's catalogue, under its name."""

    name: str
    position: Callable[[], Game]
    judge: Judge
    # The hints that the judge may give.
    hints: tuple[str, ...]
