"""A memo of a round: what two players choose depends only on the dice that both took."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bots.brain.test_playouts import positions
from tests.review.games import drill
from torpedo_dice.bots.brain.playouts import Luck, Playouts
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, LIEUTENANT
from torpedo_dice.bots.brain.style import ADMIRAL_STYLE
from torpedo_dice.rules import Mode


@pytest.mark.parametrize("ranks", [(ADMIRAL, ADMIRAL), (ADMIRAL, CAPTAIN), (LIEUTENANT, ADMIRAL)])
def test_a_roll_leads_to_the_same_position_with_a_memo_of_others(ranks: tuple[int, int]) -> None:
    """What was rated and chosen after other rolls is not computed again, and is the same."""
    rows = positions()[1:3]
    luck = Luck.of_rolls(3, [1], rounds=1)
    playouts = Playouts(
        drill(), Mode.MISSION, 1, ranks=ranks, style=ADMIRAL_STYLE._replace(width=4), rolls=3
    )
    together = playouts.play_on(rows, luck).rows
    for number in range(0, len(luck.dice), 5):
        alone = playouts.play_on(rows, luck.some(np.array([number]), np.zeros(1, np.int64)))
        np.testing.assert_array_equal(alone.rows[:, 0], together[:, number])
