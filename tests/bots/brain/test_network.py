"""The network: two hidden layers of rectified units, computed as in a textbook."""

from __future__ import annotations

import numpy as np
import pytest

from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.bots.brain.network import grown_network, judge_player, new_network


def test_a_new_network_depends_on_its_seed_alone() -> None:
    """The same seed, the same weights; and an untrained network rates everything the same."""
    one, same, other = new_network(8, 4, 1), new_network(8, 4, 1), new_network(8, 4, 2)
    assert all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))
    assert not np.array_equal(one.hidden, other.hidden)
    x = np.ones(FEATURES, np.float32)
    scratch = np.zeros(8, np.float32), np.zeros(4, np.float32)
    assert judge_player(one, x, *scratch) == (0, 0)


def test_its_outputs_are_those_of_the_formula() -> None:
    """Both outputs agree with a computation by matrices; the scratch space may be dirty."""
    random = np.random.default_rng(3)
    network = new_network(8, 4, 3)
    network.hidden_bias[:] = random.standard_normal(8)
    network.inner_bias[:] = random.standard_normal(4)
    network.output[:] = random.standard_normal((2, 4))
    network.output_bias[:] = random.standard_normal(3)
    scratch = np.full(8, 99, np.float32), np.full(4, 99, np.float32)
    for _ in range(5):
        x = random.standard_normal(FEATURES).astype(np.float32)
        x[::3] = 0
        units = np.maximum(0, x @ network.hidden + network.hidden_bias)
        inner = np.maximum(0, units @ network.inner + network.inner_bias)
        expected = network.output @ inner + network.output_bias[:2]
        assert judge_player(network, x, *scratch) == pytest.approx(tuple(expected), rel=1e-4)


def test_a_grown_network_begins_where_the_old_one_ended() -> None:
    """It has more units, and evaluates almost as before."""
    random = np.random.default_rng(4)
    old = new_network(8, 4, 3)
    old.output[:] = random.standard_normal((2, 4))
    grown = grown_network(old, 16, 8, 1)
    assert grown.hidden.shape == (FEATURES, 16)
    x = random.standard_normal(FEATURES).astype(np.float32)
    before = judge_player(old, x, np.zeros(8, np.float32), np.zeros(4, np.float32))
    after = judge_player(grown, x, np.zeros(16, np.float32), np.zeros(8, np.float32))
    assert after == pytest.approx(before, abs=1)
    assert after != before
