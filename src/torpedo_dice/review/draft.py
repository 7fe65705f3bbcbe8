"""The draft: who takes which die, if everybody takes what is best for them.

What a round is worth depends only on the faces that the seats hold (in solo also on the die left),
so a table of a few hundred outlooks values every order of taking every roll.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.fast.rolls import sorted_rolls
from torpedo_dice.review.judge import Outlooks, roll_index, worths
from torpedo_dice.rules import Game, Seat, Stage
from torpedo_dice.rules.formations import FACES


@dataclass(frozen=True, eq=False)
class Draft:
    """The outlooks of a draft, from the one before the first die is taken to the end.

    `levels[n]` has one axis for each of the n faces taken so far, in draft order, then one for the
    dice left (an index of `sorted_rolls`), then the columns of an outlook.
    """

    levels: tuple[Outlooks, ...]

    def at(self, taken: Sequence[int], left: Sequence[int]) -> NDArray[np.float64]:
        """Return the outlook after some faces were taken, in draft order, and some are left."""
        place = (*(face - 1 for face in taken), roll_index(tuple(left)))
        return np.asarray(self.levels[len(taken)][place])


def solve_draft(acts: Outlooks, order: Sequence[Seat], *, is_solo: bool) -> Draft:
    """Return the draft in which every seat takes the die that is best for it.

    `acts` has an axis for the face of each seat, by seat, and in solo one for the die left, then
    the columns of an outlook.
    """
    if is_solo:
        last = acts
    else:
        # The die left over has no effect.
        by_order = np.transpose(acts, (*order, len(order)))
        shape = (*by_order.shape[:-1], len(FACES), by_order.shape[-1])
        last = np.broadcast_to(by_order[..., np.newaxis, :], shape)
    levels = [last]
    for depth in reversed(range(len(order))):
        levels.append(_step_back(levels[-1], depth, len(order) + 1 - depth, order[depth], is_solo))
    return Draft(tuple(reversed(levels)))


def _step_back(after: Outlooks, depth: int, dice: int, seat: Seat, is_solo: bool) -> Outlooks:  # noqa: FBT001
    """Return the outlooks before a seat takes one of some dice, from those after it."""
    faces, rests = _choices(dice)
    # The axes: faces taken before, the dice left, the choice, columns.
    chosen: Any = (slice(None),) * depth + (faces, rests)
    children = after[chosen]
    best = np.argmax(worths(children, seat, is_solo=is_solo), axis=-1)
    picked = np.take_along_axis(children, best[..., np.newaxis, np.newaxis], axis=-2)
    return np.asarray(picked[..., 0, :])


@cache
def _choices(dice: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return, for each sorted roll and each of its dice, the face and the index of the rest."""
    rolls = sorted_rolls(dice)
    faces = [[face - 1 for face in roll] for roll in rolls]
    rests = [[roll_index(roll[:n] + roll[n + 1 :]) for n in range(dice)] for roll in rolls]
    return np.array(faces, np.intp), np.array(rests, np.intp)


def round_start(game: Game) -> Game:
    """Return a game as it was before the dice of its current round were rolled."""
    start = game.copy()
    if start.stage is not Stage.ROLL:
        start.round -= 1
        start.dice = ()
        start.stage = Stage.ROLL
        for player in start.players:
            player.clear_round()
    return start
