"""Learning: the gradients are right, and following them lowers the loss."""

from __future__ import annotations

import numpy as np
import pytest

from torpedo_dice.bots.brain.features import FEATURES, PROGRESS
from torpedo_dice.bots.brain.network import Network, new_network
from torpedo_dice.lab.learning import Adam, gradients_of, layers_of, seen_by


@pytest.mark.parametrize("looks_at_rivals", [False, True])
@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_gradients_are_those_of_the_loss(players: int, *, looks_at_rivals: bool) -> None:
    """Each gradient agrees with a finite difference of the loss."""
    random = np.random.default_rng(players)
    new = new_network(5, 4, 1, looks_at_rivals=looks_at_rivals)
    network = Network(*(weights.astype(np.float64) for weights in new))
    # Small enough that no chance is 0, where the loss is cut off.
    network.output[:] = 0.3 * random.standard_normal(network.output.shape)
    # With a bias of 0, a unit without input would be exactly at the bend of its function.
    network.inner_bias[:] = random.standard_normal(network.inner_bias.shape)
    features = random.standard_normal((6, 4, FEATURES))
    x = seen_by(network, features, random.integers(1 << 60, size=(6, 4)).astype(np.uint64))
    targets = np.zeros((6, 4))
    targets[:, 0] = 0.6

    def error() -> float:
        cross_entropy = gradients_of(network, x, targets, players)[1]
        if players > 1:
            return cross_entropy
        weights = np.concatenate([network.hidden, network.targets])
        hidden = np.maximum(x[:, 0] @ weights + network.hidden_bias, 0)
        inner = np.maximum(hidden @ network.inner + network.inner_bias, 0)
        score = inner @ network.output[1] + network.output_bias[1]
        return cross_entropy + float(np.mean((score - targets[:, 1]) ** 2) / 2)

    gradients, _ = gradients_of(network, x, targets, players)
    for weights, gradient in zip(network, gradients, strict=True):
        assert gradient.shape == weights.shape
        if not weights.size:
            continue
        for place in [tuple(random.integers(0, n) for n in weights.shape) for _ in range(4)]:
            step = 1e-5
            weights[place] += step
            above = error()
            weights[place] -= 2 * step
            below = error()
            weights[place] += step
            assert gradient[place] == pytest.approx((above - below) / (2 * step), abs=1e-4)


def test_it_learns_a_simple_rule() -> None:
    """If the player with fewer targets left always wins, it soon predicts the winner."""
    random = np.random.default_rng(1)
    network = new_network(8, 8, 1)
    adam = Adam(network)
    errors = []
    for _ in range(300):
        x = random.standard_normal((256, 4, FEATURES)).astype(np.float32)
        targets = np.zeros((256, 4), np.float32)
        targets[np.arange(256), np.argmin(x[:, :2, PROGRESS], axis=1)] = 1
        gradients, error = gradients_of(network, x, targets, players=2)
        adam.step(network, gradients, 0.01)
        errors.append(error)
    assert errors[0] > 1
    assert np.mean(errors[-10:]) < 0.2


def test_it_sees_which_targets_are_hit_if_it_looks_at_them() -> None:
    """The targets follow the features; without them, it is as if none was hit."""
    features = np.ones((1, 2, FEATURES), np.float32)
    hits = np.array([[0, 0b101]], np.uint64)
    network = new_network(8, 4, 1)
    assert np.array_equal(seen_by(network, features, hits), features)
    network = new_network(8, 4, 1, looks_at_rivals=True)
    network.targets[:] = 1
    seen = seen_by(network, features, hits)
    assert np.flatnonzero(seen[0, 1, FEATURES:]).tolist() == [0, 2]
    assert not seen[0, 0, FEATURES:].any()
    with_targets, without = layers_of(network, seen)[0], layers_of(network, features)[0]
    assert np.array_equal(with_targets[0, 0], without[0, 0])
    assert not np.array_equal(with_targets[0, 1], without[0, 1])
