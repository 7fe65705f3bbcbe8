"""Training on the games of a league, epoch by epoch, with checkpoints.

Two epochs are played in parallel with the same weights; then the network learns from both. The
result depends on the course alone: neither on where the games were played, nor on how often the
training was interrupted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.network import Array, Network
from torpedo_dice.bots.brain.weights import (
    WeightsError,
    as_array,
    from_array,
    write_arrays,
    write_network,
)
from torpedo_dice.lab.course import Course, Epoch
from torpedo_dice.lab.learning import Adam, gradients_of
from torpedo_dice.lab.parallel import ordered_map
from torpedo_dice.rules import Sentence

_AT_ONCE = 2
_POSITIONS_A_STEP = 512
_EXAM_EVERY = 80
# An earlier version is kept after so many epochs, and so many of them are kept.
_KEEP_EVERY = 40
_KEPT = 8


@dataclass
class Student:
    """A network in training, with everything that a checkpoint needs."""

    course: Course
    network: Network
    adam: Adam
    # The epochs finished so far.
    epochs: int = 0
    # Epochs and strength: the share of games won against lieutenants.
    curve: list[tuple[int, float]] = field(default_factory=list)
    # Earlier versions of the network, as opponents.
    past: list[Network] = field(default_factory=list)
    # The latest epochs: positions, targets and the number of players.
    memory: list[Epoch] = field(default_factory=list)

    @classmethod
    def new(cls, course: Course) -> Student:
        """Return an untrained network at the start of a course."""
        network = course.first_network()
        return cls(course, network, Adam(network), past=[_frozen(network)])

    def facts(self) -> dict[str, Any]:
        """Return what is stored beside the weights."""
        return {**self.course.facts(), "learned": self.epochs, "curve": self.curve}

    def learn(self, *, jobs: int | None = None, on: str | None = None) -> Iterator[float]:
        """Train until the course is finished; yield the error after each pair of epochs.

        `jobs` and `on` say where the games are played, as for `ordered_map`.
        """
        while self.epochs < self.course.epochs:
            numbers = range(self.epochs, self.epochs + _AT_ONCE)
            tasks = [_Task(self.course, tuple(self.network), self._past_of(n), n) for n in numbers]
            played = list(ordered_map(_play, tasks, jobs=jobs, on=on))
            self.memory = [*self.memory, *played][-self.course.memory :]
            error = self._study(sum(len(seen) for seen, _, _ in played))
            self.epochs += _AT_ONCE
            if self.epochs % _KEEP_EVERY == 0:
                self.past = [*self.past[1 - _KEPT :], _frozen(self.network)]
            if self.epochs % _EXAM_EVERY == 0 or self.epochs >= self.course.epochs:
                self.curve.append((self.epochs, self.course.exam(self.network)))
            yield error

    def _past_of(self, number: int) -> tuple[Array, ...]:
        """Return the earlier version that plays in an epoch."""
        return tuple(self.past[number // _AT_ONCE % len(self.past)])

    def _study(self, positions: int) -> float:
        """Learn from random parts of the epochs in memory; return the mean error."""
        random = np.random.default_rng((self.course.seed, self.epochs))
        rate = self.course.rate_in(self.epochs)
        errors = []
        for _ in range(self.course.passes * positions // _POSITIONS_A_STEP + 1):
            seen, targets, players = self.memory[random.integers(len(self.memory))]
            part = random.integers(len(seen), size=_POSITIONS_A_STEP)
            gradients, error = gradients_of(self.network, seen[part], targets[part], players)
            self.adam.step(self.network, gradients, rate)
            errors.append(error)
        return float(np.mean(errors))

    def save(self, path: Path) -> None:
        """Write a checkpoint atomically."""
        groups: dict[str, Iterable[Array]] = {
            "network": self.network,
            "mean": self.adam.mean,
            "square": self.adam.square,
            **{f"past{n}": network for n, network in enumerate(self.past)},
        }
        arrays: dict[str, NDArray[Any]] = {
            f"{kind}_{name}": weights
            for kind, group in groups.items()
            for name, weights in zip(Network._fields, group, strict=True)
        }
        for number, (seen, targets, _) in enumerate(self.memory):
            arrays |= {f"seen{number}": seen, f"targets{number}": targets}
        state = {
            "facts": self.facts(),
            "steps": self.adam.steps,
            "past": len(self.past),
            "players": [players for _, _, players in self.memory],
        }
        write_arrays(path, {**arrays, "state": as_array(state)})

    @classmethod
    def resume(cls, course: Course, path: Path) -> Student:
        """Load a checkpoint of the same course; WeightsError if it belongs to another."""
        try:
            with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
                state = from_array(file["state"])
                groups = {
                    kind: [file[f"{kind}_{name}"] for name in Network._fields]
                    for kind in (
                        "network",
                        "mean",
                        "square",
                        *(f"past{n}" for n in range(state["past"])),
                    )
                }
                memory = [
                    (file[f"seen{n}"], file[f"targets{n}"], players)
                    for n, players in enumerate(state["players"])
                ]
            facts, steps = state["facts"], state["steps"]
        except (OSError, EOFError, LookupError, TypeError, ValueError, BadZipFile) as error:
            raise WeightsError(
                Sentence("{file}: isn’t a checkpoint: {why}", file=path, why=error)
            ) from None
        if {key: facts.get(key) for key in course.facts()} != course.facts():
            raise WeightsError(
                Sentence("{file}: is a checkpoint of a run with other flags", file=path)
            )
        network = Network(*groups["network"])
        adam = Adam(network)
        adam.mean, adam.square, adam.steps = groups["mean"], groups["square"], steps
        curve = [(int(epoch), float(share)) for epoch, share in facts["curve"]]
        past = [Network(*groups[f"past{n}"]) for n in range(state["past"])]
        return cls(course, network, adam, facts["learned"], curve, past, memory)

    def write(self, path: Path) -> None:
        """Write the finished network."""
        write_network(path, self.network, self.facts())


@dataclass(frozen=True, slots=True)
class _Task:
    """An epoch to play, wherever that is: the networks as plain arrays, which are pickled."""

    course: Course
    network: tuple[Array, ...]
    past: tuple[Array, ...]
    number: int


def _play(task: _Task) -> Epoch:
    """Play an epoch, on a worker."""
    return task.course.epoch(Network(*task.network), Network(*task.past), task.number)


def _frozen(network: Network) -> Network:
    """Return a copy that further training does not change."""
    return Network(*(weights.copy() for weights in network))
