"""Playouts meet the same balanced dice, and are the same for any number of threads."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from tests.review.games import drill, random_record
from tests.rules.random_games import Setup
from torpedo_dice.bots.brain.playouts import (
    BLOCKS,
    ROUNDS,
    Luck,
    Playouts,
    luck_of,
    standard_error,
)
from torpedo_dice.fast.codes import BITS_A_DIE, STAGE_OVER
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.rolls import packed_rolls, roll_weights
from torpedo_dice.fast.state import Rows
from torpedo_dice.record import Replay
from torpedo_dice.rules import Mode, Roll


def positions(players: int = 2) -> Rows:
    """Return the positions between the rounds of a game on a small sheet."""
    setup = Setup("mission", players, 3)
    record = random_record(setup, Random(4), sheet=drill(), rounds=5)  # noqa: S311
    games = [each.before for each in Replay(record).moves() if isinstance(each.move, Roll)]
    return np.array([from_game(game) for game in games])


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_dice_of_a_block_are_balanced(players: int) -> None:
    """Every face of every die is equally frequent in each round; of few dice, every roll."""
    luck = luck_of(players, 1, 3, 0)
    assert luck.dice.shape == (BLOCKS[players], ROUNDS[players])
    for ahead in range(ROUNDS[players]):
        for index in range(players + 1):
            faces = Counter((luck.dice[:, ahead] >> (BITS_A_DIE * index) & 7).tolist())
            assert set(faces) == set(range(1, 7))
            assert len(set(faces.values())) == 1
    if players == 2:
        assert len(set(luck.dice[:, 0].tolist())) == 216


@pytest.mark.parametrize("dice", [2, 3])
def test_every_roll_is_made_once_in_each_round(dice: int) -> None:
    """Later, another playout that is as likely makes it: all rolls keep their probability."""
    luck = Luck.of_rolls(dice, [1], rounds=3)
    likely = dict(zip(packed_rolls(dice).tolist(), roll_weights(dice).tolist(), strict=True))
    for playout in luck.dice.tolist():
        assert len({likely[roll] for roll in playout}) == 1
    for made in luck.dice.T:
        assert set(made.tolist()) == set(likely)
    assert (luck.dice[:, 0] == packed_rolls(dice)).all()
    assert (luck.dice[:, 1] != luck.dice[:, 2]).any()


def test_dice_depend_on_the_seed_the_round_and_the_block() -> None:
    """Other blocks are other samples, and the same block is the same sample."""
    dice = [luck_of(2, *where).dice for where in [(1, 3, 0), (2, 3, 0), (1, 4, 0), (1, 3, 1)]]
    luck_of.cache_clear()
    np.testing.assert_array_equal(dice[0], luck_of(2, 1, 3, 0).dice)
    assert all((dice[0] != other).any() for other in dice[1:])


def test_the_standard_error_is_that_of_repeated_blocks() -> None:
    """It ignores what the first roll explains, and is the plain one without that."""
    random = np.random.default_rng(3)
    means, errors = [], []
    for block in range(200):
        luck = luck_of(2, 9, 0, block)
        values = luck.first * 0.001 + random.normal(size=len(luck.dice))
        means.append(values.mean())
        errors.append(standard_error(values, luck))
    assert np.mean(errors) == pytest.approx(np.std(means), rel=0.15)
    few = luck_of(4, 9, 0, 0)
    noise = random.normal(size=len(few.dice))
    assert standard_error(noise, few) == pytest.approx(noise.std(ddof=1) / len(noise) ** 0.5)


def test_playouts_are_the_same_on_one_thread_and_on_three() -> None:
    """Each playout depends only on its position and its number."""
    rows, luck = positions(), luck_of(2, 1, 0, 0)
    one, three = (Playouts(drill(), Mode.MISSION, jobs).play(rows, luck) for jobs in (1, 3))
    np.testing.assert_array_equal(one, three)
    shares = one[:, :, :2].sum(axis=2)
    assert 0 <= shares.min() <= shares.max() <= 1 + 1e-5
    # They differ from the evaluation, and between the dice.
    assert one[:, :, 0].std(axis=1).max() > 0.01


def test_a_game_that_is_over_keeps_its_result() -> None:
    """There is nothing to play on."""
    rows = positions()[:1]
    rows["stage"], rows["winners"] = STAGE_OVER, 2
    results = Playouts(drill(), Mode.MISSION, 1).play(rows, luck_of(2, 1, 0, 0))
    assert (results[:, :, 0] == 0).all()
    assert (results[:, :, 1] == 1).all()
