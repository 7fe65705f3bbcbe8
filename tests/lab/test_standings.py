"""Standings: wins, shares and duels of a match, checked by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from torpedo_dice.lab.match import FORFEIT, Lineup, Match, MatchGame
from torpedo_dice.lab.play import Forfeit
from torpedo_dice.lab.rating import Duel
from torpedo_dice.lab.standings import AdjustedShare, Group, GroupedShare, Standings
from torpedo_dice.rules import Mode, Sheet

BOTS = ["lieutenant", "ensign"]


def share(*wins: float, games: int = 2) -> GroupedShare:
    """Return a share with some wins on each set of dice."""
    return GroupedShare(tuple(Group(games, games, Fraction(won)) for won in wins))


def game(dice: int, lineup: Lineup, *winners: int, score: int | None = None) -> MatchGame:
    """Return a game that some seats won."""
    return MatchGame(
        dice=dice,
        lineup=lineup,
        first=0,
        reason="sunk",
        winners=winners,
        rounds=9,
        scores=(0,) * lineup.players,
        skulls=(),
        solo_score=score,
    )


def test_a_share_is_of_decided_games() -> None:
    """Games that nobody won are counted, but excluded from the share."""
    mixed = GroupedShare((Group(2, 2, Fraction(2)), Group(2, 1, Fraction(1, 2)), Group(2, 0)))
    assert (mixed.games, mixed.decided, mixed.wins) == (6, 3, Fraction(5, 2))
    assert mixed.value == pytest.approx(5 / 6)


def test_an_interval_over_single_games_is_agresti_and_coulls() -> None:
    """Two wins and two losses added to 8 of 10: 71.4 % with the spread of 14 games."""
    low, high = share(*[1] * 8, *[0] * 2, games=1).interval
    centre = 10 / 14
    half = 1.96 * math.sqrt(centre * (1 - centre) / 13)
    assert (low, high) == pytest.approx((centre - half, centre + half), abs=1e-4)


def test_an_interval_knows_that_games_share_their_dice() -> None:
    """Return games that go the other way make it narrow, those that go the same way wide."""
    split = share(*[1] * 200).interval
    alike = share(*[0, 2] * 100).interval
    independent = share(*[0, 1] * 200, games=1).interval
    assert (split[1] - split[0]) < (independent[1] - independent[0]) / 5
    ratio = (alike[1] - alike[0]) / (independent[1] - independent[0])
    assert ratio == pytest.approx(math.sqrt(2), rel=0.02)


def test_an_interval_has_a_width_where_all_was_won() -> None:
    """Twenty of twenty is not certainty; two hundred is nearer to it; it holds the share."""
    few, many = share(*[2] * 10).interval, share(*[2] * 100).interval
    assert few[0] < 0.75 < many[0] < 1
    assert few[1] == many[1] == 1
    assert all(math.isnan(end) for end in GroupedShare(()).interval)


@pytest.mark.parametrize("luck", [-1, 0, 1])
def test_an_interval_holds_the_truth_as_often_as_it_says(luck: int) -> None:
    """In 19 of 20 matches, whether the return game goes against the first, with it, or neither."""
    random = Random(luck)  # noqa: S311  # not cryptography
    held = 0
    for _ in range(400):
        wins = []
        for _ in range(40):
            first = random.random()
            again = {-1: 1 - first, 0: random.random(), 1: first}[luck]
            wins.append((first < 0.7) + (again < 0.7))
        low, high = share(*wins).interval
        held += low <= 0.7 <= high
    assert 0.92 <= held / 400 <= 0.995


def test_wins_are_counted_by_side_and_dice(mission: Sheet) -> None:
    """A shared win counts half; the other side of a pairing is not counted twice."""
    match = Match(mission, Mode.MISSION, BOTS, games=4, seed=1)
    standings = Standings(match)
    there, back = match.lineups
    for played in (game(0, there, 0), game(0, back, 0, 1), game(1, there), game(1, back, 0)):
        standings.add(played)
    counted = standings.share(("lieutenant", "ensign"))
    assert counted.groups == (Group(2, 2, Fraction(3, 2)), Group(2, 1, Fraction(0)))
    assert list(standings.duels()) == [
        Duel(0, "lieutenant", "ensign", 1.5, 2),
        Duel(1, "lieutenant", "ensign", 0, 1),
    ]


def test_one_among_three_has_its_edge(mission: Sheet) -> None:
    """The duel of one against three others starts from odds of 1 to 3."""
    match = Match(mission, Mode.MISSION, BOTS, games=8, seed=1, players=4)
    standings = Standings(match)
    standings.add(game(0, match.lineups[0], 0))
    (duel,) = standings.duels()
    assert duel.edge == pytest.approx(-math.log(3))


def test_solo_games_are_compared_on_the_same_dice(mission: Sheet) -> None:
    """A win beats a loss, then the score counts; equal is shared, and two losses say nothing."""
    match = Match(mission, Mode.SOLO, BOTS, games=5, seed=1)
    standings = Standings(match)
    scores = [(30, None), (30, 35), (40, 40), (None, None), (None, 0)]
    for dice, results in enumerate(scores):
        for lineup, score in zip(match.lineups, results, strict=True):
            standings.add(game(dice, lineup, *([] if score is None else [0]), score=score))
    assert [(duel.dice, duel.wins) for duel in standings.duels()] == [
        (0, 1),
        (1, 0),
        (2, 0.5),
        (4, 0),
    ]
    alone = standings.share(("lieutenant", None))
    assert (alone.decided, alone.wins) == (5, 3)
    assert standings.solo_scores["ensign"] == [35, 40, 0]


def test_forfeits_are_kept(mission: Sheet) -> None:
    """Each with the game that it was in."""
    match = Match(mission, Mode.MISSION, BOTS, games=2, seed=1)
    standings = Standings(match)
    forfeit = Forfeit(1, "ensign", "raised ValueError")
    lost = MatchGame(0, match.lineups[0], 0, FORFEIT, (0,), 3, (1, 2), (), forfeit=forfeit)
    standings.add(lost)
    assert standings.forfeits == [(lost, forfeit)]
    assert standings.share(("lieutenant", "ensign")).value == 1


def test_luck_is_subtracted_from_the_wins(mission: Sheet) -> None:
    """Games whose luck is unknown are left out, with the others on their dice."""
    match = Match(mission, Mode.MISSION, ["ensign", "lieutenant"], 6, 1)
    standings = Standings(match)
    first, second = match.lineups
    for dice, luck in enumerate([0.4, -0.1, None]):
        gifts = None if luck is None else (luck, -luck)
        standings.add(replace(game(dice, first, 0), luck=gifts))
        standings.add(replace(game(dice, second, 0), luck=gifts))
    share = standings.adjusted(("ensign", "lieutenant"))
    assert [group.luck for group in share.groups] == pytest.approx([0.0, 0.0])
    assert share.raw == share.value == 0.5


def test_without_luck_the_interval_is_narrower() -> None:
    """The ratio of variances says how many times the games the plain share would need."""
    chance = Random(5)  # noqa: S311
    groups = []
    for _ in range(400):
        won = chance.random() < 0.5
        groups.append(Group(1, 1, Fraction(won), (won - 0.5) * 0.8 + chance.gauss(0, 0.02)))
    share = AdjustedShare(tuple(groups))
    low, high = share.interval
    assert low < 0.5 < high
    assert high - low < 0.03
    assert 15 < share.variance_ratio < 30
    assert math.isnan(AdjustedShare(()).value)
