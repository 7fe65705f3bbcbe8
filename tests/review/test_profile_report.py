"""The report of a profile."""

from __future__ import annotations

from tests.review.test_report import shown
from torpedo_dice.review import Review
from torpedo_dice.review.profile import Mean, Profile, profiles
from torpedo_dice.review.profile_report import luck_sentences, mean_label, profile_report


def test_a_profile_has_all_parts(versus: Review, alone: Review) -> None:
    """Costs by kind and phase, luck in both kinds of games, habits."""
    profile = next(each for each in profiles([versus, alone]) if each.games == 2)
    text = shown(profile_report(profile))
    for words in ("Player 0: 2 games", "first third", "all choices", "habits", "instead of"):
        assert words in text
    assert len(luck_sentences(profile)) == 2
    assert "% of a win; by chance alone, about ±" in text


def test_an_empty_profile() -> None:
    """A player without choices has none, and no luck."""
    text = shown(profile_report(Profile("Ada")))
    assert "Ada: 0 games, 0 choices" in text
    assert "No choice cost anything." in text
    assert luck_sentences(Profile("Ada")) == []


def test_means() -> None:
    """A single value has no standard error."""
    assert mean_label(None) == "-"
    assert mean_label(Mean(0.0123, None, 1)) == "1.23"
    assert mean_label(Mean(0.0123, 0.004, 9)) == "1.23 ± 0.40"
