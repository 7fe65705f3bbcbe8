"""The first lesson: short steps on real positions, with goals checked by the rules."""

from torpedo_dice.lesson.attempt import Attempt, attempt
from torpedo_dice.lesson.step import GOAL, LEARNER, Step
from torpedo_dice.lesson.steps import STEPS

__all__ = ["GOAL", "LEARNER", "STEPS", "Attempt", "Step", "attempt"]
