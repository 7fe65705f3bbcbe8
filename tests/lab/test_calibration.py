"""Calibration: it finds what the chances lack, and leaves the network itself alone."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from torpedo_dice.bots.brain.network import NOBODY, OFFSET
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, RANKS
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.lab import calibration
from torpedo_dice.lab.calibration import Sample, calibrated, fitted, pairings
from torpedo_dice.lab.learning import chances_of
from torpedo_dice.rules import Mode
from torpedo_dice.sheets import load_sheet

TWO_PLAYERS = 1


def sample(weights: tuple[float, ...], offset: float, nobody: float) -> Sample:
    """Return games of an admiral and a captain whose chances need a known correction."""
    random = np.random.default_rng(1)
    units = random.normal(0, 1, (8_000, 2, 3)).astype(np.float32)
    logits = units[..., 0]
    needed = units @ np.array(weights, np.float32)
    truth = chances_of(logits + needed + np.array([offset, 0], np.float32), nobody)
    drawn = random.random((len(logits), 1)) < truth.cumsum(axis=1)
    winner = drawn.argmax(axis=1)
    pairs = np.zeros((len(logits), 2, RANKS * RANKS), np.float32)
    pairs[:, 0, ADMIRAL * RANKS + CAPTAIN] = 1
    pairs[:, 1, CAPTAIN * RANKS + ADMIRAL] = 1
    return Sample(units, logits, np.eye(3, dtype=np.float32)[winner][:, :2], pairs)


@pytest.mark.parametrize(
    ("weights", "offset", "nobody"),
    [((0, 0, 0), 0, -3), ((0, 1, -0.5), -1, -2)],
)
def test_a_known_correction_is_found(
    monkeypatch: pytest.MonkeyPatch, weights: tuple[float, ...], offset: float, nobody: float
) -> None:
    """Weights and offsets are those that the games were drawn with."""
    monkeypatch.setattr(calibration, "_PRIOR", 1)
    found = fitted([sample(weights, offset, nobody)], nobody=-3)[TWO_PLAYERS]
    one, other = found[ADMIRAL, CAPTAIN], found[CAPTAIN, ADMIRAL]
    assert one[:OFFSET] == pytest.approx(weights, abs=0.1)
    assert other[:OFFSET] == pytest.approx(weights, abs=0.1)
    # Only differences of the logits matter.
    assert one[OFFSET] - other[OFFSET] == pytest.approx(offset, abs=0.1)
    assert one[NOBODY] - other[OFFSET] == pytest.approx(nobody + 3, abs=0.25)
    # Ranks that did not play need no correction.
    assert not found[0, 0].any()


def test_each_number_of_players_has_corrections_of_its_own() -> None:
    """Games of two say nothing about games of three; without games, nothing is corrected."""
    few = Sample(*(part[:500] for part in sample((0.5, 0, 0), 0.8, -3)))
    found = fitted([few], -3)
    assert [players for players, table in enumerate(found, start=1) if table.any()] == [2]


def test_every_rank_meets_every_rank_in_games_of_every_size() -> None:
    """There is one of each rank among others that are all of one rank."""
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
