"""Calibration: chances that are true for games as the ranks really play them.

In training, admirals don't look ahead, which would take too long, and all ranks share one output.
Fewer real games are enough to correct it: for each number of players and each pair of ranks,
weights and an offset are added to the output. They see the position, because what a rank is worth
depends on it: a lot at the beginning, and little to an admiral who is about to be sunk.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.features import OWN_RANK, RIVALS_RANKS
from torpedo_dice.bots.brain.network import NOBODY, OFFSET, Network, no_calibration
from torpedo_dice.bots.brain.ranks import ADMIRAL, RANKS
from torpedo_dice.fast.codes import SEATS
from torpedo_dice.lab.league import League, lineups_of
from torpedo_dice.lab.learning import Adam, chances_of, layers_of, seen_by
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.rules import Mode, Sheet

Array = NDArray[np.float32]

_SEED = 40_417
_GAMES_A_TASK = 25
# More than the tasks of any line-up.
_STREAMS = 10_000
_STEPS = 300
_RATE = 0.02
# How many positions must agree on a correction: what few games happen to show isn't fitted exactly.
# The variance of a normal prior is the inverse of this.
_PRIOR = 600
# Units that hardly vary are corrected as if they varied by this much.
_LEAST_DEVIATION = 0.05
# So many times as many games of two players are played without an admiral.
_OTHERS = 5


class Sample(NamedTuple):
    """Positions of games with the same number of players, of ranks that belong together."""

    # By position and seat: the network's second layer, its logits, the share of the win in the end,
    # and which pairs of ranks the seat belongs to.
    units: Array
    logits: Array
    shares: Array
    pairs: Array

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.logits.shape[1])


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
    """Return the network with a calibration fitted to real games.

    They are played by `players_network`. `games` are those of two players for each pairing with an
    admiral, rounded to whole tasks; of others there are more, with more players there are fewer.
    """
    raw = network._replace(calibration=no_calibration(len(network.inner_bias)))
    tasks = [
        _Task(tuple(raw), tuple(players_network), sheet, mode, ranks, number)
        for ranks in pairings()
        for number in range(max(1, _games_of(ranks, games) // _GAMES_A_TASK))
    ]
    played = zip(tasks, ordered_map(_sample, tasks, jobs=jobs, on=on), strict=True)
    samples = [
        Sample(*map(np.concatenate, zip(*(sample for _, sample in group), strict=True)))
        for _, group in itertools.groupby(played, key=lambda each: each[0].ranks)
    ]
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
    """Return how many games of a line-up are played: fewer of those that take longer."""
    rivals = len(ranks) - 1
    return (games if ADMIRAL in ranks else _OTHERS * games) // rivals


def _sample(task: _Task) -> Sample:
    players, judge = len(task.ranks), Network(*task.network)
    league = League(task.sheet, task.mode, players, Network(*task.players_network), judge=judge)
    lineup = sum(rank * RANKS**seat for seat, rank in enumerate(task.ranks, start=players))
    stream = lineup * _STREAMS + task.number
    played = league.play(lineups_of(task.ranks, _GAMES_A_TASK), seed=_SEED, stream=stream)
    shares = played.shares[played.game_of][:, :players]
    seen = seen_by(judge, played.seen[:, :players], played.rows["hits"][:, :players])
    return sample_of(judge, seen, shares.astype(np.float32))


def sample_of(network: Network, seen: Array, shares: Array) -> Sample:
    """Return a sample of positions, given what the network sees of them, and their results."""
    units, outputs = layers_of(network, seen)[-2:]
    own = seen[:, :, OWN_RANK : OWN_RANK + RANKS]
    rivals = seen[:, :, RIVALS_RANKS : RIVALS_RANKS + RANKS]
    pairs = own[:, :, :, None] * rivals[:, :, None, :]
    return Sample(units, outputs[..., 0], shares, pairs.reshape(*shares.shape, RANKS * RANKS))


def fitted(samples: list[Sample], nobody: float) -> Array:
    """Return the calibration that makes the results of the games most probable."""
    inner_units = samples[0].units.shape[-1]
    calibration = np.zeros((SEATS, RANKS * RANKS, inner_units + 2), np.float32)
    for players, table in enumerate(calibration, start=1):
        group = [sample for sample in samples if sample.players == players]
        if group:
            _fit(table, group, nobody)
    return calibration.reshape(SEATS, RANKS, RANKS, inner_units + 2)


def _fit(table: Array, samples: list[Sample], nobody: float) -> None:
    """Fit the corrections for one number of players, in place."""
    # A correction costs the same for every unit, however much the unit varies.
    deviations = np.mean([sample.units.std(axis=(0, 1)) for sample in samples], axis=0)
    deviations = (deviations + _LEAST_DEVIATION).astype(np.float32)
    groups = [_Group.of(sample._replace(units=sample.units / deviations)) for sample in samples]
    positions = np.float32(sum(len(sample.logits) for sample in samples))
    adam = Adam([table])
    for step in range(_STEPS):
        gradient = _PRIOR * table
        for group in groups:
            gradient[group.present] += group.gradient(table[group.present], nobody)
        adam.step([table], [gradient / positions], _RATE * (1 - step / _STEPS))
    table[:, :OFFSET] /= deviations


@dataclass(frozen=True, slots=True)
class _Group:
    """A sample, and the few pairs of ranks that are present in it."""

    sample: Sample
    present: NDArray[np.intp]

    @classmethod
    def of(cls, sample: Sample) -> _Group:
        present = np.flatnonzero(sample.pairs.any(axis=(0, 1)))
        return cls(sample._replace(pairs=sample.pairs[..., present]), present)

    def gradient(self, table: Array, nobody: float) -> Array:
        """Return the gradient of the cross entropy between corrected chances and results."""
        units, logits, shares, pairs = self.sample
        corrections = units @ table[:, :OFFSET].T + table[:, OFFSET]
        everyone = pairs.mean(axis=1)
        logits = logits + (pairs * corrections).sum(axis=2)
        chances = chances_of(logits, nobody + everyone @ table[:, NOBODY])
        players = logits.shape[1]
        error = (chances[:, :players] - shares)[..., None] * pairs
        gradient = np.empty_like(table)
        gradient[:, :OFFSET] = np.tensordot(error, units, axes=((0, 1), (0, 1)))
        gradient[:, OFFSET] = error.sum(axis=(0, 1))
        gradient[:, NOBODY] = (chances[:, players] - (1 - shares.sum(axis=1))) @ everyone
        return gradient
