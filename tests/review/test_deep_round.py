"""Playing on: the luck of a round doesn't depend on what was played before."""

from __future__ import annotations

import numpy as np

from tests.review.games import drill
from torpedo_dice.fast.convert import from_game
from torpedo_dice.review.playouts import Luck, Playouts
from torpedo_dice.rules import Game, Mode, Start


def test_positions_and_playouts_are_independent() -> None:
    """A position has the same values among others, and a playout among other playouts."""
    sheet = drill()
    games = [Game.new(sheet, Mode.MISSION, 2) for _ in range(2)]
    for seat, game in enumerate(games):
        game.apply(Start(seat))
    rows = np.array([from_game(game) for game in games])
    random = np.random.default_rng(1)
    faces = random.integers(1, 7, (3, 5, 3))
    dice = faces[..., 0] | faces[..., 1] << 3 | faces[..., 2] << 6
    seeds = random.integers(0, 1 << 63, (3, 5), np.uint64)
    playouts = Playouts(sheet, Mode.MISSION, 1)
    together = playouts.play(rows, Luck(dice, seeds, dice[:, 0]))
    alone = playouts.play(rows[1:], Luck(dice[2:], seeds[2:], dice[2:, 0]))
    np.testing.assert_array_equal(together[1:, 2:], alone)
