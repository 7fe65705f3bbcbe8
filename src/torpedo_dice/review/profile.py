"""A player's profile over many games: costs by kind and phase, luck, and expensive habits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from statistics import stdev

from torpedo_dice.review.judge import SCORE
from torpedo_dice.review.labels import option_label
from torpedo_dice.review.rank import RankEstimate, cost_of, estimate_from
from torpedo_dice.review.sentences import words
from torpedo_dice.review.values import ChoiceKind, Decision, Luck, Phase, Review
from torpedo_dice.rules import Fire, Modify, Move, Seat
from torpedo_dice.text.sentences import say

MOST_HABITS = 5


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its standard error, which is None for a single value."""

    value: float
    error: float | None
    count: int


@dataclass(frozen=True, slots=True)
class Habit:
    """The same kind of mistake, made several times: its total cost."""

    label: str
    times: int
    loss: float


@dataclass
class Profile:
    """What the reviews of one player's games say; collected game by game.

    Luck is a sum of rolls with an expected value of 0 each, so the sum of their squares is the
    variance of the total.
    """

    name: str
    games: int = 0
    losses: dict[tuple[ChoiceKind, Phase], list[float]] = field(
        default_factory=lambda: defaultdict(list)
    )
    # In solo, luck is counted in points of score.
    luck: float = 0.0
    luck_squares: float = 0.0
    solo_luck: float = 0.0
    solo_luck_squares: float = 0.0
    # The kind of each game and its cost per choice.
    costs: list[tuple[str, float]] = field(default_factory=list)
    _habits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, review: Review, seat: Seat) -> None:
        """Add a game in which the player had this seat."""
        self.games += 1
        self.costs += cost_of(review, seat)
        for _, step in review.steps():
            if isinstance(step, Luck):
                self._add_luck(step, seat, is_solo=review.is_solo)
        for _, decision in review.decisions(seat):
            self.losses[decision.kind, decision.phase].append(decision.loss)
            if decision.loss > 0:
                self._habits[habit_of(decision)].append(decision.loss)

    def _add_luck(self, step: Luck, seat: Seat, *, is_solo: bool) -> None:
        if is_solo:
            self.solo_luck += step.change[SCORE]
            self.solo_luck_squares += step.change[SCORE] ** 2
        else:
            self.luck += step.change[seat]
            self.luck_squares += step.change[seat] ** 2

    @property
    def luck_error(self) -> float:
        """The standard error of the luck in games of two to four players."""
        return sqrt(self.luck_squares)

    @property
    def solo_luck_error(self) -> float:
        """The standard error of the luck in solo games."""
        return sqrt(self.solo_luck_squares)

    def mean(self, kind: ChoiceKind | None = None, phase: Phase | None = None) -> Mean | None:
        """Return the cost per choice, of one kind or phase or of all; None without choices."""
        losses = [
            loss
            for (its_kind, its_phase), group in self.losses.items()
            if kind in (None, its_kind) and phase in (None, its_phase)
            for loss in group
        ]
        if not losses:
            return None
        error = stdev(losses) / sqrt(len(losses)) if len(losses) > 1 else None
        return Mean(sum(losses) / len(losses), error, len(losses))

    @property
    def rank(self) -> RankEstimate | None:
        """The rank that the player plays like; None for kinds of games without calibration."""
        return estimate_from(self.costs)

    def habits(self, most: int = MOST_HABITS) -> list[Habit]:
        """Return the most expensive habits, the worst first."""
        found = [Habit(label, len(costs), sum(costs)) for label, costs in self._habits.items()]
        return sorted(found, key=lambda habit: (-habit.loss, habit.label))[:most]


def profiles(reviews: Iterable[Review]) -> list[Profile]:
    """Return the profile of every player by name, those with the most games first."""
    found: dict[str, Profile] = {}
    for review in reviews:
        add_game(found, review)
    return sorted(found.values(), key=lambda profile: -profile.games)


def add_game(found: dict[str, Profile], review: Review) -> None:
    """Add a game to the profiles of its players."""
    for seat, player in enumerate(review.players):
        found.setdefault(player.name, Profile(player.name)).add(review, seat)


def habit_of(decision: Decision) -> str:
    """Say what was done instead of what, in general terms, so that it can happen again."""
    taken, best = decision.taken.move, decision.best.move
    if decision.kind is ChoiceKind.AIM and isinstance(taken, Fire) and isinstance(best, Fire):
        hits, possible = _hits(decision, taken), _hits(decision, best)
        if hits < possible:
            return words.HABIT_FEWER_HITS
        return words.HABIT_MORE_HITS if hits > possible else words.HABIT_OTHER_HITS
    return words.HABIT_INSTEAD.format(taken=_label(decision, taken), best=_label(decision, best))


def _hits(decision: Decision, shot: Fire) -> int:
    free = decision.view.free_targets(shot.seat)
    return (decision.view.sheet.mask_of(shot.fields) & free).bit_count()


def _label(decision: Decision, move: Move) -> str:
    # Whose die the fins copied, or the tower's step, is not a habit.
    return (
        say.SYSTEMS[move.system] if isinstance(move, Modify) else option_label(decision, move, ())
    )
