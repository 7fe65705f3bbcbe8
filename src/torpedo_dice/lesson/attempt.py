"""An attempt at a step: the learner's moves, the other player's replies, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from torpedo_dice.lesson.step import GOAL, LEARNER, Step
from torpedo_dice.rules import (
    Event,
    Face,
    Field,
    Fire,
    Game,
    Move,
    NotYourMoveError,
    Seat,
    Sentence,
    Stage,
    Take,
    move_name,
)


@dataclass(slots=True)
class Attempt:
    """The state of a step after the learner's moves so far."""

    game: Game
    # All events since the start, and the index of the first one caused by the last move.
    events: list[Event] = field(default_factory=list)
    last: int = 0
    # The judge's verdict: GOAL, a hint's name, or None.
    verdict: str | None = None

    @property
    def is_reached(self) -> bool:
        """Whether the goal is reached."""
        return self.verdict == GOAL

    @property
    def hint(self) -> str | None:
        """The name of the hint for the learner's attempt, if any."""
        return None if self.is_reached else self.verdict


def attempt(step: Step, moves: Iterable[Move]) -> Attempt:
    """Play the learner's moves in a step; raise MoveError if one of them isn't allowed."""
    game = step.position.game()
    tried = Attempt(game)
    for move in moves:
        tried.last = len(tried.events)
        _check_seat(move)
        tried.events += game.apply(move)
        tried.events += _answers(game)
    tried.verdict = step.judge(step.position.game(), game, tried.events)
    return tried


def _check_seat(move: Move) -> None:
    """Check that the move is the learner's: neither the other player's nor a roll."""
    if getattr(move, "seat", None) != LEARNER:
        raise NotYourMoveError(
            "not_your_seat",
            Sentence("in the lesson, you can only make your own moves"),
            move=move_name(move),
            position="",
            where=Sentence("text form"),
        )


def _answers(game: Game) -> list[Event]:
    """Make the other player's moves until it is the learner's turn or the round is over."""
    events: list[Event] = []
    # In phases 2 and 3 the other player waits for the learner's choice, so that all events of the
    # round are reported together. The phases are simultaneous, so the order makes no difference.
    while others := [seat for seat in game.seats_to_move() if seat != LEARNER]:
        if game.stage is Stage.ACT and LEARNER in game.seats_to_move():
            break
        events += game.apply(_answer(game, others[0]))
    return events


def _answer(game: Game, seat: Seat) -> Move:
    """Return the other player's move: the die, then the shot, with the most hits."""
    if game.stage is Stage.TAKE:
        picks = game.options(seat).picks
        return Take(seat, max(picks, key=lambda pick: _worth(game, seat, game.dice[pick])))
    _, shot = _best(game, seat, game.die_of(seat))
    return Fire(seat, shot)


def _worth(game: Game, seat: Seat, die: Face) -> int:
    """Return a die's best hits minus its misses."""
    hits, _ = _best(game, seat, die)
    return 2 * hits - die


def _best(game: Game, seat: Seat, die: Face) -> tuple[int, tuple[Field, ...]]:
    """Return the maximum number of hits with a die, and a shot that achieves it."""
    free = game.free_targets(seat)
    shots = game.sheet.placements(die).best
    return max(((mask & free).bit_count(), shot) for mask, shot in shots)
