"""Calibration: chances that are true for games as admirals really play them.

In training, admirals don't look ahead, which would take too long. Fewer games with real admirals
are enough to correct the level of the chances: for each pair of ranks with an admiral, a factor and
an offset of the network's logits. The other ranks play in training as they always do.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.features import OWN_RANK, RIVALS_RANKS
from torpedo_dice.bots.brain.network import FACTOR, NOBODY, OFFSET, Network, no_calibration
from torpedo_dice.bots.brain.ranks import ADMIRAL, RANKS
from torpedo_dice.lab.league import League, lineups_of
from torpedo_dice.lab.learning import Adam, chances_of, layers_of
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.rules import Mode, Sheet

Array = NDArray[np.float32]

_SEED = 40_417
_GAMES_A_TASK = 25
# More than the tasks of any line-up.
_STREAMS = 10_000
_STEPS = 600
_RATE = 0.02
# A small cost of every correction: games that happen to be rare must not be fitted exactly.
_COST = 1e-4
# The pairs of ranks that are left as the network learned them.
_KEPT = [one * RANKS + other for one, other in itertools.product(range(ADMIRAL), repeat=2)]


class Sample(NamedTuple):
    """Positions of games with the same number of players."""

    # By position and seat: the network's logits, the share of the win in the end, and which pairs
    # of ranks the seat belongs to.
    logits: Array
    shares: Array
    pairs: Array


@dataclass(frozen=True, slots=True)
class _Task:
    """Games to play, wherever that is: the networks as plain arrays, which are pickled."""

    network: tuple[Array, ...]
    players_network: tuple[Array, ...]
    sheet: Sheet
    mode: Mode
    ranks: tuple[int, ...]
    number: int


def calibrated(
    network: Network,
    players_network: Network,
    sheet: Sheet,
    mode: Mode,
    games: int,
    *,
    jobs: int | None = None,
    on: str | None = None,
) -> Network:
    """Return the network with a calibration fitted to games of real admirals.

    They play by `players_network`. `games` are those of two players for each pairing, rounded to
    whole tasks; with more players, which take longer, there are fewer.
    """
    raw = network._replace(calibration=no_calibration())
    tasks = [
        _Task(tuple(raw), tuple(players_network), sheet, mode, ranks, number)
        for ranks in pairings()
        for number in range(max(1, games // (len(ranks) - 1) ** 2 // _GAMES_A_TASK))
    ]
    samples = list(ordered_map(_sample, tasks, jobs=jobs, on=on))
    return raw._replace(calibration=fitted(samples, float(raw.output_bias[2])))


def pairings() -> list[tuple[int, ...]]:
    """Return the line-ups with admirals: one rank among others that are all of one rank."""
    return [
        (one, *[many] * (players - 1))
        for players in (2, 3, 4)
        for one, many in itertools.product(range(RANKS), repeat=2)
        if ADMIRAL in (one, many) and (players > 2 or one <= many)
    ]


def _sample(task: _Task) -> Sample:
    players, judge = len(task.ranks), Network(*task.network)
    league = League(task.sheet, task.mode, players, Network(*task.players_network), judge=judge)
    lineup = sum(rank * RANKS**seat for seat, rank in enumerate(task.ranks, start=players))
    stream = lineup * _STREAMS + task.number
    played = league.play(lineups_of(task.ranks, _GAMES_A_TASK), seed=_SEED, stream=stream)
    seen = played.seen[:, :players]
    shares = played.shares[played.game_of][:, :players].astype(np.float32)
    logits = layers_of(judge, seen)[-1][..., 0]
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
