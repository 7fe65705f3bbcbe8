"""Training: it learns, repeats exactly, and goes on after an interruption as if there were none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from torpedo_dice.bots.brain.features import FEATURES, PROGRESS
from torpedo_dice.bots.brain.network import Network, new_network
from torpedo_dice.bots.brain.weights import WeightsError, read_network
from torpedo_dice.lab.course import Course
from torpedo_dice.lab.learning import Adam, slopes_of
from torpedo_dice.lab.train import Student
from torpedo_dice.lab.train_command import run_training
from torpedo_dice.rules import Mode


def short_course(lessons: int = 4) -> Course:
    """A course that takes a moment."""
    return Course(Mode.SOLO, lessons=lessons, games=8, units=8)


def same(one: Network, two: Network) -> bool:
    """Whether two networks are equal to the last bit."""
    return all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_slopes_are_those_of_the_error(players: int) -> None:
    """Each slope agrees with what a small change of the weight does to the error."""
    random = np.random.default_rng(players)
    network = Network(*(weights.astype(np.float64) for weights in new_network(5, 1)))
    network.output[:] = random.standard_normal(network.output.shape)
    x = random.standard_normal((6, 4, FEATURES))
    targets = np.zeros((6, 4))
    targets[:, 0] = 0.6

    def error() -> float:
        cross_entropy = slopes_of(network, x, targets, players)[1]
        if players > 1:
            return cross_entropy
        hidden = np.maximum(x[:, 0] @ network.hidden + network.hidden_bias, 0)
        score = hidden @ network.output[1] + network.output_bias[1]
        return cross_entropy + float(np.mean((score - targets[:, 1]) ** 2) / 2)

    slopes, _ = slopes_of(network, x, targets, players)
    for weights, slope in zip(network, slopes, strict=True):
        for place in [tuple(random.integers(0, n) for n in weights.shape) for _ in range(4)]:
            step = 1e-5
            weights[place] += step
            above = error()
            weights[place] -= 2 * step
            below = error()
            weights[place] += step
            assert slope[place] == pytest.approx((above - below) / (2 * step), abs=1e-4)


def test_training_repeats_exactly() -> None:
    """The same course gives the same weights; another seed gives others."""
    students = [Student.new(short_course()) for _ in range(2)]
    for student in students:
        list(student.learn())
    assert same(students[0].network, students[1].network)
    other = Student.new(Course(Mode.SOLO, lessons=4, games=8, units=8, seed=2))
    list(other.learn())
    assert not same(students[0].network, other.network)


def test_an_interruption_changes_nothing(tmp_path: Path) -> None:
    """Half of the course, a checkpoint, and the other half give what the whole gives."""
    whole = Student.new(short_course())
    list(whole.learn())
    half = Student.new(short_course())
    next(half.learn())
    half.save(tmp_path / "x.npz")
    resumed = Student.resume(short_course(), tmp_path / "x.npz")
    assert resumed.lessons == 2
    list(resumed.learn())
    assert same(whole.network, resumed.network)
    assert resumed.curve == whole.curve


def test_a_checkpoint_of_another_course_is_refused(tmp_path: Path) -> None:
    """Nobody goes on with somebody else's weights by mistake."""
    file = tmp_path / "x.npz"
    Student.new(short_course()).save(file)
    with pytest.raises(WeightsError, match="of another course"):
        Student.resume(short_course(lessons=6), file)


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x03\x04hello"])
def test_what_is_no_checkpoint_is_refused(data: bytes, tmp_path: Path) -> None:
    """An empty file or half an archive gets one sentence too."""
    file = tmp_path / "x.npz"
    file.write_bytes(data)
    with pytest.raises(WeightsError, match="is not a checkpoint"):
        Student.resume(short_course(), file)


def test_it_learns_what_there_is_to_learn() -> None:
    """Where the one with fewer targets left always wins, it soon foresees who will."""
    random = np.random.default_rng(1)
    network = new_network(8, 1)
    adam = Adam(network)
    errors = []
    for _ in range(300):
        x = random.standard_normal((256, 4, FEATURES)).astype(np.float32)
        targets = np.zeros((256, 4), np.float32)
        targets[np.arange(256), np.argmin(x[:, :2, PROGRESS], axis=1)] = 1
        slopes, error = slopes_of(network, x, targets, players=2)
        adam.step(network, slopes, 0.01)
        errors.append(error)
    assert errors[0] > 1
    assert np.mean(errors[-10:]) < 0.2


def test_the_command_writes_weights_and_removes_the_checkpoint(tmp_path: Path) -> None:
    """What is left is a network with its facts."""
    assert run_training(tmp_path / "w", [Mode.SOLO], lessons=2, seed=1)
    assert [file.name for file in (tmp_path / "w").iterdir()] == ["solo.npz"]
    _, facts = read_network(tmp_path / "w" / "solo.npz")
    assert facts["learned"] == 2
    assert [lesson for lesson, _ in facts["curve"]] == [2]
