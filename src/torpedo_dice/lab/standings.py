"""The results of a match so far: wins and shares of each side, forfeits, and duels to rate."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import stdev, variance
from typing import TypeAlias

from torpedo_dice.lab.match import Match, MatchGame
from torpedo_dice.lab.play import Forfeit
from torpedo_dice.lab.rating import Duel
from torpedo_dice.lab.tally import Z95

# One bot, and the other one that has all other seats; None in solo.
Side: TypeAlias = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Group:
    """The games of a side on the same dice: how many, how many decided, and the wins."""

    games: int = 0
    decided: int = 0
    wins: Fraction = Fraction(0)
    # What the dice gave the side; None if that is unknown for one of the games.
    luck: float | None = None


@dataclass(frozen=True, slots=True)
class GroupedShare:
    """A share of decided games, with a 95 % interval over the dice and not over single games.

    Games on the same dice are not independent. Luck mostly reverses in the return game, so that two
    games carry more information than two games on different dice; or less, where one bot wins
    both. Treating games as independent would be wrong either way. The sets of dice are independent
    observations, and their spread around the common share (the ratio of all wins to all decided
    games) gives the error.

    As Agresti and Coull recommend, two sets of dice won and two lost are added for the interval,
    so that it is not empty even after ten wins in ten games.
    """

    groups: tuple[Group, ...]

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(group.games for group in self.groups)

    @property
    def decided(self) -> int:
        """How many of them somebody won."""
        return sum(group.decided for group in self.groups)

    @property
    def wins(self) -> Fraction:
        """How many of them were won, shared wins in equal parts."""
        return sum((group.wins for group in self.groups), Fraction(0))

    @property
    def value(self) -> float:
        """The share itself."""
        return float(self.wins) / self.decided if self.decided else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        groups = [(float(each.wins), float(each.decided)) for each in self.groups if each.decided]
        if not groups:
            return (math.nan, math.nan)
        size = self.decided / len(groups)
        groups += 2 * [(0.0, size), (size, size)]
        total = sum(decided for _, decided in groups)
        centre = sum(wins for wins, _ in groups) / total
        squares = sum((wins - centre * decided) ** 2 for wins, decided in groups)
        half = Z95 * math.sqrt(squares * len(groups) / (len(groups) - 1)) / total
        return (max(0.0, centre - half), min(1.0, centre + half))


@dataclass(frozen=True, slots=True)
class AdjustedShare:
    """A share of games after subtracting luck, which has an expected value of 0.

    It estimates the same share with less chance in it: over all games, also undecided ones.
    """

    groups: tuple[Group, ...]

    @property
    def value(self) -> float:
        """The share itself."""
        games = sum(group.games for group in self.groups)
        return sum(self._wins()) / games if games else math.nan

    @property
    def raw(self) -> float:
        """The share of the same games with their luck."""
        games = sum(group.games for group in self.groups)
        return sum(float(group.wins) for group in self.groups) / games if games else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval over the dice."""
        if len(self.groups) < 2:
            return (math.nan, math.nan)
        games = self.groups[0].games
        half = Z95 * stdev(self._wins()) / games / math.sqrt(len(self.groups))
        return (self.value - half, self.value + half)

    @property
    def variance_ratio(self) -> float:
        """How many times more games the plain share would need for the same precision."""
        if len(self.groups) < 2:
            return math.nan
        adjusted = variance(self._wins())
        return variance(float(g.wins) for g in self.groups) / adjusted if adjusted else math.inf

    def _wins(self) -> list[float]:
        return [float(group.wins) - (group.luck or 0.0) for group in self.groups]


def _luck_so_far(group: Group, game: MatchGame) -> float | None:
    """Return a group's luck with one more game."""
    before = group.luck if group.games else 0.0
    if before is None or game.luck is None:
        return None
    return before + game.luck[game.lineup.seat]


@dataclass
class Standings:
    """The games of a match, counted as they come in."""

    match: Match
    games: int = 0
    forfeits: list[tuple[MatchGame, Forfeit]] = field(default_factory=list)
    # The scores of the solo games that each bot won.
    solo_scores: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    _groups: dict[Side, dict[int, Group]] = field(default_factory=lambda: defaultdict(dict))
    # Solo: each bot's result by dice; higher is better.
    _solo: dict[int, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, game: MatchGame) -> None:
        """Count one game."""
        self.games += 1
        if game.forfeit is not None:
            self.forfeits.append((game, game.forfeit))
        groups = self._groups[(game.lineup.one, game.lineup.many)]
        group = groups.get(game.dice, Group())
        has_won = game.lineup.seat in game.winners
        groups[game.dice] = Group(
            group.games + 1,
            # In solo every game is decided: it is won or lost.
            group.decided + (bool(game.winners) or self.match.is_solo),
            group.wins + (Fraction(1, len(game.winners)) if has_won else 0),
            _luck_so_far(group, game),
        )
        if self.match.is_solo:
            self._add_solo(game)

    def _add_solo(self, game: MatchGame) -> None:
        score = -1 if game.solo_score is None else game.solo_score
        self._solo[game.dice][game.lineup.one] = score
        if game.solo_score is not None:
            self.solo_scores[game.lineup.one].append(game.solo_score)

    def share(self, side: Side) -> GroupedShare:
        """Return what a side has won."""
        return GroupedShare(tuple(self._groups[side].values()))

    def adjusted(self, side: Side) -> AdjustedShare:
        """Return what a side has won beyond what the dice gave it."""
        groups = self._groups[side].values()
        return AdjustedShare(tuple(group for group in groups if group.luck is not None))

    def duels(self) -> Iterator[Duel]:
        """Yield, for each set of dice and pairing, the input of the ratings.

        In solo two bots are compared by their results on the same dice: a win beats a loss, then
        the higher score counts. Equal results are shared, and two losses decide nothing.
        """
        if self.match.is_solo:
            yield from self._solo_duels()
            return
        among = math.log(self.match.seats - 1)
        for (one, many), groups in self._groups.items():
            for dice, group in groups.items():
                if group.decided and many is not None:
                    yield Duel(dice, one, many, float(group.wins), group.decided, -among)

    def _solo_duels(self) -> Iterator[Duel]:
        for dice, results in self._solo.items():
            for one, other in itertools.combinations(results, 2):
                mine, theirs = results[one], results[other]
                if max(mine, theirs) >= 0:
                    yield Duel(dice, one, other, ((mine > theirs) + (mine >= theirs)) / 2, 1)
