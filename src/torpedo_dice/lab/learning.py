"""How a network learns from positions: the slopes of its error, and Adam's steps against them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.evaluate import SCORE
from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.bots.brain.network import Network

Array = NDArray[np.float32]

# Adam's usual numbers.
_MEAN_KEPT, _SQUARE_KEPT, _TINY = 0.9, 0.999, 1e-8


class Adam:
    """Adam's way to change weights: steps scaled by the size of the slopes so far."""

    def __init__(self, network: Network) -> None:
        self.mean = [np.zeros_like(weights) for weights in network]
        self.square = [np.zeros_like(weights) for weights in network]
        self.steps = 0

    def step(self, network: Network, slopes: list[Array], rate: float) -> None:
        """Change the weights a little, downhill."""
        self.steps += 1
        unbiased = np.sqrt(1 - _SQUARE_KEPT**self.steps) / (1 - _MEAN_KEPT**self.steps)
        for weights, slope, mean, square in zip(
            network, slopes, self.mean, self.square, strict=True
        ):
            mean += (1 - _MEAN_KEPT) * (slope - mean)
            square += (1 - _SQUARE_KEPT) * (slope * slope - square)
            weights -= np.float32(rate * unbiased) * mean / (np.sqrt(square) + _TINY)


def slopes_of(
    network: Network, x: Array, targets: Array, players: int
) -> tuple[list[Array], float]:
    """Return the slopes of the error on some positions of one kind of game, and the error.

    The error is the cross entropy between the chances and what they turned out to be; in solo
    also half the square of the error in the score.
    """
    flat = x[:, :players].reshape(-1, FEATURES)
    before = flat @ network.hidden + network.hidden_bias
    hidden = np.maximum(before, 0)
    outputs = hidden @ network.output.T + network.output_bias[:2]
    chances = _chances(outputs[:, 0].reshape(-1, players), float(network.output_bias[2]))
    wanted = targets[:, :players]
    wanted = np.concatenate([wanted, 1 - wanted.sum(axis=1, keepdims=True)], axis=1)
    error = ((chances - wanted) / len(x)).astype(np.float32)
    downward = np.zeros_like(outputs)
    downward[:, 0] = error[:, :players].reshape(-1)
    if players == 1:
        downward[:, 1] = (outputs[:, 1] - targets[:, SCORE]) / len(x)
    behind = (downward @ network.output) * (before > 0)
    biases = np.array([*downward.sum(axis=0), error[:, players].sum()], np.float32)
    slopes = [flat.T @ behind, behind.sum(axis=0), downward.T @ hidden, biases]
    return slopes, float(-(wanted * np.log(chances + _TINY)).sum(axis=1).mean())


def _chances(strengths: Array, nobody: float) -> Array:
    """Return the softmax over the players and nobody."""
    logits = np.concatenate([strengths, np.full((len(strengths), 1), nobody, np.float32)], axis=1)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances: Array = powers / powers.sum(axis=1, keepdims=True)
    return chances
