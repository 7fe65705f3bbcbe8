"""The training course: which games a network learns from in each epoch."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.network import Network, grown_network
from torpedo_dice.bots.brain.ranks import ADMIRAL, LIEUTENANT, RANKS
from torpedo_dice.bots.brain.style import Style
from torpedo_dice.bots.brain.weights import fingerprint, load_network
from torpedo_dice.fast.codes import SEATS
from torpedo_dice.lab.league import League, lineups_of
from torpedo_dice.lab.random_sheet import random_sheet
from torpedo_dice.lab.variant import variants
from torpedo_dice.rules import Mode, Sheet, parse_sheet
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

Array = NDArray[np.float32]
# The positions of an epoch, their targets and the number of players.
Epoch: TypeAlias = tuple[Array, Array, int]

# Of four epochs, two are played on the main submarine, one on a variant of it, because a network
# plays well only on what it knows, and one on a random one, so that it handles any sheet.
_OTHER_SHEETS = 60
# Most games are for two; the network is the same for all numbers of players.
_PLAYERS = (2, 2, 2, 3, 2, 2, 4)
# How often each rank sits at a seat.
_RANK_SHARES = (0.06, 0.12, 0.17, 0.65)
# How often a seat plays with an earlier version of the network.
_PAST_SHARE = 0.15
# How admirals choose while they learn: without looking ahead.
_STYLE = Style(width=4, draft_width=2)
# The course ends with games of the current network alone, without random choices, and with a model
# of the others, so that the chances are those of games as they are really played.
_EXPLORING = 0.6
_LAST_STYLE = Style(width=4, draft_width=2, is_modelling=1)
_LEAST_RATE = 0.02
_EXAM_SEED = 20_261
_EXAM_GAMES = 400


@dataclass(frozen=True)
class Course:
    """The hyperparameters of a training run. All of them are stored beside the weights."""

    mode: Mode
    epochs: int = 500
    seed: int = 1
    units: int = 128
    inner_units: int = 64
    # Games in one epoch.
    games: int = 256
    # One in this many choices is random, for exploration.
    whim: int = 40
    # Lambda of the temporal differences: the weight of the final result against the estimate one
    # round later.
    trust: float = 0.5
    # How often the network learns from each position, on average, and how many epochs it remembers.
    # Learning from many epochs at once keeps it from adapting to the submarine of the latest.
    passes: int = 2
    memory: int = 16
    # Adam's initial learning rate.
    rate: float = 0.0006
    # The sheet of every second epoch, as JSON text; empty for the built-in one of the mode.
    sheet: str = ""

    @cached_property
    def main_sheet(self) -> Sheet:
        """The sheet that the network is mainly for."""
        return main_sheet_of(self.mode, self.sheet)

    @cached_property
    def sheets(self) -> list[Sheet]:
        """The sheets in the order of the epochs."""
        is_mission = self.mode is not Mode.TRAINING
        main, similar = self.main_sheet, variants(self.main_sheet, "course")
        others = [random_sheet(f"course {n}", mission=is_mission) for n in range(_OTHER_SHEETS)]
        return [sheet for other in others for sheet in (main, next(similar), main, other)]

    def facts(self) -> dict[str, Any]:
        """Return what is stored beside the weights."""
        return facts_of(asdict(self), self.sheets)

    def epoch(self, network: Network, past: Network, number: int) -> Epoch:
        """Play the games of an epoch."""
        players = 1 if self.mode is Mode.SOLO else _PLAYERS[number % len(_PLAYERS)]
        is_exploring = number < _EXPLORING * self.epochs
        league = League(
            self.sheets[number % len(self.sheets)],
            self.mode,
            players,
            network,
            past,
            admiral=_STYLE if is_exploring else _LAST_STYLE,
            rolls=0,
            whim=self.whim if is_exploring else 0,
            trust=self.trust,
        )
        random = np.random.default_rng((self.seed, number))
        shape = self.games, SEATS
        ranks = random.choice(RANKS, shape, p=_RANK_SHARES).astype(np.int8)
        versions = (random.random(shape) < _PAST_SHARE * is_exploring).astype(np.int8)
        played = league.play(ranks, seed=self.seed, stream=number, versions=versions)
        return played.seen[:, :players], played.targets, players

    def rate_in(self, epoch: int) -> float:
        """Return the learning rate: constant while exploring, then down to almost nothing."""
        return self.rate * min(1.0, max(_LEAST_RATE, (1 - epoch / self.epochs) / (1 - _EXPLORING)))

    def first_network(self) -> Network:
        """Return the network to begin with: ours, and random weights for what it lacks."""
        return grown_network(load_network(self.mode), self.units, self.inner_units, self.seed)

    def exam(self, network: Network) -> float:
        """Return the share of games that a quick admiral with this network wins.

        The opponents are lieutenants; in solo it is the share of games won.
        """
        players = 1 if self.mode is Mode.SOLO else 2
        league = League(self.main_sheet, self.mode, players, network, admiral=_STYLE, rolls=0)
        lineups = lineups_of((ADMIRAL, LIEUTENANT)[:players], _EXAM_GAMES)
        played = league.play(lineups, seed=_EXAM_SEED, stream=self.seed)
        shares = played.shares[:, :players]
        won = shares[lineups[:, :players] == ADMIRAL].sum()
        return float(won / (len(shares) if players == 1 else max(1.0, shares.sum())))


def main_sheet_of(mode: Mode, text: str) -> Sheet:
    """Return the sheet of a JSON text; without one, the built-in sheet of the mode."""
    return parse_sheet(json.loads(text)) if text else load_sheet(DEFAULT_SHEETS[mode])


def facts_of(settings: dict[str, Any], sheets: Iterable[Sheet]) -> dict[str, Any]:
    """Return the settings of a course as plain data, with a fingerprint of every sheet."""
    fingerprints = {sheet.name: fingerprint(sheet) for sheet in sheets}
    return {**settings, "mode": str(settings["mode"]), "sheets": fingerprints}
