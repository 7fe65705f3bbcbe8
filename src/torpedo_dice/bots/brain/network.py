"""The value network: from features to every player's win chance.

One network maps each player's features to a logit; the win chances are the softmax over all
players plus one extra logit for "nobody wins". The same weights therefore serve any number of
players. In solo, "nobody" stands for the automaton, and a second output predicts the score of a
win.

A network may also look at the rivals: then the second layer sees the mean of their first layers.
And it may be made for a single submarine: then the first layer sees which of its targets are hit.
Both are more precise, but slower: networks that state chances do, those that bots play by don't.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.bots.brain.ranks import RANKS
from torpedo_dice.fast.codes import SEATS
from torpedo_dice.fast.compiled import borrowing
from torpedo_dice.rules.sheet import MAX_TARGETS

Array = NDArray[np.float32]


# Where the calibration holds, behind the weights of the inner units, the offsets of the player's
# logit and of the "nobody" logit.
OFFSET, NOBODY = -2, -1
_BITS = np.uint64(1) << np.arange(MAX_TARGETS, dtype=np.uint64)
# The units of the largest networks that state chances.
CHANCES_UNITS = 512
# The scale of the weights of additional units.
_LITTLE = 0.1


class Network(NamedTuple):
    """The weights: two hidden layers of rectified units, two outputs, and the "nobody" logit."""

    hidden: Array  # FEATURES × units
    targets: Array  # MAX_TARGETS × units: for each target that the player has hit; or no rows
    hidden_bias: Array  # units
    inner: Array  # units × inner units
    rivals: Array  # the same for the rivals' units; no rows if the network doesn't look at them
    inner_bias: Array  # inner units
    output: Array  # 2 × inner units
    output_bias: Array  # 2, and the "nobody" logit
    # What is added to the output for win chances, by players - 1, own rank and a rival's: SEATS ×
    # RANKS × RANKS × (inner units + 2). Zeros if the network isn't calibrated.
    calibration: Array


def no_calibration(inner_units: int) -> Array:
    """Return the calibration of a network that isn't calibrated: nothing is added.

    It isn't empty, because the types of compiled functions contain the shapes of all parts of a
    network: the whole search would be compiled once for Mission, and again for solo.
    """
    return np.zeros((SEATS, RANKS, RANKS, inner_units + 2), np.float32)


def no_rivals(inner_units: int) -> Array:
    """Return the weights of a network that doesn't look at the rivals."""
    return np.zeros((0, inner_units), np.float32)


def no_targets(units: int, *, looks_at_rivals: bool) -> Array:
    """Return the weights of a network for any submarine.

    One that looks at the rivals has weights of 0, so that it has the size of those for a single
    submarine, and shares their compiled code.
    """
    return np.zeros((MAX_TARGETS if looks_at_rivals else 0, units), np.float32)


def new_network(
    units: int, inner_units: int, seed: int, *, looks_at_rivals: bool = False
) -> Network:
    """Return an untrained network with random weights, and zeros for the targets."""
    random = np.random.default_rng(seed)

    def layer(inputs: int, outputs: int) -> Array:
        weights = np.sqrt(2 / inputs) * random.standard_normal((inputs, outputs))
        return weights.astype(np.float32)

    return Network(
        layer(FEATURES, units),
        no_targets(units, looks_at_rivals=looks_at_rivals),
        np.zeros(units, np.float32),
        layer(units, inner_units),
        layer(units, inner_units) if looks_at_rivals else no_rivals(inner_units),
        np.zeros(inner_units, np.float32),
        np.zeros((2, inner_units), np.float32),
        np.zeros(3, np.float32),
        no_calibration(inner_units),
    )


def grown_network(network: Network, units: int, inner_units: int, seed: int) -> Network:
    """Return a larger network that evaluates almost as the given one does.

    Its additional units have random weights, and little influence at first. It isn't calibrated.
    """
    grown = new_network(units, inner_units, seed)
    old, old_inner = len(network.hidden_bias), len(network.inner_bias)
    for weights in (grown.inner, grown.hidden_bias, grown.inner_bias):
        weights *= _LITTLE
    grown.hidden[:, :old] = network.hidden
    grown.hidden_bias[:old] = network.hidden_bias
    grown.inner[:old] = 0.0
    grown.inner[:old, :old_inner] = network.inner
    grown.inner_bias[:old_inner] = network.inner_bias
    grown.output[:, :old_inner] = network.output
    grown.output_bias[:] = network.output_bias
    return grown


def judging_network(network: Network) -> Network:
    """Return the same network in the size of those that state chances.

    Its additional units and weights do nothing: networks of the same size share compiled code.
    """
    units, inner_units = max(CHANCES_UNITS, len(network.hidden_bias)), len(network.inner_bias)
    return network._replace(
        hidden=_enlarged(network.hidden, FEATURES, units),
        targets=_enlarged(network.targets, MAX_TARGETS, units),
        hidden_bias=_enlarged(network.hidden_bias, units),
        inner=_enlarged(network.inner, units, inner_units),
        rivals=_enlarged(network.rivals, units, inner_units),
    )


def _enlarged(weights: Array, *shape: int) -> Array:
    """Return weights with zeros behind them, along each axis."""
    return np.pad(
        weights, [(0, more - old) for more, old in zip(shape, weights.shape, strict=True)]
    )


@borrowing
def _add_products(weights: Array, values: Array, units: Array) -> None:
    """Add a layer's products to its units; values of 0, of which there are many, cost nothing."""
    for index in range(len(weights)):
        value = values[index]
        if value != 0.0:
            for unit in range(len(units)):
                units[unit] += value * weights[index, unit]


@borrowing
def _rectify(units: Array) -> None:
    for unit in range(len(units)):
        units[unit] = max(units[unit], np.float32(0.0))


@borrowing
def fill_hidden(network: Network, x: Array, hits: int, hidden: Array) -> None:
    """Compute the first layer of one player, given the features and the mask of targets hit."""
    for unit in range(len(hidden)):
        hidden[unit] = network.hidden_bias[unit]
    _add_products(network.hidden, x, hidden)
    for target in range(len(network.targets)):
        if hits & _BITS[target]:
            for unit in range(len(hidden)):
                hidden[unit] += network.targets[target, unit]
    _rectify(hidden)


@borrowing
def judge_player(
    network: Network, hidden: Array, seat: int, players: int, others: Array, inner: Array
) -> tuple[float, float]:
    """Return both outputs for one player, given the first layers of all.

    `others` and `inner` are scratch space.
    """
    for unit in range(len(inner)):
        inner[unit] = network.inner_bias[unit]
    _add_products(network.inner, hidden[seat], inner)
    if len(network.rivals) > 0 and players > 1:
        for unit in range(len(others)):
            others[unit] = 0.0
            for other in range(players):
                if other != seat:
                    others[unit] += hidden[other, unit] / np.float32(players - 1)
        _add_products(network.rivals, others, inner)
    _rectify(inner)
    strength = network.output_bias[0]
    score = network.output_bias[1]
    for unit in range(len(inner)):
        strength += inner[unit] * network.output[0, unit]
        score += inner[unit] * network.output[1, unit]
    return strength, score


@borrowing
def calibrate(
    calibration: Array, inner: Array, ranks: NDArray[np.int8], seat: int, players: int
) -> tuple[float, float]:
    """Return the corrections of a player's logit and of the "nobody" logit for the ranks present.

    They are means over the rivals. `inner` is the player's second layer.
    """
    if players == 1:
        return 0.0, 0.0
    own, strength, nobody = ranks[seat], 0.0, 0.0
    for other in range(players):
        if other != seat:
            rival = ranks[other]
            strength += calibration[players - 1, own, rival, OFFSET]
            nobody += calibration[players - 1, own, rival, NOBODY]
            for unit in range(len(inner)):
                strength += inner[unit] * calibration[players - 1, own, rival, unit]
    return strength / (players - 1), nobody / (players - 1)
