"""Training of the networks that state win chances.

The networks that bots play by must be fast, and learn from players who don't look ahead. What is
said about a game should rather be true: the chances of opinions come from networks of their own.
They learn from the results of games between all ranks, and also look at the rivals' positions.

For each mode there are two. One is for any submarine. The other is for a single one, and learns
what each of its targets is worth: features alone don't tell which of them are easily hit together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.admiral import Admiral
from torpedo_dice.bots.brain.network import CHANCES_UNITS, Array, Network, new_network
from torpedo_dice.bots.brain.ranks import RANKS
from torpedo_dice.bots.brain.style import Style
from torpedo_dice.fast.codes import SEATS
from torpedo_dice.lab.calibration import calibrated
from torpedo_dice.lab.course import facts_of, main_sheet_of
from torpedo_dice.lab.league import League, Lineups
from torpedo_dice.lab.learning import Adam, chances_of, gradients_of, layers_of, seen_by
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.lab.random_sheet import random_sheet
from torpedo_dice.lab.variant import variants
from torpedo_dice.rules import Mode, Sheet

# Games in a task, and how many of seven tasks are for two, three and four players.
_GAMES_A_TASK = 500
_PLAYERS = (2, 2, 3, 2, 2, 4, 2)
# One of so many tasks is played on a variant of the built-in submarine, and one on a random one.
_OTHERS_EVERY = 9
# How often each rank sits at a seat: games of good players are the hardest to judge.
_RANK_SHARES = (0.1, 0.14, 0.28, 0.48)
# Admirals don't look ahead here, which would take ten times as long; the calibration corrects it.
_STYLE = Style(width=3, draft_width=1)
# On a single submarine fewer games are enough, so they can be closer to real ones.
_WIDE_STYLE = Admiral.STYLE._replace(foreseen=0, draft_foreseen=0)
_POSITIONS_A_STEP = 1024
# So many times the network learns from the results alone; afterwards, as its estimates become
# better than single results, its targets are mixed with its estimates of later positions.
_FIRST_PASSES = 4
_LEAST_RATE = 0.02


class Positions(NamedTuple):
    """Positions of games with the same number of players, in the order in which they were played.

    The features are halved in precision, because there are millions of them.
    """

    # By position and seat: what the network sees, and the shares of the win.
    seen: NDArray[np.float16]
    shares: Array
    # Whether a position is the last of its game.
    is_last: NDArray[np.bool_]

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.seen.shape[1])


@dataclass(frozen=True)
class ChancesCourse:
    """The hyperparameters of a training run. All of them are stored beside the weights."""

    mode: Mode
    tasks: int = 480
    seed: int = 1
    # Whether the network is for the main sheet alone, and sees which of its targets are hit.
    is_for_sheet: bool = False
    units: int = 128
    inner_units: int = 64
    passes: int = 10
    rate: float = 0.0015
    # Lambda of the temporal differences: the weight of the final result against the estimate one
    # round later.
    trust: float = 0.7
    # Games of two players for each pairing of ranks with an admiral, to calibrate.
    calibrating: int = 2000
    # The sheet of most games, as JSON text; empty for the built-in one of the mode.
    sheet: str = ""

    @classmethod
    def for_sheet(cls, mode: Mode, *, seed: int = 1, sheet: str = "") -> ChancesCourse:
        """Return the course for a network that is for a single submarine."""
        return cls(
            mode,
            tasks=150,
            seed=seed,
            is_for_sheet=True,
            units=CHANCES_UNITS,
            passes=14,
            trust=0.3,
            sheet=sheet,
        )

    @cached_property
    def main_sheet(self) -> Sheet:
        """The sheet that the network is mainly for."""
        return main_sheet_of(self.mode, self.sheet)

    @cached_property
    def sheets(self) -> list[Sheet]:
        """The sheets in the order of the tasks."""
        main = self.main_sheet
        if self.is_for_sheet:
            return [main] * self.tasks
        is_mission = self.mode is not Mode.TRAINING
        similar = variants(main, "chances")
        sheets = []
        for number in range(self.tasks):
            if number % _OTHERS_EVERY == _OTHERS_EVERY - 1:
                sheets.append(next(similar))
            elif number % _OTHERS_EVERY == _OTHERS_EVERY - 2:
                sheets.append(random_sheet(f"chances {number}", mission=is_mission))
            else:
                sheets.append(main)
        return sheets

    def facts(self) -> dict[str, Any]:
        """Return what is stored beside the weights."""
        return facts_of(asdict(self), self.sheets)

    def student(self) -> Network:
        """Return an untrained network."""
        return new_network(self.units, self.inner_units, self.seed, looks_at_rivals=True)

    def play(self, network: Network, *, jobs: int | None, on: str | None) -> list[Positions]:
        """Return the positions of all games, by number of players."""
        tasks = [_Task(self, tuple(network), number) for number in range(self.tasks)]
        played = list(ordered_map(_play, tasks, jobs=jobs, on=on))
        return [
            Positions(*(np.concatenate(parts) for parts in zip(*group, strict=True)))
            for players in sorted({each.players for each in played})
            if (group := [each for each in played if each.players == players])
        ]

    def lineups(self, players: int, number: int) -> Lineups:
        """Return the ranks: in half of the games one among others that are all of one rank."""
        random = np.random.default_rng((self.seed, number))
        shape = _GAMES_A_TASK, SEATS
        lineups = random.choice(RANKS, shape, p=_RANK_SHARES).astype(np.int8)
        alike = np.repeat(lineups[:, :1], SEATS, axis=1)
        games = np.arange(_GAMES_A_TASK)
        alike[games, random.integers(players, size=len(games))] = lineups[:, 1]
        return np.where(games[:, None] % 2 == 0, lineups, alike)


@dataclass(frozen=True, slots=True)
class _Task:
    """Games to play, wherever that is: the network as plain arrays, which are pickled."""

    course: ChancesCourse
    network: tuple[Array, ...]
    number: int


def _play(task: _Task) -> Positions:
    course, number = task.course, task.number
    players = _PLAYERS[number % len(_PLAYERS)]
    network = Network(*task.network)
    style = _WIDE_STYLE if course.is_for_sheet else _STYLE
    league = League(course.sheets[number], course.mode, players, network, admiral=style, rolls=0)
    lineups = course.lineups(players, number)
    played = league.play(lineups, seed=course.seed, stream=number)
    game, seen = played.game_of, played.seen[:, :players]
    if course.is_for_sheet:
        seen = seen_by(course.student(), seen, played.rows["hits"][:, :players])
    return Positions(
        seen.astype(np.float16),
        played.shares[game][:, :players].astype(np.float32),
        np.append(game[1:] != game[:-1], True),
    )


def train_chances(
    course: ChancesCourse, network: Network, *, jobs: int | None = None, on: str | None = None
) -> Network:
    """Return a network that states the chances of players who play by the given network."""
    positions = course.play(network, jobs=jobs, on=on)
    student = course.student()
    for _ in learn(course, student, positions):
        pass
    games = course.calibrating
    return calibrated(student, network, course.main_sheet, course.mode, games, jobs=jobs, on=on)


def learn(course: ChancesCourse, network: Network, positions: list[Positions]) -> Iterator[float]:
    """Train a network on all positions, several times; yield the mean error of each pass."""
    random = np.random.default_rng(course.seed)
    adam = Adam(network)
    sizes = np.array([len(group.seen) for group in positions])
    steps = int(sizes.sum()) // _POSITIONS_A_STEP + 1
    for done in range(course.passes):
        trust = 1.0 if done < _FIRST_PASSES else course.trust
        targets = [targets_of(network, group, trust) for group in positions]
        errors = []
        for step in range(steps):
            part = 1 - (done + step / steps) / course.passes
            kind = int(random.choice(len(positions), p=sizes / sizes.sum()))
            chosen = random.integers(sizes[kind], size=_POSITIONS_A_STEP)
            seen = positions[kind].seen[chosen].astype(np.float32)
            wanted = targets[kind][chosen]
            gradients, error = gradients_of(network, seen, wanted, positions[kind].players)
            adam.step(network, gradients, course.rate * max(_LEAST_RATE, part))
            errors.append(error)
        yield float(np.mean(errors))


def targets_of(network: Network, positions: Positions, trust: float) -> Array:
    """Return what to learn for each position: its game's result, mixed with later estimates."""
    if trust == 1.0:
        return positions.shares
    values = np.concatenate(list(_values(network, positions)))
    targets = positions.shares.copy()
    last = np.flatnonzero(positions.is_last)
    before_last = np.repeat(last, np.diff(last, prepend=-1)) - np.arange(len(targets))
    # From the end of all games at once towards their beginnings.
    for distance in range(1, int(before_last.max()) + 1):
        here = np.flatnonzero(before_last == distance)
        targets[here] = (1 - trust) * values[here + 1] + trust * targets[here + 1]
    return targets


def _values(network: Network, positions: Positions) -> Iterator[Array]:
    for begin in range(0, len(positions.seen), _POSITIONS_A_STEP):
        seen = positions.seen[begin : begin + _POSITIONS_A_STEP].astype(np.float32)
        strengths = layers_of(network, seen)[-1][..., 0]
        yield chances_of(strengths, network.output_bias[2])[:, : positions.players]
