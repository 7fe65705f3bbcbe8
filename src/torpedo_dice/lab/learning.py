"""How a network learns from positions: the gradients of its loss, and Adam's steps along them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.evaluate import SCORE
from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.bots.brain.network import Network

Array = NDArray[np.float32]

# Adam's usual hyperparameters.
_MEAN_KEPT, _SQUARE_KEPT, _TINY = 0.9, 0.999, 1e-8


class Adam:
    """The Adam optimiser: steps scaled by running averages of the gradients."""

    def __init__(self, network: Sequence[Array]) -> None:
        self.mean = [np.zeros_like(weights) for weights in network]
        self.square = [np.zeros_like(weights) for weights in network]
        self.steps = 0

    def step(self, network: Sequence[Array], gradients: Sequence[Array], rate: float) -> None:
        """Update the weights by one step down the gradient."""
        self.steps += 1
        unbiased = np.sqrt(1 - _SQUARE_KEPT**self.steps) / (1 - _MEAN_KEPT**self.steps)
        for weights, gradient, mean, square in zip(
            network, gradients, self.mean, self.square, strict=True
        ):
            mean += (1 - _MEAN_KEPT) * (gradient - mean)
            square += (1 - _SQUARE_KEPT) * (gradient * gradient - square)
            weights -= np.float32(rate * unbiased) * mean / (np.sqrt(square) + _TINY)


def gradients_of(
    network: Network, x: Array, targets: Array, players: int
) -> tuple[list[Array], float]:
    """Return the gradients of the loss on positions with the same number of players, and the loss.

    The loss is the cross entropy between the predicted and the target chances; the gradients in
    solo also include half the squared error of the predicted score.
    """
    flat = x[:, :players].reshape(-1, FEATURES)
    hidden, inner, outputs = outputs_of(network, flat)
    chances = chances_of(outputs[:, 0].reshape(-1, players), network.output_bias[2])
    wanted = targets[:, :players]
    wanted = np.concatenate([wanted, 1 - wanted.sum(axis=1, keepdims=True)], axis=1)
    error = ((chances - wanted) / len(x)).astype(np.float32)
    downward = np.zeros_like(outputs)
    downward[:, 0] = error[:, :players].reshape(-1)
    if players == 1:
        downward[:, 1] = (outputs[:, 1] - targets[:, SCORE]) / len(x)
    beneath = (downward @ network.output) * (inner > 0)
    behind = (beneath @ network.inner.T) * (hidden > 0)
    biases = np.array([*downward.sum(axis=0), error[:, players].sum()], np.float32)
    gradients = [
        flat.T @ behind,
        behind.sum(axis=0),
        hidden.T @ beneath,
        beneath.sum(axis=0),
        downward.T @ inner,
        biases,
        # The calibration is fitted separately.
        np.zeros_like(network.calibration),
    ]
    return gradients, float(-(wanted * np.log(chances + _TINY)).sum(axis=1).mean())


def outputs_of(network: Network, x: Array) -> tuple[Array, Array, Array]:
    """Return both hidden layers and the two outputs, without calibration, for rows of features."""
    hidden = np.maximum(x @ network.hidden + network.hidden_bias, 0)
    inner = np.maximum(hidden @ network.inner + network.inner_bias, 0)
    return hidden, inner, inner @ network.output.T + network.output_bias[:2]


def chances_of(strengths: Array, nobody: float | Array | np.float32) -> Array:
    """Return the softmax over the players and nobody."""
    last = np.broadcast_to(np.asarray(nobody, strengths.dtype), len(strengths))
    logits = np.concatenate([strengths, last[:, None]], axis=1)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances: Array = powers / powers.sum(axis=1, keepdims=True)
    return chances
