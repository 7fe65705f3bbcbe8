"""A forecast: what a network sees at a glance, and on average after each of the next rounds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.bots.brain.test_playouts import positions
from tests.review.games import drill
from torpedo_dice.bots.brain.forecast import ROUNDS, Forecast, next_dice
from torpedo_dice.bots.brain.playouts import Playouts
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, ENSIGN, LIEUTENANT
from torpedo_dice.bots.brain.weights import load_chances
from torpedo_dice.fast.codes import STAGE_OVER
from torpedo_dice.fast.rolls import roll_weights
from torpedo_dice.rules import Mode


def test_it_is_the_mean_of_what_is_seen_at_a_glance_and_after_each_round() -> None:
    """A roll of three different faces counts six times as much as one of three equal ones."""
    rows, ranks = positions(), (LIEUTENANT, CAPTAIN)
    judge = load_chances(Mode.MISSION, drill())
    playouts = Playouts(drill(), Mode.MISSION, 1, ranks=ranks, judge=judge)
    luck, weights = next_dice(2)
    assert luck.dice.shape == (56, ROUNDS)
    seen = [playouts.evaluate(rows)[:, 0]]
    for rounds in range(1, ROUNDS + 1):
        begun = replace(luck, dice=luck.dice[:, :rounds], seeds=luck.seeds[:, :rounds])
        values = playouts.play(rows, begun)
        seen.append((values * weights[:, np.newaxis]).sum(axis=1))
    np.testing.assert_array_equal(weights, roll_weights(3))
    chances = Forecast(drill(), Mode.MISSION, ranks).chances(rows)
    np.testing.assert_allclose(chances, np.mean(seen, axis=0), rtol=1e-5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_states_chances_of_the_ranks_at_the_table(players: int) -> None:
    """They add up to at most 1, and an admiral is better off than the ensign in its place."""
    rows = positions(players)[:1]
    chances = [
        Forecast(drill(), Mode.MISSION, (rank, *[LIEUTENANT] * (players - 1))).chances(rows)[0]
        for rank in (ENSIGN, ADMIRAL)
    ]
    assert all(0 < each[:players].sum() <= 1 + 1e-5 for each in chances)
    assert chances[1][0] > chances[0][0]


def test_the_result_of_a_game_is_certain() -> None:
    """There is no next round."""
    rows = positions()[:1]
    rows["stage"], rows["winners"] = STAGE_OVER, 0b10
    [chances] = Forecast(drill(), Mode.MISSION, (ADMIRAL, ADMIRAL)).chances(rows)
    assert chances[:2] == pytest.approx([0, 1], abs=1e-12)
