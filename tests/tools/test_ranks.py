"""The calibration of ranks: every rank plays, and costs are collected by kind of game."""

from __future__ import annotations

from collections import Counter

import pytest

from tools import ranks
from torpedo_dice.review.rank import RANKS
from torpedo_dice.rules import Mode


def test_every_rank_plays_every_kind_of_game() -> None:
    """At least twice, at every seat, and always the same games."""
    games = ranks.tasks(16)
    assert games == ranks.tasks(16)
    assert games != ranks.tasks(16, seed=2)
    for mode, players, _ in ranks.KINDS:
        found = [task for task in games if (task.mode, task.players) == (mode, players)]
        assert all(len(task.bots) == players for task in found)
        counts = Counter(bot for task in found for bot in task.bots)
        assert set(counts) == set(RANKS)
        assert min(counts.values()) >= 2


def test_the_data_has_the_spread_of_each_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Means and deviations of square roots, and the number of games."""
    tasks = [ranks.Task(Mode.SOLO, 1, number, 1) for number in range(8)]
    monkeypatch.setattr(ranks, "tasks", lambda _games: tasks)
    monkeypatch.setattr(ranks, "costs_of", lambda task: [("solo 1 quick", task.bots[0], 0.01)])
    data = ranks.calibrate(8, 1)
    assert data["written_by"] == "python -m tools.ranks --games 8"
    solo = data["kinds"]["solo 1 quick"]
    assert solo["captain"] == {"mean": 0.1, "deviation": 0.0, "games": 2}
