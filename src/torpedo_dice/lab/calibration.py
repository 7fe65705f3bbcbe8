"""Calibration: chances that are true for games as the ranks really play them.

In training, admirals don't look ahead, which would take too long. Fewer games of the real ranks are
enough to correct the level of the chances: for each pair of ranks, a factor and an offset of the
network's logits. Captains and admirals expect players of their own rank; these pairs are left as
the network learned them, so that calibrating changes what is said about a game, but no move.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.features import FEATURES, OWN_RANK, RIVALS_RANKS
from torpedo_dice.bots.brain.network import FACTOR, NOBODY, OFFSET, Network, no_calibration
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, RANKS
from torpedo_dice.lab.league import BEGIN, League, lineups_of
from torpedo_dice.lab.learning import Adam, chances_of, outputs_of
from torpedo_dice.rules import Mode, Sheet

Array = NDArray[np.float32]

_SEED = 40_417
# Games without admirals take a fraction of the time, so there are more of them.
_MORE = 3
_STEPS = 600
_RATE = 0.02
# A small cost of every correction: games that happen to be rare must not be fitted exactly.
_COST = 1e-4
# The pairs that decide how captains and admirals play.
_KEPT = [rank * RANKS + rank for rank in (CAPTAIN, ADMIRAL)]


class Sample(NamedTuple):
    """Positions of games with the same number of players."""

    # By position and seat: the network's logits, the share of the win in the end, and which pairs
    # of ranks the seat belongs to.
    logits: Array
    shares: Array
    pairs: Array


def calibrated(network: Network, sheet: Sheet, mode: Mode, games: int) -> Network:
    """Return the network with a calibration fitted to games of all pairings of ranks.

    `games` are those of two players for each pairing with an admiral. In solo, nothing changes.
    """
    raw = network._replace(calibration=no_calibration())
    pairings = [] if mode is Mode.SOLO else _pairings()
    samples = [
        _sample(League(sheet, mode, len(ranks), raw), ranks, count)
        for ranks in pairings
        if (count := _count(ranks, games))
    ]
    return raw._replace(calibration=fitted(samples, float(raw.output_bias[2])))


def _pairings() -> list[tuple[int, ...]]:
    """Return the line-ups of one rank among others that are all of one rank."""
    return [
        (one, *[many] * (players - 1))
        for players in (2, 3, 4)
        for one, many in itertools.product(range(RANKS), repeat=2)
        if players > 2 or one <= many
    ]


def _count(ranks: tuple[int, ...], games: int) -> int:
    """Return how many games to play: fewer of those that take longer."""
    return games // (len(ranks) - 1) ** 2 * (1 if ADMIRAL in ranks else _MORE)


def _sample(league: League, ranks: tuple[int, ...], games: int) -> Sample:
    players = len(ranks)
    stream = sum(rank * RANKS**seat for seat, rank in enumerate(ranks, start=players))
    played = league.play(lineups_of(ranks, games), seed=_SEED, stream=stream)
    seen = played.seen[:, :players]
    game = np.searchsorted(played.results[:, BEGIN], np.arange(len(seen)), side="right") - 1
    shares = played.shares[game][:, :players].astype(np.float32)
    logits = outputs_of(league.network, seen.reshape(-1, FEATURES))[-1][:, 0].reshape(-1, players)
    own = seen[:, :, OWN_RANK : OWN_RANK + RANKS]
    rivals = seen[:, :, RIVALS_RANKS : RIVALS_RANKS + RANKS]
    pairs = own[:, :, :, None] * rivals[:, :, None, :]
    return Sample(logits, shares, pairs.reshape(len(seen), players, RANKS * RANKS))


def fitted(samples: list[Sample], nobody: float) -> Array:
    """Return the calibration that makes the results of the games most probable."""
    calibration = no_calibration().reshape(3, RANKS * RANKS)
    none = calibration.copy()
    adam = Adam([calibration])
    positions = sum(len(sample.logits) for sample in samples)
    for step in range(_STEPS):
        gradient = _COST * (calibration - none)
        for sample in samples:
            gradient += _gradient(sample, calibration, nobody) / np.float32(positions)
        gradient[:, _KEPT] = 0.0
        adam.step([calibration], [gradient], _RATE * (1 - step / _STEPS))
    return calibration.reshape(3, RANKS, RANKS)


def _gradient(sample: Sample, calibration: Array, nobody: float) -> Array:
    """Return the gradient of the cross entropy between the corrected chances and the results."""
    logits = sample.logits * (sample.pairs @ calibration[FACTOR])
    logits += sample.pairs @ calibration[OFFSET]
    everyone = sample.pairs.mean(axis=1)
    chances = chances_of(logits, nobody + everyone @ calibration[NOBODY])
    players = logits.shape[1]
    error = chances[:, :players] - sample.shares
    nobody_error = chances[:, players] - (1 - sample.shares.sum(axis=1))
    gradient = np.zeros_like(calibration)
    gradient[FACTOR] = np.einsum("ps,psk->k", error * sample.logits, sample.pairs)
    gradient[OFFSET] = np.einsum("ps,psk->k", error, sample.pairs)
    gradient[NOBODY] = nobody_error @ everyone
    return gradient
