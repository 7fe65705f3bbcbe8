"""Calibration: it finds what the chances lack, and leaves the network itself alone."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from torpedo_dice.bots.brain.network import FACTOR, NOBODY, OFFSET, no_calibration
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, RANKS
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.lab import calibration
from torpedo_dice.lab.calibration import Sample, calibrated, fitted, pairings
from torpedo_dice.lab.learning import chances_of
from torpedo_dice.rules import Mode
from torpedo_dice.sheets import load_sheet

TWO_PLAYERS = 1


def sample(factor: float, offset: float, nobody: float) -> Sample:
    """Return games of an admiral and a captain whose chances need a known correction."""
    random = np.random.default_rng(1)
    logits = random.normal(0, 1, (4_000, 2)).astype(np.float32)
    truth = chances_of((factor * logits + [offset, 0]).astype(np.float32), nobody)
    drawn = random.random((len(logits), 1)) < truth.cumsum(axis=1)
    winner = drawn.argmax(axis=1)
    pairs = np.zeros((len(logits), 2, RANKS * RANKS), np.float32)
    pairs[:, 0, ADMIRAL * RANKS + CAPTAIN] = 1
    pairs[:, 1, CAPTAIN * RANKS + ADMIRAL] = 1
    return Sample(logits, np.eye(3, dtype=np.float32)[winner][:, :2], pairs)


@pytest.mark.parametrize(("factor", "offset", "nobody"), [(1, 0, -3), (0.5, 0.8, -3), (2, -1, -1)])
def test_a_known_correction_is_found(factor: float, offset: float, nobody: float) -> None:
    """Factors and offsets are those that the games were drawn with."""
    found = fitted([sample(factor, offset, nobody)], nobody=-3)[TWO_PLAYERS]
    pair, reverse = (ADMIRAL, CAPTAIN), (CAPTAIN, ADMIRAL)
    assert found[FACTOR][pair] == pytest.approx(factor, abs=0.1)
    assert found[FACTOR][reverse] == pytest.approx(factor, abs=0.1)
    # Only differences of the logits matter.
    assert found[OFFSET][pair] - found[OFFSET][reverse] == pytest.approx(offset, abs=0.1)
    if nobody == -3:
        assert found[NOBODY][pair] == pytest.approx(found[OFFSET][reverse], abs=0.15)
    # Ranks that did not play need no correction.
    assert found[FACTOR][0, 0] == 1
    assert found[OFFSET][0, 0] == 0


def test_each_number_of_players_has_corrections_of_its_own() -> None:
    """Games of two say nothing about games of three; without games, nothing is corrected."""
    odd = Sample(*(part[:500] for part in sample(0.5, 0.8, -3)))
    found = fitted([odd], -3)
    for players, (table, none) in enumerate(zip(found, no_calibration(), strict=True), start=1):
        assert np.array_equal(table, none) is (players != 2)


def test_every_rank_meets_every_rank_in_games_of_every_size() -> None:
    """One among others that are all of one rank; games without admirals are cheap, so many."""
    for players in (2, 3, 4):
        met = {(ranks[0], ranks[1]) for ranks in pairings() if len(ranks) == players}
        met |= {(many, one) for one, many in met}
        assert met == set(itertools.product(range(RANKS), repeat=2))


def test_the_network_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the calibration changes."""
    monkeypatch.setattr(calibration, "_GAMES_A_TASK", 2)
    monkeypatch.setattr(calibration, "pairings", lambda: [(ADMIRAL, CAPTAIN), (ADMIRAL, ADMIRAL)])
    network = load_network(Mode.TRAINING)
    sheet = load_sheet("training")
    result = calibrated(network, network, sheet, Mode.TRAINING, games=2, jobs=1)
    for name, weights in network._asdict().items():
        assert np.array_equal(weights, getattr(result, name)) is (name != "calibration")
