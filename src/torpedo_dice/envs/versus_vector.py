"""Thousands of games at once in which the agent has one seat and a function plays the others.

The function is given the observations and masks of the seats that decide, and returns an action for
each: a past version of the agent, a heuristic, or `play_randomly`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.envs.batch import Seen
from torpedo_dice.envs.observation import write_observation
from torpedo_dice.envs.vector import TorpedoVectorEnv
from torpedo_dice.fast.state import Rows
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Mode, Seat, Sheet

# From observations and action masks, one row per game, to actions.
Opponent: TypeAlias = Callable[[NDArray[np.int8], NDArray[np.int8]], NDArray[np.int64]]


def play_randomly(seed: int) -> Opponent:
    """Return an opponent that chooses uniformly among its legal actions."""
    chance = np.random.default_rng(seed)

    def choose(_observations: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        order: NDArray[np.int64] = (chance.random(masks.shape) * masks).argmax(axis=1)
        return order

    return choose


class VersusVectorEnv(TorpedoVectorEnv):
    """Many games side by side, in which every step is a decision of the agent's seat."""

    def __init__(
        self,
        opponent: Opponent,
        num_envs: int = 1,
        mode: Mode | str = Mode.MISSION,
        players: int = 2,
        sheet: Sheet | str | None = None,
        seat: Seat = 0,
        shaping: float = 0.0,
    ) -> None:
        super().__init__(num_envs, mode, players, sheet, shaping=shaping)
        if seat not in range(players):
            raise ValueError(f"seat {seat!r} is not one of 0 to {players - 1}")
        self.opponent = opponent
        self.seat = seat

    def _begin(self) -> Seen:
        return self._let_others_decide(super()._begin())

    def _decide(self, rows: Rows, actions: NDArray[np.int64]) -> Seen:
        return self._let_others_decide(super()._decide(rows, actions))

    def _let_others_decide(self, seen: Seen) -> Seen:
        """Make the others' decisions until every game is over or awaits the agent's."""
        arrays: tuple[NDArray[Any], ...] = seen
        while True:
            games = ((seen.seats != self.seat) & ~seen.terminations).nonzero()[0]
            if not games.size:
                break
            actions = self.opponent(seen.observations[games], seen.masks[games])
            rows = self.rows[games]
            decided = super()._decide(rows, np.ascontiguousarray(actions, np.int64))
            if (decided.terminations & ~decided.has_result).any():
                raise ValueError("the opponent chose an illegal action")
            self.rows[games] = rows
            decided.seat_rewards[:] += seen.seat_rewards[games]
            for array, values in zip(arrays, decided, strict=True):
                array[games] = values
        self._see_as_agent(seen)
        return seen

    def _see_as_agent(self, seen: Seen) -> None:
        """Make everything the agent's, also where another seat ended the game."""
        tables = fast_sheet(self.sheet).tables
        for game in (seen.seats != self.seat).nonzero()[0]:
            row = self.rows[game]
            write_observation(tables, row, self.seat, self._targets, seen.observations, int(game))
        seen.seats[:] = self.seat
        seen.rewards[:] = seen.seat_rewards[:, self.seat]
        seen.is_won[:] = seen.has_result & (self.rows["winners"] >> self.seat & 1 == 1)
