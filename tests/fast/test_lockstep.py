"""Both engines play the same games; `python -m tests.fast.prove` compares many more."""

from __future__ import annotations

from functools import cache

import pytest

from tests.fast.lockstep import Result, run
from torpedo_dice.fast.codes import MODIFICATIONS
from torpedo_dice.rules import Mode, Modify, Reason

SEEDS = range(16)


@cache
def compared(seed: int) -> Result:
    """Return the result of comparing some games; a test of each and one of all need it."""
    return run(seed, games=12)


@pytest.mark.parametrize("seed", SEEDS)
def test_both_engines_agree_after_every_step(seed: int) -> None:
    """Rows, legal moves and outcomes are the same, on our sheets and on random ones."""
    result = compared(seed)
    assert result.steps > 200
    assert not result.differences, result.differences[0]


def test_the_games_reach_everything() -> None:
    """Every mode, number of players, end and modification is among the games compared."""
    total = Result()
    for seed in SEEDS:
        total += compared(seed)
    uses = {
        str(Modify(0, system, step=step, other=other)).split(" ", 1)[1]
        for system, step, other in MODIFICATIONS
        if system is not None
    }
    players = {f"{count} players" for count in (1, 2, 3, 4)}
    # Nobody resigns by a move.
    reasons = {*Reason} - {Reason.RESIGNED}
    assert {*Mode, *reasons, *players, *uses} <= set(total.seen)
