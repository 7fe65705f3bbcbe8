"""Ranks as numbers: the order of the ladder."""

from __future__ import annotations

import pytest

from torpedo_dice.bots import BOTS
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, ENSIGN, LIEUTENANT, RANKS, rank_code


def test_the_codes_follow_the_ladder() -> None:
    """Weakest first, one code for each of our bots."""
    codes = [rank_code(bot) for bot in ("ensign", "lieutenant", "captain", "admiral")]
    assert codes == [ENSIGN, LIEUTENANT, CAPTAIN, ADMIRAL]
    assert len(BOTS) == RANKS


def test_other_bots_have_no_rank() -> None:
    """A third-party bot is no rank."""
    with pytest.raises(ValueError, match="gunner"):
        rank_code("gunner")
