"""Self-play: complete games only, and targets between what was expected and what happened."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.evaluate import new_desk
from torpedo_dice.bots.brain.features import FEATURES, PROGRESS
from torpedo_dice.bots.brain.network import new_network
from torpedo_dice.bots.brain.selfplay import MAX_ROUNDS, play_and_note
from torpedo_dice.fast.chance import new_chance
from torpedo_dice.fast.codes import SEATS
from torpedo_dice.fast.state import ROW, new_games
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Mode, Sheet

Array = NDArray[np.float32]
# The size of the shipped networks: for any other, self-play would be compiled once more.
UNITS = 64
# One player wins, both share the win, or nobody wins.
RESULTS = [(1, 0), (0, 1), (0.5, 0.5), (0, 0)]


def played(sheet: Sheet, games: int, trust: float, seed: int = 1) -> tuple[Array, Array]:
    """Play games of two untrained networks; return the positions and their targets."""
    seen = np.zeros((games * MAX_ROUNDS, SEATS, FEATURES), np.float32)
    targets = np.zeros((len(seen), SEATS), np.float32)
    count = play_and_note(
        fast_sheet(sheet).tables,
        new_games(1, sheet, Mode.MISSION, 2),
        np.zeros(2, ROW),
        new_desk(new_network(UNITS, 1)),
        new_chance(seed, 0),
        games,
        2,
        25,
        trust,
        seen,
        targets,
    )
    return seen[:count], targets[:count]


def test_with_full_trust_the_result_is_the_target(mission: Sheet) -> None:
    """Every position of a game then has the same target: who won it in the end."""
    seen, targets = played(mission, 3, trust=1.0)
    # Within a game the targets left only become fewer: where there are more, the next one begins.
    is_first = np.diff(seen[:, :2, PROGRESS].sum(axis=1), prepend=0) > 0
    assert is_first.sum() == 3
    for game in np.split(targets[:, :2], np.flatnonzero(is_first)[1:]):
        assert len(game) > 3
        assert (game == game[0]).all()
        assert tuple(game[0]) in RESULTS


def test_without_trust_the_next_expectation_is_the_target(mission: Sheet) -> None:
    """An untrained network expects the same for all three: both players, and nobody."""
    _, targets = played(mission, 1, trust=0.0)
    assert np.allclose(targets[:-1, :2], 1 / 3)
    assert tuple(targets[-1, :2]) in RESULTS


def test_the_dice_decide_alone(mission: Sheet) -> None:
    """The same chance plays the same games, another one others."""
    one, same, other = (played(mission, 1, 0.7, seed)[0] for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
