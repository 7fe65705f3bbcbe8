"""Game reviews, which separate luck from choices.

A *judge* values positions, and `review` follows a record. Luck, choices and the judge's own error
add up to the result exactly. `docs/review.md` explains the method.
"""

from torpedo_dice.review.judge import CannotJudgeError, Judge, Option, Outlook
from torpedo_dice.review.reviewer import StoppedError, review
from torpedo_dice.review.values import (
    ChoiceKind,
    Decision,
    Grade,
    Luck,
    LuckKind,
    Phase,
    Resignation,
    Review,
    RoundReview,
    SeatTotals,
)

__all__ = [
    "CannotJudgeError",
    "ChoiceKind",
    "Decision",
    "Grade",
    "Judge",
    "Luck",
    "LuckKind",
    "Option",
    "Outlook",
    "Phase",
    "Resignation",
    "Review",
    "RoundReview",
    "SeatTotals",
    "StoppedError",
    "review",
]
