"""Attempts at the lesson's steps, as text."""

from __future__ import annotations

from torpedo_dice.lesson import STEPS, Attempt, attempt
from torpedo_dice.rules import parse_move

BY_NAME = {step.name: step for step in STEPS}


def tried(step: str, moves: list[str]) -> Attempt:
    """Play a learner's moves."""
    return attempt(BY_NAME[step], map(parse_move, moves))
