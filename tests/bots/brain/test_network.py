"""The network: two hidden layers of rectified units, computed as in a textbook."""

from __future__ import annotations

import numpy as np
import pytest

from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.bots.brain.network import (
    CHANCES_UNITS,
    Network,
    fill_hidden,
    grown_network,
    judge_player,
    judging_network,
    new_network,
)
from torpedo_dice.rules.sheet import MAX_TARGETS


def outputs(network: Network, *players: np.ndarray, hits: int = 0) -> tuple[float, float]:
    """Return both outputs for the first of some players; the scratch space is dirty.

    All of them have hit the same targets.
    """
    units, inner = len(network.hidden_bias), len(network.inner_bias)
    hidden = np.full((len(players), units), 99, np.float32)
    for seat, x in enumerate(players):
        fill_hidden(network, x, np.uint64(hits), hidden[seat])
    scratch = np.full(units, 99, np.float32), np.full(inner, 99, np.float32)
    return judge_player(network, hidden, 0, len(players), *scratch)


def test_a_new_network_depends_on_its_seed_alone() -> None:
    """The same seed, the same weights; and an untrained network rates everything the same."""
    one, same, other = new_network(8, 4, 1), new_network(8, 4, 1), new_network(8, 4, 2)
    assert all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))
    assert not np.array_equal(one.hidden, other.hidden)
    x = np.ones(FEATURES, np.float32)
    assert outputs(one, x) == (0, 0)


@pytest.mark.parametrize("looks_at_rivals", [False, True])
@pytest.mark.parametrize("players", [1, 2, 4])
def test_its_outputs_are_those_of_the_formula(players: int, *, looks_at_rivals: bool) -> None:
    """Both outputs agree with a computation by matrices."""
    random = np.random.default_rng(3)
    network = new_network(8, 4, 3, looks_at_rivals=looks_at_rivals)
    network.hidden_bias[:] = random.standard_normal(8)
    network.targets[:] = random.standard_normal(network.targets.shape)
    hits = [0, 5, 63]
    network.inner_bias[:] = random.standard_normal(4)
    network.output[:] = random.standard_normal((2, 4))
    network.output_bias[:] = random.standard_normal(3)
    for _ in range(5):
        x = random.standard_normal((players, FEATURES)).astype(np.float32)
        x[:, ::3] = 0
        damage = network.targets[hits].sum(axis=0) if looks_at_rivals else 0
        units = np.maximum(0, x @ network.hidden + network.hidden_bias + damage)
        inner = units[0] @ network.inner + network.inner_bias
        if looks_at_rivals and players > 1:
            inner += units[1:].mean(axis=0) @ network.rivals
        expected = network.output @ np.maximum(0, inner) + network.output_bias[:2]
        mask = sum(1 << target for target in hits)
        assert outputs(network, *x, hits=mask) == pytest.approx(tuple(expected), rel=1e-4)


@pytest.mark.parametrize("looks_at_rivals", [False, True])
def test_a_judging_network_is_larger_and_evaluates_the_same(*, looks_at_rivals: bool) -> None:
    """All have the same size; one that has it already stays as it is."""
    random = np.random.default_rng(5)
    network = new_network(16, 8, 3, looks_at_rivals=looks_at_rivals)
    network.targets[:] = random.standard_normal(network.targets.shape)
    network.output[:] = random.standard_normal((2, 8))
    padded = judging_network(network)
    assert padded.targets.shape == (MAX_TARGETS, CHANCES_UNITS)
    assert padded.rivals.shape == padded.inner.shape == (CHANCES_UNITS, 8)
    for old, new in zip(padded, judging_network(padded), strict=True):
        np.testing.assert_array_equal(new, old)
    x = random.standard_normal((2, FEATURES)).astype(np.float32)
    before = outputs(network, *x, hits=9)
    assert before != (0, 0)
    assert outputs(padded, *x, hits=9) == pytest.approx(before)


def test_a_grown_network_begins_where_the_old_one_ended() -> None:
    """It has more units, and evaluates almost as before."""
    random = np.random.default_rng(4)
    old = new_network(8, 4, 3)
    old.output[:] = random.standard_normal((2, 4))
    grown = grown_network(old, 16, 8, 1)
    assert grown.hidden.shape == (FEATURES, 16)
    x = random.standard_normal(FEATURES).astype(np.float32)
    before, after = outputs(old, x), outputs(grown, x)
    assert after == pytest.approx(before, abs=1)
    assert after != before
