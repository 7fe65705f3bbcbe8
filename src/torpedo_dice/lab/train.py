"""Training by self-play, epoch by epoch, with checkpoints.

Two epochs are played in parallel with the same weights; then the network learns from both. The
result depends on the course alone, not on how often the training was interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots import make_bot
from torpedo_dice.bots.brain.network import Network, new_network
from torpedo_dice.bots.brain.weights import (
    WeightsError,
    as_array,
    from_array,
    write_arrays,
    write_network,
)
from torpedo_dice.bots.captain import Captain
from torpedo_dice.lab.course import Course
from torpedo_dice.lab.learning import Adam, gradients_of
from torpedo_dice.record import FairDice
from torpedo_dice.rules import Game, Mode, Sentence, Start
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

_AT_ONCE = 2
_POSITIONS_A_STEP = 512
# The learning rate decays linearly, down to this fraction.
_LEAST_RATE = 0.05
_EXAM_EVERY = 80
_EXAM_GAMES = 100


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

    @classmethod
    def new(cls, course: Course) -> Student:
        """Return an untrained network at the start of a course."""
        network = new_network(course.units, course.seed)
        return cls(course, network, Adam(network))

    def facts(self) -> dict[str, Any]:
        """Return what is stored beside the weights."""
        return {**self.course.facts(), "learned": self.epochs, "curve": self.curve}

    def learn(self) -> Iterator[float]:
        """Train until the course is finished; yield the error after each pair of epochs."""
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            while self.epochs < self.course.epochs:
                frozen = Network(*(weights.copy() for weights in self.network))
                numbers = range(self.epochs, self.epochs + _AT_ONCE)
                played = list(pool.map(self.course.epoch, [frozen] * _AT_ONCE, numbers))
                error = float(
                    np.mean([self._study(n, *p) for n, p in zip(numbers, played, strict=True)])
                )
                self.epochs += _AT_ONCE
                if self.epochs % _EXAM_EVERY == 0 or self.epochs >= self.course.epochs:
                    self.curve.append((self.epochs, exam(self.network, self.course.mode)))
                yield error

    def _study(self, number: int, seen: Any, targets: Any, players: int) -> float:
        """Learn from the positions of one epoch, in a shuffled order."""
        rate = self.course.rate * max(_LEAST_RATE, 1 - number / self.course.epochs)
        order = np.random.default_rng((self.course.seed, number)).permutation(len(seen))
        errors = []
        for start in range(0, len(order), _POSITIONS_A_STEP):
            part = order[start : start + _POSITIONS_A_STEP]
            gradients, error = gradients_of(self.network, seen[part], targets[part], players)
            self.adam.step(self.network, gradients, rate)
            errors.append(error)
        return float(np.mean(errors))

    def save(self, path: Path) -> None:
        """Write a checkpoint atomically."""
        groups = {"network": self.network, "mean": self.adam.mean, "square": self.adam.square}
        arrays: dict[str, NDArray[Any]] = {
            f"{kind}_{name}": weights
            for kind, group in groups.items()
            for name, weights in zip(Network._fields, group, strict=True)
        }
        state = {"facts": self.facts(), "steps": self.adam.steps}
        write_arrays(path, {**arrays, "state": as_array(state)})

    @classmethod
    def resume(cls, course: Course, path: Path) -> Student:
        """Load a checkpoint of the same course; WeightsError if it belongs to another."""
        try:
            with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
                state = from_array(file["state"])
                groups = {
                    kind: [file[f"{kind}_{name}"] for name in Network._fields]
                    for kind in ("network", "mean", "square")
                }
            facts, steps = _current_facts(state["facts"]), state["steps"]
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
        return cls(course, network, adam, facts["learned"], curve)

    def write(self, path: Path) -> None:
        """Write the finished weights."""
        write_network(path, self.network, self.facts())


def _current_facts(facts: dict[str, Any]) -> dict[str, Any]:
    """Return a checkpoint's facts with current names; version 0.1 called epochs lessons."""
    return {"epochs" if key == "lessons" else key: value for key, value in facts.items()}


def exam(network: Network, mode: Mode) -> float:
    """Return the share of games that a captain with this network wins against a lieutenant.

    In solo it is the share of games won.
    """
    won = decided = 0.0
    for number in range(_EXAM_GAMES):
        seat = number % 2 if mode is not Mode.SOLO else 0
        winners = _exam_game(network, mode, seat, number)
        decided += bool(winners) or mode is Mode.SOLO
        won += (seat in winners) / max(1, len(winners))
    return won / max(1.0, decided)


class _Examinee(Captain):
    """A captain that plays with a network in training."""

    def __init__(self, seed: int | str, network: Network) -> None:
        super().__init__(seed)
        self._network = network

    def network(self, mode: Mode) -> Network:  # noqa: ARG002  # it has only this one
        return self._network


def _exam_game(network: Network, mode: Mode, seat: int, number: int) -> tuple[int, ...]:
    players = 1 if mode is Mode.SOLO else 2
    game = Game.new(load_sheet(DEFAULT_SHEETS[mode]), mode, players)
    dice = FairDice.repeatable(f"exam {number // 2}", players)
    bots = [
        _Examinee(number, network) if s == seat else make_bot("lieutenant", number)
        for s in range(players)
    ]
    if players > 1:
        game.apply(Start(number // 2 % 2))
    while not game.is_over:
        for chance in game.chances():
            game.apply(dice.answer(game, chance))
        for mover in game.seats_to_move():
            game.apply(bots[mover].choose(game.view(mover), mover))
    return game.outcome.winners if game.outcome else ()
