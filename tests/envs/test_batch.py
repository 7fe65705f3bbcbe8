"""Many games in one compiled step; `test_vector.py` compares them with the rules move by move."""

from __future__ import annotations

import numpy as np
import pytest

from torpedo_dice.envs.actions import action_count
from torpedo_dice.envs.batch import Seen, begin_all, step_all
from torpedo_dice.envs.observation import observation_size
from torpedo_dice.envs.rewards import ILLEGAL_REWARD
from torpedo_dice.fast.chance import new_chance
from torpedo_dice.fast.codes import STAGE_OVER, STAGE_TAKE
from torpedo_dice.fast.state import new_games
from torpedo_dice.fast.tables import SHEET, fast_sheet
from torpedo_dice.rules import Sheet

GAMES = 4


class Batch:
    """Some games with everything that a step needs."""

    def __init__(self, sheet: Sheet) -> None:
        self.rows = new_games(GAMES, sheet, "mission", 2)
        tables = fast_sheet(sheet).tables
        info = np.array([tables.info], SHEET)
        self._before = (info, tables.shots, self.rows[:1].copy(), self.rows)
        self._targets = len(sheet.targets)
        self._chance = new_chance(1)
        self.seen = Seen(
            observations=np.zeros((GAMES, observation_size(sheet, 2)), np.int8),
            masks=np.zeros((GAMES, action_count(sheet)), np.int8),
            seats=np.zeros(GAMES, np.int8),
            rewards=np.zeros(GAMES, np.float64),
            seat_rewards=np.zeros((GAMES, 2), np.float64),
            terminations=np.zeros(GAMES, np.bool_),
            has_result=np.zeros(GAMES, np.bool_),
            reasons=np.zeros(GAMES, np.int8),
            is_won=np.zeros(GAMES, np.bool_),
            solo_scores=np.zeros(GAMES, np.int16),
        )
        begin_all(*self._before, self._targets, self._chance, self.seen)

    def step(self, *actions: int) -> None:
        """Make one decision in every game."""
        chosen = np.array(actions, np.int64)
        step_all(*self._before, self._targets, chosen, 0.0, self._chance, self.seen)


@pytest.fixture
def batch(mission: Sheet) -> Batch:
    """Games in which the first seat takes a die."""
    return Batch(mission)


def test_games_begin_with_a_decision(batch: Batch) -> None:
    """The start player of each game may take any of three dice."""
    assert (batch.rows["stage"] == STAGE_TAKE).all()
    assert (batch.seen.seats == batch.rows["start"]).all()
    assert (batch.seen.masks.sum(axis=1) == 3).all()
    assert batch.seen.masks[:, :3].all()


def test_an_illegal_action_ends_its_game_alone(batch: Batch) -> None:
    """Its seat pays; the other games go on, and the next step begins the game again."""
    seats = batch.seen.seats.copy()
    batch.step(0, -1, 1, 200)
    assert batch.seen.terminations.tolist() == [False, True, False, True]
    assert batch.seen.rewards.tolist() == [0, ILLEGAL_REWARD, 0, ILLEGAL_REWARD]
    assert batch.seen.seat_rewards[1, seats[1]] == ILLEGAL_REWARD
    assert batch.seen.seat_rewards[1, 1 - seats[1]] == 0
    assert (batch.rows["stage"] == STAGE_OVER).tolist() == [False, True, False, True]
    assert batch.seen.masks.all(axis=1).tolist() == [False, True, False, True]
    assert not batch.seen.has_result.any()
    batch.step(1, 0, 0, 0)
    assert not batch.seen.terminations.any()
    assert batch.rows["stage"][1] == STAGE_TAKE
