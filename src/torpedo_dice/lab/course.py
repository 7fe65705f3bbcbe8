"""The training course: which self-play games a network learns from in each epoch."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.evaluate import new_desk
from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.selfplay import MAX_ROUNDS, play_and_note
from torpedo_dice.fast.chance import new_chance
from torpedo_dice.fast.codes import SEATS
from torpedo_dice.fast.state import ROW, new_games
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.lab.random_sheet import random_sheet
from torpedo_dice.rules import Mode, Sheet
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

Array = NDArray[np.float32]

# Every second epoch is played on a random submarine, so that the network handles any sheet.
_RANDOM_SHEETS = 60
# Most games are for two; the network is the same for all numbers of players.
_PLAYERS = (2, 2, 2, 3, 2, 2, 4)


@dataclass(frozen=True)
class Course:
    """The hyperparameters of a training run. All of them are stored beside the weights."""

    mode: Mode
    epochs: int = 800
    seed: int = 1
    units: int = 64
    # Games in one epoch.
    games: int = 256
    # Shots considered for each formation.
    width: int = 4
    # One in this many choices is random, for exploration.
    whim: int = 25
    # Lambda of the temporal differences: the weight of the final result against the estimate one
    # round later.
    trust: float = 0.7
    # Adam's initial learning rate.
    rate: float = 0.002

    @cached_property
    def sheets(self) -> list[Sheet]:
        """The sheets in the order of the epochs."""
        ours = load_sheet(DEFAULT_SHEETS[self.mode])
        is_mission = self.mode is not Mode.TRAINING
        others = [random_sheet(f"course {n}", mission=is_mission) for n in range(_RANDOM_SHEETS)]
        return [sheet for other in others for sheet in (ours, other)]

    def facts(self) -> dict[str, Any]:
        """Return the settings as plain data, with a fingerprint of every sheet."""
        return {
            **asdict(self),
            "mode": str(self.mode),
            "sheets": {sheet.name: _fingerprint(sheet) for sheet in self.sheets},
        }

    def epoch(self, network: Network, number: int) -> tuple[Array, Array, int]:
        """Play the games of an epoch; return the positions, their targets and the player count."""
        sheet = self.sheets[number % len(self.sheets)]
        players = 1 if self.mode is Mode.SOLO else _PLAYERS[number % len(_PLAYERS)]
        seen = np.zeros((self.games * MAX_ROUNDS, SEATS, FEATURES), np.float32)
        targets = np.zeros((len(seen), SEATS), np.float32)
        count = play_and_note(
            fast_sheet(sheet).tables,
            new_games(1, sheet, self.mode, players),
            np.zeros(2, ROW),
            new_desk(network),
            new_chance(self.seed, number),
            self.games,
            self.width,
            self.whim,
            self.trust,
            seen,
            targets,
        )
        return seen[:count], targets[:count], players


def _fingerprint(sheet: Sheet) -> str:
    data = json.dumps(sheet.to_data(), sort_keys=True)
    return hashlib.sha256(data.encode("utf-8")).hexdigest()
