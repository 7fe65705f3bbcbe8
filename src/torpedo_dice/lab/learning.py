"""How a network learns from positions: the gradients of its loss, and Adam's steps along them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.evaluate import SCORE
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
    x = x[:, :players]
    hidden, others, inner, outputs = layers_of(network, x)
    chances = chances_of(outputs[..., 0], network.output_bias[2])
    wanted = targets[:, :players]
    wanted = np.concatenate([wanted, 1 - wanted.sum(axis=1, keepdims=True)], axis=1)
    error = ((chances - wanted) / len(x)).astype(np.float32)
    downward = np.zeros_like(outputs)
    downward[..., 0] = error[:, :players]
    if players == 1:
        downward[:, 0, 1] = (outputs[:, 0, 1] - targets[:, SCORE]) / len(x)
    beneath: Array = _times(downward, network.output) * (inner > 0)
    behind: Array = _times(beneath, network.inner.T)
    if len(network.rivals):
        behind += mean_of_rivals(_times(beneath, network.rivals.T))
    behind *= hidden > 0
    biases = np.array([*downward.sum(axis=(0, 1)), error[:, players].sum()], np.float32)
    first = np.zeros_like(_first_weights(network))
    first[: x.shape[-1]] = _product(x, behind)
    gradients = [
        *np.split(first, [len(network.hidden)]),
        behind.sum(axis=(0, 1)),
        _product(hidden, beneath),
        _product(others, beneath),
        beneath.sum(axis=(0, 1)),
        _product(downward, inner),
        biases,
        # The calibration is fitted separately.
        np.zeros_like(network.calibration),
    ]
    return gradients, float(-(wanted * np.log(chances + _TINY)).sum(axis=1).mean())


def _times(values: Array, weights: Array) -> Array:
    """Return `values @ weights` for all positions and seats as a single product of matrices.

    NumPy would multiply them position by position, which takes several times as long.
    """
    rows = values.reshape(math.prod(values.shape[:-1]), values.shape[-1])
    product: Array = (rows @ weights).reshape(*values.shape[:-1], weights.shape[1])
    return product


def _product(before: Array, after: Array) -> Array:
    """Return the gradient of the weights between two layers, over all positions and seats."""
    rows = before.shape[0] * before.shape[1]
    inputs, outputs = before.shape[-1], after.shape[-1]
    product: Array = before.reshape(rows, inputs).T @ after.reshape(rows, outputs)
    return product


def seen_by(network: Network, features: Array, hits: NDArray[np.uint64]) -> Array:
    """Return what a network sees of positions: features and, if it looks at them, targets hit.

    `hits` are masks of targets, by position and seat like the features.
    """
    targets = np.arange(len(network.targets), dtype=np.uint64)
    is_hit = (hits[..., np.newaxis] >> targets & np.uint64(1)).astype(features.dtype)
    return np.concatenate([features, is_hit], axis=-1)


def mean_of_rivals(values: Array) -> Array:
    """Return, for each position and seat, the mean over the other seats.

    It is its own transpose, so gradients flow back through it too. Alone, there is nobody: 0.
    """
    others = max(1, values.shape[1] - 1)
    mean: Array = (values.sum(axis=1, keepdims=True) - values) / np.float32(others)
    return mean


def layers_of(network: Network, x: Array) -> tuple[Array, Array, Array, Array]:
    """Return all layers, without calibration, for what is seen of each position and seat.

    That is what `seen_by` returns, or the features alone if no network looks at the targets.

    They are the first layer, what the second one sees of the rivals, the second, and the outputs.
    """
    weights = _first_weights(network)[: x.shape[-1]]
    hidden = np.maximum(_times(x, weights) + network.hidden_bias, 0)
    others = mean_of_rivals(hidden) if len(network.rivals) else hidden[..., :0]
    inner = _times(hidden, network.inner) + _times(others, network.rivals) + network.inner_bias
    inner = np.maximum(inner, 0)
    return hidden, others, inner, _times(inner, network.output.T) + network.output_bias[:2]


def _first_weights(network: Network) -> Array:
    """Return the weights of the first layer, for the features and for the targets hit."""
    return np.concatenate([network.hidden, network.targets])


def chances_of(strengths: Array, nobody: float | Array | np.float32) -> Array:
    """Return the softmax over the players and nobody."""
    last = np.broadcast_to(np.asarray(nobody, strengths.dtype), len(strengths))
    logits = np.concatenate([strengths, last[:, None]], axis=1)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances: Array = powers / powers.sum(axis=1, keepdims=True)
    return chances
