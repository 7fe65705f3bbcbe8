"""Calibration: chances that are true for games as the ranks really play them.

In training, admirals don't look ahead, which would take too long, and all ranks share one network.
Fewer real games are enough to correct the level of the chances: for each number of players and each
pair of ranks, a factor and an offset of the network's logits.
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
from torpedo_dice.fast.codes import SEATS
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
# Games of admirals take so many times as long as others.
_ADMIRALS_TIME = 4


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

    They play by `players_network`. `games` are those of two players for each pairing with an
    admiral, rounded to whole tasks; of others there are more, with more players there are fewer.
    """
    raw = network._replace(calibration=no_calibration())
    tasks = [
        _Task(tuple(raw), tuple(players_network), sheet, mode, ranks, number)
        for ranks in pairings()
        for number in range(max(1, _games_of(ranks, games) // _GAMES_A_TASK))
    ]
    samples = list(ordered_map(_sample, tasks, jobs=jobs, on=on))
    return raw._replace(calibration=fitted(samples, float(raw.output_bias[2])))


def pairings() -> list[tuple[int, ...]]:
    """Return the line-ups: one rank among others that are all of one rank."""
    return [
        (one, *[many] * (players - 1))
        for players in range(2, SEATS + 1)
        for one, many in itertools.product(range(RANKS), repeat=2)
        if players > 2 or one <= many
    ]


def _games_of(ranks: tuple[int, ...], games: int) -> int:
    """Return how many games of a line-up are played, so that none takes much longer than others."""
    if ADMIRAL not in ranks:
        games *= _ADMIRALS_TIME
    return games // (len(ranks) - 1) ** 2


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
    calibration = no_calibration()
    for players, table in enumerate(calibration, start=1):
        group = [sample for sample in samples if sample.logits.shape[1] == players]
        if group:
            _fit(table.reshape(3, RANKS * RANKS), group, nobody)
    return calibration


def _fit(table: Array, samples: list[Sample], nobody: float) -> None:
    """Fit the corrections for one number of players, in place."""
    none = table.copy()
    adam = Adam([table])
    positions = sum(len(sample.logits) for sample in samples)
    for step in range(_STEPS):
        gradient = _COST * (table - none)
        for sample in samples:
            gradient += _gradient(sample, table, nobody) / np.float32(positions)
        adam.step([table], [gradient], _RATE * (1 - step / _STEPS))


def _gradient(sample: Sample, table: Array, nobody: float) -> Array:
    """Return the gradient of the cross entropy between the corrected chances and the results."""
    logits = sample.logits * (sample.pairs @ table[FACTOR])
    logits += sample.pairs @ table[OFFSET]
    everyone = sample.pairs.mean(axis=1)
    chances = chances_of(logits, nobody + everyone @ table[NOBODY])
    players = logits.shape[1]
    error = chances[:, :players] - sample.shares
    nobody_error = chances[:, players] - (1 - sample.shares.sum(axis=1))
    gradient = np.zeros_like(table)
    gradient[FACTOR] = np.einsum("ps,psk->k", error * sample.logits, sample.pairs)
    gradient[OFFSET] = np.einsum("ps,psk->k", error, sample.pairs)
    gradient[NOBODY] = nobody_error @ everyone
    return gradient
