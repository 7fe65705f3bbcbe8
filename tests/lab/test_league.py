"""Leagues: line-ups, shares of the win, and the first player's part."""

from __future__ import annotations

import numpy as np

from torpedo_dice.bots.brain.ranks import ENSIGN, LIEUTENANT
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.fast.codes import SEATS
from torpedo_dice.fast.state import ROW
from torpedo_dice.lab.league import FIRST, ROUNDS, League, Played, lineups_of
from torpedo_dice.lab.simulate import Simulation
from torpedo_dice.lab.tally import Tally
from torpedo_dice.rules import Mode, Sheet


def test_lineups_rotate() -> None:
    """Every rank sits at every seat equally often."""
    lineups = lineups_of((LIEUTENANT, ENSIGN, ENSIGN), 6)
    assert (np.sort(lineups[:, :3]) == [ENSIGN, ENSIGN, LIEUTENANT]).all()
    assert (lineups == LIEUTENANT)[:, :3].sum(axis=0).tolist() == [2, 2, 2]


def test_a_shared_win_is_divided() -> None:
    """The first player's share counts decided games only."""
    results = np.array([[0b11, 0, 9, 1, 0], [0b10, 0, 9, 1, 9], [0, 1, 9, 3, 18]], np.int32)
    empty = np.zeros((0, SEATS), np.float32)
    games = Played(2, np.zeros(0, ROW), empty, empty, empty, results, np.zeros((4, 8), np.int64))
    assert games.shares.tolist() == [[0.5, 0.5, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    assert games.first_player_share == (0.25, 2)


def test_lieutenants_play_as_long_as_the_real_ones(mission: Sheet) -> None:
    """The mean number of rounds agrees with a simulation by the rules."""
    league = League(mission, Mode.MISSION, 2, load_network(Mode.MISSION), rolls=0)
    games = league.play(lineups_of((LIEUTENANT,) * 2, 2000), seed=1, stream=0)
    tally = Tally()
    for record in Simulation(mission, Mode.MISSION, ["lieutenant"] * 2, 60, 1).records(jobs=1):
        tally.add(record)
    assert abs(games.results[:, ROUNDS].mean() - np.mean(tally.rounds)) < 1
    assert 0.4 < games.results[:, FIRST].mean() < 0.6
