"""The network: one hidden layer of rectified units, computed as in a textbook."""

from __future__ import annotations

import numpy as np
import pytest

from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.bots.brain.network import judge_player, new_network


def test_a_new_network_depends_on_its_seed_alone() -> None:
    """The same seed, the same weights; and an untrained network rates everything the same."""
    one, same, other = new_network(8, 1), new_network(8, 1), new_network(8, 2)
    assert all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))
    assert not np.array_equal(one.hidden, other.hidden)
    x = np.ones(FEATURES, np.float32)
    assert judge_player(one, x, np.zeros(8, np.float32)) == (0, 0)


def test_its_outputs_are_those_of_the_formula() -> None:
    """Both outputs agree with a computation by matrices; the scratch space may be dirty."""
    random = np.random.default_rng(3)
    network = new_network(8, 3)
    network.hidden_bias[:] = random.standard_normal(8)
    network.output[:] = random.standard_normal((2, 8))
    network.output_bias[:] = random.standard_normal(3)
    scratch = np.full(8, 99, np.float32)
    for _ in range(5):
        x = random.standard_normal(FEATURES).astype(np.float32)
        x[::3] = 0
        units = np.maximum(0, x @ network.hidden + network.hidden_bias)
        expected = network.output @ units + network.output_bias[:2]
        assert judge_player(network, x, scratch) == pytest.approx(tuple(expected), rel=1e-4)
