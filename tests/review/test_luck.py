"""The luck of a game alone is that of its review."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.review.games import MadeUpJudge, drill, random_record
from tests.rules.random_games import Setup
from torpedo_dice.bots.brain.ranks import ADMIRAL, ENSIGN
from torpedo_dice.fast.rolls import roll_weights
from torpedo_dice.review import review
from torpedo_dice.review.luck import LuckJudge, total_luck
from torpedo_dice.rules import Game, Start

SETUPS = [Setup("training", 2, 12), Setup("mission", 3, 12), Setup("solo", 1, 60)]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_it_is_the_luck_of_the_review(setup: Setup) -> None:
    """Start draw, rolls and propellers, for every seat."""
    for seed in range(3):
        record = random_record(setup, Random(seed), rounds=3)  # noqa: S311
        reviewed, judge = review(record, MadeUpJudge()), MadeUpJudge()
        luck = total_luck(record, judge)
        for seat in range(setup.players):
            expected = reviewed.totals(seat).luck
            found = luck if reviewed.is_solo else (luck[seat],)
            assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("playouts", [0, 6])
def test_the_judge_of_luck_knows_who_plays(playouts: int) -> None:
    """Its values vary with the roll, are repeatable, and depend on the ranks."""
    game = Game.new(drill(), "mission", 2)
    game.apply(Start(1))
    ranks = ENSIGN, ADMIRAL
    outlooks = LuckJudge(ranks, playouts=playouts).after_rolls(game)
    assert outlooks.shape == (56, 2)
    again = LuckJudge(ranks, playouts=playouts).after_rolls(game)
    np.testing.assert_array_equal(outlooks, again)
    mean = roll_weights(3) @ outlooks
    assert (outlooks - mean).std() > 0
    # Who plays makes the difference.
    others = LuckJudge(ranks[::-1], playouts=playouts).after_rolls(game)
    assert mean[1] > (roll_weights(3) @ others)[1]
