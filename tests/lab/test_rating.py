"""Ratings: known values, bots that win everything, and intervals that know the dice."""

from __future__ import annotations

import math

import pytest

from torpedo_dice.lab.rating import Duel, rate

# Odds of 3 to 1 and 9 to 1 in points.
THREE = 400 * math.log10(3)
NINE = 400 * math.log10(9)


def duels(one: str, other: str, wins: int, losses: int, edge: float = 0.0) -> list[Duel]:
    """Return single games, each on dice of its own."""
    results = [1.0] * wins + [0.0] * losses
    return [Duel(dice, one, other, won, 1, edge) for dice, won in enumerate(results)]


def test_two_bots_are_rated_by_their_odds() -> None:
    """With the game that is added for each, 299 to 99 is 3 to 1; the weakest has 0."""
    ratings = rate(["weak", "strong"], duels("strong", "weak", 299, 99))
    assert list(ratings) == ["strong", "weak"]
    assert ratings["weak"].points == ratings["weak"].low == ratings["weak"].high == 0
    assert ratings["strong"].points == pytest.approx(THREE)


def test_the_interval_is_that_of_a_logistic_regression() -> None:
    """With independent games it is 1.96 times the root of 1/wins + 1/losses, nearly."""
    rating = rate(["a", "b"], duels("a", "b", 299, 99))["a"]
    half = 1.96 * math.sqrt(1 / 300 + 1 / 100) * 400 / math.log(10)
    assert rating.high - rating.points == pytest.approx(half, rel=0.01)
    assert rating.points - rating.low == pytest.approx(half, rel=0.01)


def test_three_bots_fit_together() -> None:
    """Where 3 to 1 and 3 to 1 agree with 9 to 1, those are the ratings."""
    games = [
        *duels("a", "b", 299, 99),
        *duels("b", "c", 299, 99),
        *duels("a", "c", 359, 39),
    ]
    ratings = rate(["a", "b", "c"], games)
    assert [round(ratings[bot].points) for bot in "abc"] == [round(NINE), round(THREE), 0]


def test_one_among_several_is_not_blamed_for_it() -> None:
    """A bot that wins its fair third among two others is as strong as they are."""
    games = duels("a", "b", 1000, 2000, edge=-math.log(2))
    assert abs(rate(["a", "b"], games)["b"].points) < 1


@pytest.mark.parametrize("wins", [1, 10, 5000])
def test_a_bot_that_wins_everything_has_a_number(wins: int) -> None:
    """Finite, larger with more games, and with an interval that reaches far."""
    rating = rate(["a", "b"], duels("a", "b", wins, 0))["a"]
    assert rating.points == pytest.approx(400 * math.log10(wins + 1), abs=0.01)
    assert rating.high - rating.low > 500


def test_games_on_the_same_dice_count_together() -> None:
    """Split on every dice the luck cancels; won both or lost both, two games are worth one."""
    split = [Duel(dice, "a", "b", 1, 2) for dice in range(200)]
    alike = [Duel(dice, "a", "b", 2 * (dice % 2), 2) for dice in range(200)]
    single = duels("a", "b", 200, 200)
    widths = []
    for games in (split, single, alike):
        ratings = rate(["a", "b"], games)
        widths.append(max(rating.high - rating.low for rating in ratings.values()))
    assert widths[0] < widths[1] / 5
    assert widths[2] == pytest.approx(widths[1] * math.sqrt(2), rel=0.02)


def test_bots_that_have_not_met_yet_are_even() -> None:
    """An interrupted match may have nothing of a pairing."""
    ratings = rate(["a", "b", "c"], duels("a", "b", 9, 9))
    assert {round(rating.points) for rating in ratings.values()} == {0}
