"""The course: what is stored about it, and what an epoch of self-play yields."""

from __future__ import annotations

import json

import numpy as np
import pytest

from torpedo_dice.bots.brain.evaluate import SCORE
from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.lab import course as course_module
from torpedo_dice.lab.course import Course
from torpedo_dice.rules import Mode, Sheet, parse_sheet


@pytest.mark.parametrize("mode", Mode)
def test_every_second_epoch_is_on_our_submarine(mode: Mode) -> None:
    """The other epochs are on random submarines, all different, that the mode can be played on."""
    sheets = Course(mode, epochs=40).sheets
    assert len({sheet.name for sheet in sheets[::2]}) == 1
    assert len(set(sheets[1::2])) == len(sheets) // 2
    assert all(sheet.is_mission is (mode is not Mode.TRAINING) for sheet in sheets)


def test_the_facts_are_plain_data() -> None:
    """Every hyperparameter and a fingerprint of every sheet can be written as JSON."""
    course = Course(Mode.SOLO, epochs=4, seed=7)
    facts = json.loads(json.dumps(course.facts()))
    assert (facts["mode"], facts["epochs"], facts["seed"]) == ("solo", 4, 7)
    assert set(facts["sheets"]) == {sheet.name for sheet in course.sheets}


def test_an_epoch_yields_positions_and_targets() -> None:
    """The chances of the seats in play sum up to at most 1, and the same epoch repeats exactly."""
    course = Course(Mode.MISSION, epochs=4, games=4)
    network = course.first_network()
    seen, targets, players = course.epoch(network, network, 3)
    assert players == 3
    assert seen.shape == (len(targets), players, FEATURES)
    assert len(seen) > course.games
    chances = targets[:, :players].sum(axis=1)
    assert (chances >= 0).all()
    assert (chances <= 1 + 1e-6).all()
    again, _, _ = course.epoch(network, network, 3)
    assert np.array_equal(seen, again)


def test_a_solo_epoch_has_the_score_as_a_target() -> None:
    """In solo the second target is the score, which some games win."""
    course = Course(Mode.SOLO, epochs=4, games=16)
    network = course.first_network()
    _, targets, players = course.epoch(network, network, 0)
    assert players == 1
    # What the network expects may be slightly below 0; a score is at most that of all systems.
    assert (targets[:, SCORE] > -0.2).all()
    assert 0.1 < targets[:, SCORE].max() < 1.4


def test_the_course_ends_without_exploring() -> None:
    """The learning rate stays as it is while exploring, and ends near 0."""
    course = Course(Mode.MISSION, epochs=100)
    assert course.rate_in(0) == course.rate_in(59) == course.rate
    assert course.rate_in(80) == pytest.approx(course.rate / 2)
    assert 0 < course.rate_in(99) < course.rate / 20


def test_a_course_can_be_for_another_submarine(training: Sheet) -> None:
    """Then every second epoch is on that one."""
    other = parse_sheet({**training.to_data(), "reserve": 5})
    course = Course(Mode.TRAINING, sheet=json.dumps(other.to_data()), epochs=4)
    assert course.sheets[0] == other


@pytest.mark.parametrize("mode", Mode)
def test_an_exam_is_a_share_of_games(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network of any mode is measured by games that it plays."""
    monkeypatch.setattr(course_module, "_EXAM_GAMES", 20)
    course = Course(mode, epochs=4)
    assert 0 <= course.exam(course.first_network()) <= 1
