"""Thousands of games at once for Gymnasium, stepped by compiled code.

In every game one seat decides in each step, the one in `info["seat"]`: in solo always the same;
several players take turns, and an agent plays all of them. A finished game begins again with the
next step, which ignores its action (`AutoresetMode.NEXT_STEP`). Its mask therefore allows every
action, and `info` says how the game ended.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.envs.actions import action_count
from torpedo_dice.envs.batch import Seen, begin_all, step_all
from torpedo_dice.envs.env_game import sheet_for
from torpedo_dice.envs.missing import needed
from torpedo_dice.envs.observation import highest, observation_size
from torpedo_dice.fast.chance import new_chance
from torpedo_dice.fast.codes import REASONS
from torpedo_dice.fast.state import NO_SCORE, Rows, new_games
from torpedo_dice.fast.tables import SHEET, fast_sheet
from torpedo_dice.rules import Mode, Sheet, SoloEnd

with needed("Gymnasium"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Observations: TypeAlias = NDArray[np.int8]
_SEEDS = 2**63
# By their codes.
_REASONS = np.array([reason and str(reason) for reason in REASONS], object)


class TorpedoVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """Many games side by side; it returns new arrays, which the caller may keep."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # Gymnasium's way

    def __init__(
        self,
        num_envs: int = 1,
        mode: Mode | str = Mode.MISSION,
        players: int = 2,
        sheet: Sheet | str | None = None,
        solo_end: SoloEnd | str = SoloEnd.END_OF_ROUND,
        shaping: float = 0.0,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"there must be at least one game, not {num_envs}")
        self.num_envs = num_envs
        self.players = players
        self._is_solo = mode == Mode.SOLO
        self.sheet = sheet_for(mode, sheet)
        # The games themselves, as rows of `torpedo_dice.fast`.
        self.rows: Rows = new_games(num_envs, self.sheet, mode, players, solo_end=solo_end)
        self._new = self.rows[:1].copy()
        self._shaping = float(shaping)
        self._targets = len(self.sheet.targets)
        tables = fast_sheet(self.sheet).tables
        self._tables = (np.array([tables.info], SHEET), tables.shots)
        self._chance = new_chance(0)
        most = highest(self.sheet, players)
        self.single_observation_space = spaces.Box(np.zeros_like(most), most, dtype=np.int8)
        self._actions = action_count(self.sheet)
        self.single_action_space = spaces.Discrete(self._actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin all games; the same seed gives the same dice."""
        super().reset(seed=seed, options=options)
        self._chance = new_chance(int(self.np_random.integers(_SEEDS)))
        seen = self._begin()
        return seen.observations, _info(seen)

    def _begin(self) -> Seen:
        seen = self._new_arrays(self.num_envs)
        seen.seat_rewards[:] = 0
        seen.terminations[:] = seen.has_result[:] = False
        begin_all(*self._tables, self._new, self.rows, self._targets, self._chance, seen)
        return seen

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Any]:
        """Make one decision in every game; an illegal action loses its game."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} games need as many actions, not {chosen.shape}")
        seen = self._decide(self.rows, chosen)
        truncations = np.zeros(self.num_envs, np.bool_)
        info = _info(seen) | self._endings(seen)
        return seen.observations, seen.rewards, seen.terminations, truncations, info

    def _decide(self, rows: Rows, actions: NDArray[np.int64]) -> Seen:
        """Make one decision in each of some games."""
        seen = self._new_arrays(len(rows))
        step_all(
            *self._tables,
            self._new,
            rows,
            self._targets,
            actions,
            self._shaping,
            self._chance,
            seen,
        )
        return seen

    def _endings(self, seen: Seen) -> dict[str, Any]:
        """Return how games ended in this step, as the single environments do in their last `info`.

        As usual in Gymnasium, `_key` tells which games have a `key`, and there is no `key` if none
        of them has. A game that was lost by an illegal action has no result.
        """
        ended = seen.has_result.nonzero()[0]
        if not ended.size:
            return {}
        # Few games end in one step, so this is much faster than to look up the reasons of all.
        reasons = np.empty(self.num_envs, object)
        reasons[ended] = _REASONS[seen.reasons[ended]]
        endings: dict[str, Any] = {
            "reason": reasons,
            "_reason": seen.has_result,
            "is_won": seen.is_won,
            "_is_won": seen.has_result,
        }
        if self._is_solo and (has_score := seen.solo_scores != NO_SCORE).any():
            endings |= {"solo_score": seen.solo_scores, "_solo_score": has_score}
        return endings

    def _new_arrays(self, count: int) -> Seen:
        return Seen(
            observations=np.empty((count, observation_size(self.sheet, self.players)), np.int8),
            masks=np.empty((count, self._actions), np.int8),
            seats=np.empty(count, np.int8),
            rewards=np.empty(count, np.float64),
            seat_rewards=np.empty((count, self.players), np.float64),
            terminations=np.empty(count, np.bool_),
            has_result=np.empty(count, np.bool_),
            reasons=np.empty(count, np.int8),
            is_won=np.empty(count, np.bool_),
            solo_scores=np.empty(count, np.int16),
        )


def _info(seen: Seen) -> dict[str, Any]:
    return {"action_mask": seen.masks, "seat": seen.seats, "seat_rewards": seen.seat_rewards}


def solo_vector_env(
    num_envs: int = 1,
    sheet: Sheet | str | None = None,
    solo_end: SoloEnd | str = SoloEnd.END_OF_ROUND,
    shaping: float = 0.0,
) -> TorpedoVectorEnv:
    """Return many solo games, as Gymnasium's `make_vec` expects them."""
    return TorpedoVectorEnv(num_envs, Mode.SOLO, 1, sheet, solo_end, shaping)
