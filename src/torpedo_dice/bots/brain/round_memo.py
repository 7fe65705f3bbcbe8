"""A memo of one round from one position: what two players rate and choose with the dice they took.

They take the same dice in several of the 56 rolls, and the die that is left makes no difference.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.fast.codes import FACES
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.dice import die_of
from torpedo_dice.fast.state import ROW, Row

# With more, there are too many dice to take for the same ones to be taken again.
MEMO_PLAYERS = 2
# By seat and the faces that both took.
_PLACES = MEMO_PLAYERS * FACES * FACES
ROUND_MEMO = np.dtype(
    [
        # What taking the die is worth to the seat.
        ("is_rated", "i1", _PLACES),
        ("worth", "f4", _PLACES),
        # What the seat chooses in phases 2 and 3.
        ("is_chosen", "i1", _PLACES),
        ("choice", ROW, _PLACES),
    ]
)
# Either one memo or none, in an array.
RoundMemo: TypeAlias = NDArray[np.void]
# A memo as compiled code sees it, with its fields as attributes.
Memo: TypeAlias = Any


def new_round_memo() -> RoundMemo:
    """Return an empty memo."""
    return np.zeros(1, ROUND_MEMO)


def no_round_memo() -> RoundMemo:
    """Return what stands for no memo."""
    return np.zeros(0, ROUND_MEMO)


@kernel
def place_of(row: Row, seat: int) -> int:
    """Return the place for a seat when both players have taken their dice."""
    return (seat * FACES + die_of(row, 0) - 1) * FACES + die_of(row, 1) - 1


@kernel
def forget(memo: Memo) -> None:
    """Empty the memo for another position."""
    for place in range(len(memo.is_rated)):
        memo.is_rated[place] = 0
        memo.is_chosen[place] = 0


@kernel
def copy_choice(target: Row, source: Row, seat: int) -> None:
    """Copy what a seat chose in phases 2 and 3."""
    target.modify[seat] = source.modify[seat]
    target.action[seat] = source.action[seat]
    target.shot_mask[seat] = source.shot_mask[seat]
    target.shot_count[seat] = source.shot_count[seat]
    target.activated[seat] = source.activated[seat]
