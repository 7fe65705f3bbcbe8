"""The value network: from features to every player's chance to win.

One small network looks at each player by itself and gives a number; the chances are the softmax
of these numbers, with one more for "nobody wins". So the same weights serve any number of
players. In solo there is one player, nobody is the automaton, and a second number tells the
score that a win would bring.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.fast.compiled import borrowing

Array = NDArray[np.float32]


class Network(NamedTuple):
    """The weights: one hidden layer of rectified units, two outputs, and nobody's number."""

    hidden: Array  # FEATURES × units
    hidden_bias: Array  # units
    output: Array  # 2 × units
    output_bias: Array  # 2, and nobody's number


def new_network(units: int, seed: int) -> Network:
    """Return a network that knows nothing yet."""
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
    """Return the two numbers of one player; `hidden` is room to work in."""
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
