"""Profiles over several games."""

from __future__ import annotations

from math import sqrt

import pytest

from torpedo_dice.review import ChoiceKind, Luck, Phase, Review
from torpedo_dice.review.profile import habit_of, profiles


def test_costs_by_kind_and_phase(versus: Review) -> None:
    """Means over groups agree with the decisions, and their standard error with the formula."""
    (profile, _) = profiles([versus, versus])
    assert profile.games == 2
    losses = [decision.loss for _, decision in versus.decisions(0)] * 2
    mean = profile.mean()
    assert mean is not None
    assert mean.count == len(losses)
    assert mean.value == pytest.approx(sum(losses) / len(losses))
    variance = sum((loss - mean.value) ** 2 for loss in losses) / (len(losses) - 1)
    assert mean.error == pytest.approx(sqrt(variance / len(losses)))
    parts = [profile.mean(kind, phase) for kind in ChoiceKind for phase in Phase]
    assert sum(part.count for part in parts if part) == mean.count
    assert profile.mean(ChoiceKind.DIE, Phase.END) != profile.mean(ChoiceKind.AIM, Phase.END)


def test_luck_has_the_error_of_its_rolls(versus: Review, alone: Review) -> None:
    """Each roll has an expected value of 0, so squares of luck add up to the variance."""
    profile = next(each for each in profiles([versus, alone]) if each.name == "Player 0")
    lucks = [step.change[0] for _, step in versus.steps() if isinstance(step, Luck)]
    assert profile.luck == pytest.approx(sum(lucks))
    assert profile.luck_error == pytest.approx(sqrt(sum(luck**2 for luck in lucks)))
    scores = [step.change[1] for _, step in alone.steps() if isinstance(step, Luck)]
    assert profile.solo_luck == pytest.approx(sum(scores))
    assert profile.solo_luck_error == pytest.approx(sqrt(sum(score**2 for score in scores)))


def test_habits_are_ranked_by_their_total_cost(versus: Review) -> None:
    """The same mistake counts each time; what costs nothing is no habit."""
    (profile, _) = profiles([versus])
    habits = profile.habits(most=1000)
    costs = [habit.loss for habit in habits]
    assert costs == sorted(costs, reverse=True)
    decisions = [decision for _, decision in versus.decisions(0) if decision.loss > 0]
    assert sum(habit.times for habit in habits) == len(decisions)
    assert sum(costs) == pytest.approx(sum(decision.loss for decision in decisions))
    assert len(habits) < len(decisions)
    labels = {habit_of(decision) for decision in decisions}
    assert labels == {habit.label for habit in habits}
    assert any(" instead of " in label for label in labels)
    assert any(label.startswith("aimed") for label in labels)
