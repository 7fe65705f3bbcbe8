"""The value network: from features to every player's win chance.

One small network maps each player's features to a logit; the win chances are the softmax over all
players plus one extra logit for "nobody wins". The same weights therefore serve any number of
players. In solo, "nobody" stands for the automaton, and a second output predicts the score of a
win.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.fast.compiled import borrowing

Array = NDArray[np.float32]


class Network(NamedTuple):
    """The weights: one hidden layer of rectified units, two outputs, and the "nobody" logit."""

    hidden: Array  # FEATURES × units
    hidden_bias: Array  # units
    output: Array  # 2 × units
    output_bias: Array  # 2, and the "nobody" logit


def new_network(units: int, seed: int) -> Network:
    """Return an untrained network with random weights."""
    random = np.random.default_rng(seed)
    scale = np.sqrt(2 / FEATURES)
    return Network(
        (scale * random.standard_normal((FEATURES, units))).astype(np.float32),
        np.zeros(units, np.float32),
        np.zeros((2, units), np.float32),
        np.zeros(3, np.float32),
    )


@borrowing
def judge_player(network: Network, x: Array, hidden: Array) -> tuple[float, float]:
    """Return both outputs for one player; `hidden` is scratch space."""
    units = network.hidden_bias.shape[0]
    for unit in range(units):
        hidden[unit] = network.hidden_bias[unit]
    for index in range(FEATURES):
        value = x[index]
        if value != 0.0:
            for unit in range(units):
                hidden[unit] += value * network.hidden[index, unit]
    strength = network.output_bias[0]
    score = network.output_bias[1]
    for unit in range(units):
        value = hidden[unit]
        if value > 0.0:
            strength += value * network.output[0, unit]
            score += value * network.output[1, unit]
    return strength, score
