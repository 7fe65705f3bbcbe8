"""A review: luck, decisions and totals as immutable values.

For every seat, and in solo for win chance and score alike,

    end − start = luck + effect of all choices + the judge's error

holds exactly: the steps of a game follow each other, and whatever the judge says differently
between one step and the next is its error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import TypeAlias

from torpedo_dice.record import PlayerInfo
from torpedo_dice.review.judge import Option, Outlook, worth
from torpedo_dice.rules import Game, Mode, Reroll, Roll, Seat, Start


class LuckKind(StrEnum):
    """What the dice decide."""

    START = "start"
    ROLL = "roll"
    PROPELLER = "propeller"


class ChoiceKind(StrEnum):
    """What a player decides."""

    DIE = "die"
    SYSTEM = "system"
    SWITCH = "switch"
    AIM = "aim"


class Grade(StrEnum):
    """How good a choice is, by what it loses."""

    BEST = "best"
    FINE = "fine"
    INACCURATE = "inaccurate"
    BAD = "bad"


# The most that a choice of each grade loses, as a share of the win.
_GRADES = ((0.02, Grade.BEST), (0.05, Grade.FINE), (0.10, Grade.INACCURATE))


class Phase(StrEnum):
    """How far a seat's attack has come when it decides."""

    OPENING = "opening"
    MIDDLE = "middle"
    END = "end"


def grade_of(loss: float) -> Grade:
    """Return the grade of a choice that loses this share of the win."""
    return next((grade for most, grade in _GRADES if loss <= most), Grade.BAD)


def minus(one: Outlook, other: Outlook) -> Outlook:
    """Return the difference of two outlooks."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def total(outlooks: Iterable[Outlook], width: int) -> Outlook:
    """Return the sum of outlooks that have `width` columns."""
    rows = list(outlooks)
    return tuple(sum(row[column] for row in rows) for column in range(width))


def _root_of_squares(errors: Iterable[float]) -> float:
    """Return the standard error of a sum of independent figures."""
    return sqrt(sum(error**2 for error in errors))


@dataclass(frozen=True, slots=True)
class Luck:
    """A roll: the mean over all outcomes before it, and the outlook after it.

    `error` is the standard error of the change, the largest of all seats; 0 if the judge doesn't
    sample.
    """

    kind: LuckKind
    move: Start | Roll | Reroll
    before: Outlook
    after: Outlook
    error: float = 0.0

    @property
    def seat(self) -> Seat | None:
        """The seat that a propeller's roll belongs to; None if it concerns everybody."""
        return self.move.seat if isinstance(self.move, Reroll) else None

    @property
    def change(self) -> Outlook:
        """What the roll gave each seat; its expected value is exactly 0."""
        return minus(self.after, self.before)


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice between several options: the one taken, the best, and the others, best first.

    `view` is the position as the seat saw it. A choice that is as good as the best within the
    judge's standard error is the best.
    """

    kind: ChoiceKind
    phase: Phase
    seat: Seat
    view: Game
    taken: Option
    best: Option
    candidates: tuple[Option, ...]
    # The number of distinct options; `candidates` may be fewer.
    options: int
    # The move that made it, by its index in `Replay.moves`, and its index among that move's
    # decisions: together they name it.
    played: int = 0
    part: int = 0

    @property
    def before(self) -> Outlook:
        """The value of the position: that of the best option."""
        return self.best.outlook

    @property
    def after(self) -> Outlook:
        """The value after the choice."""
        return self.taken.outlook

    @property
    def change(self) -> Outlook:
        """The effect of the choice on each seat."""
        return minus(self.after, self.before)

    @property
    def loss(self) -> float:
        """What the choice costs its own seat, as a share of the win; never negative.

        In solo the score counts, too: two of its points as much as one point of win chance.
        """
        is_solo = self.view.is_solo
        best = worth(self.before, self.seat, is_solo=is_solo)
        return max(0.0, best - worth(self.after, self.seat, is_solo=is_solo))

    @property
    def grade(self) -> Grade:
        """How good the choice is."""
        return grade_of(self.loss)


@dataclass(frozen=True, slots=True)
class Resignation:
    """A player gave up: the value of the position, and the result."""

    seat: Seat
    before: Outlook
    after: Outlook

    @property
    def change(self) -> Outlook:
        """The effect of giving up on each seat."""
        return minus(self.after, self.before)


Step: TypeAlias = Luck | Decision | Resignation


@dataclass(frozen=True, slots=True)
class RoundReview:
    """A round: its steps in order, and the judge's value before and after it.

    Round 0 holds the draw of the start player, and the last one may hold a resignation.
    """

    number: int
    before: Outlook
    steps: tuple[Step, ...]
    after: Outlook

    @property
    def luck(self) -> Outlook:
        """What the dice of the round gave each seat."""
        return total((s.change for s in self.steps if isinstance(s, Luck)), len(self.before))

    @property
    def play(self) -> Outlook:
        """The effect of the round's choices on each seat."""
        return total((s.change for s in self.steps if not isinstance(s, Luck)), len(self.before))

    @property
    def error(self) -> Outlook:
        """The judge's error: what it says differently between one step and the next."""
        values = [self.before]
        for step in self.steps:
            values += [step.before, step.after]
        values.append(self.after)
        jumps = (minus(values[i + 1], values[i]) for i in range(0, len(values), 2))
        return total(jumps, len(self.before))


@dataclass(frozen=True, slots=True)
class SeatTotals:
    """A seat's totals. In each column, `luck + own + others + error` is the end minus the start.

    The columns: the share of the win and, in solo, the score.
    """

    luck: tuple[float, ...]
    own: tuple[float, ...]
    others: tuple[float, ...]
    error: tuple[float, ...]
    # The losses of all decisions, and how many there were.
    loss: float
    decisions: int
    grades: dict[Grade, int]
    # The standard errors of luck and loss, in shares of the win; 0 if the judge doesn't sample.
    luck_error: float = 0.0
    loss_error: float = 0.0

    @property
    def mean_loss(self) -> float | None:
        """The loss per decision; None without decisions."""
        return self.loss / self.decisions if self.decisions else None


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game.

    `end` is the result or, if the game is unfinished, the judge's value where the record ends.
    """

    mode: Mode
    players: tuple[PlayerInfo, ...]
    judge: str
    rounds: tuple[RoundReview, ...]
    is_finished: bool
    # Calls of the judge, for measuring.
    calls: int

    @property
    def is_solo(self) -> bool:
        """Whether it is a solo game, whose outlooks hold the win chance and the score."""
        return self.mode is Mode.SOLO

    @property
    def start(self) -> Outlook:
        """The value before anything was rolled."""
        return self.rounds[0].before

    @property
    def end(self) -> Outlook:
        """The result, or the value where an unfinished game stops."""
        return self.rounds[-1].after

    def steps(self) -> Iterator[tuple[int, Step]]:
        """Yield all steps with the numbers of their rounds."""
        for each in self.rounds:
            for step in each.steps:
                yield each.number, step

    def decisions(self, seat: Seat | None = None) -> Iterator[tuple[int, Decision]]:
        """Yield the decisions of one seat, or of all, with the numbers of their rounds."""
        for number, step in self.steps():
            if isinstance(step, Decision) and seat in (None, step.seat):
                yield number, step

    def totals(self, seat: Seat) -> SeatTotals:
        """Return the totals of a seat."""
        columns = slice(None) if self.is_solo else slice(seat, seat + 1)
        width = len(self.start)

        def summed(outlooks: Iterable[Outlook]) -> Outlook:
            return total(outlooks, width)[columns]

        steps = [step for _, step in self.steps()]
        choices = [step for step in steps if not isinstance(step, Luck)]
        decisions = [decision for _, decision in self.decisions(seat)]
        return SeatTotals(
            luck=summed(step.change for step in steps if isinstance(step, Luck)),
            own=summed(step.change for step in choices if step.seat == seat),
            others=summed(step.change for step in choices if step.seat != seat),
            error=summed(each.error for each in self.rounds),
            loss=sum(decision.loss for decision in decisions),
            decisions=len(decisions),
            grades={g: sum(d.grade is g for d in decisions) for g in Grade},
            luck_error=_root_of_squares(step.error for step in steps if isinstance(step, Luck)),
            loss_error=_root_of_squares(d.taken.error for d in decisions if d.loss),
        )
