"""The luck of a game alone: what its rolls gave each seat, without judging any choice.

The result minus luck measures play without bias, whatever judge values the positions (AIVAT); the
better the judge, the less chance is left in it.
"""

from __future__ import annotations

from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.record import RecordData, Replay
from torpedo_dice.review.deep import DeepJudge
from torpedo_dice.review.judge import Outlook, Outlooks, mean_after_rolls, roll_index
from torpedo_dice.review.quick import QuickJudge, width_of
from torpedo_dice.rules import Game, Reroll, Roll, Seat

# Playouts of each position after a round. Few are enough: their noise has a mean of 0.
PLAYOUTS = 36


class ChanceJudge(Protocol):
    """What luck needs of a judge."""

    def after_rolls(self, game: Game) -> Outlooks:
        """Return the outlook after each roll."""

    def after_faces(self, view: Game, seat: Seat) -> Outlooks:
        """Return the outlook after each face of a propeller."""


class LuckJudge:
    """Judges rolls by a few playouts, and propellers quickly."""

    def __init__(self, *, seed: int = 1, playouts: int = PLAYOUTS) -> None:
        self._deep = DeepJudge(seed=seed, jobs=1, playouts=playouts)
        self._quick = QuickJudge()

    def after_rolls(self, game: Game) -> Outlooks:
        """Return the outlook after each roll."""
        return self._deep.after_rolls(game)

    def after_faces(self, view: Game, seat: Seat) -> Outlooks:
        """Return the outlook after each face of a propeller."""
        return self._quick.after_faces(view, seat)


@cache
def luck_judge() -> LuckJudge:
    """Return the judge of this process."""
    return LuckJudge()


def total_luck(record: RecordData, judge: ChanceJudge) -> Outlook:
    """Return what the dice of a game gave each seat; in solo, win chance and score.

    The record must be valid.
    """
    replay = Replay(record)
    game = replay.game.copy()
    is_drawn = not game.is_solo and record["options"].get("first") == "drawn"
    luck = _start_luck(game, judge) if is_drawn else np.zeros(width_of(game))
    for played in replay.moves():
        if isinstance(played.move, Roll):
            luck = luck + _roll_luck(played.before, played.move, judge)
        elif isinstance(played.move, Reroll):
            view = played.before.view(played.move.seat)
            faces = judge.after_faces(view, played.move.seat)
            luck = luck + faces[played.move.face - 1] - faces.mean(axis=0)
    return tuple(float(part) for part in luck)


def _value(game: Game, judge: ChanceJudge) -> NDArray[np.float64]:
    return np.array(mean_after_rolls(judge.after_rolls(game), game.dice_count))


def _roll_luck(game: Game, roll: Roll, judge: ChanceJudge) -> NDArray[np.float64]:
    outlooks = judge.after_rolls(game)
    mean = np.array(mean_after_rolls(outlooks, game.dice_count))
    return np.asarray(outlooks[roll_index(roll.dice)] - mean)


def _start_luck(game: Game, judge: ChanceJudge) -> NDArray[np.float64]:
    """Return what the draw of the start player gave each seat."""
    openings = []
    for seat in game.seats:
        drawn = game.copy()
        drawn.start = seat
        openings.append(_value(drawn, judge))
    return np.asarray(openings[game.start] - np.mean(openings, axis=0))
