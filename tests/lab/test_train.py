"""Training: it repeats exactly, and resumes after an interruption as if there had been none."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.weights import WeightsError
from torpedo_dice.lab import course as course_module
from torpedo_dice.lab.course import Course
from torpedo_dice.lab.train import Student
from torpedo_dice.rules import Mode


@pytest.fixture(autouse=True)
def _short_exams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course_module, "_EXAM_GAMES", 4)


def short_course(epochs: int = 4, seed: int = 1) -> Course:
    """A course that takes a moment."""
    return Course(Mode.SOLO, epochs=epochs, seed=seed, games=8)


@cache
def trained(course: Course) -> Student:
    """A student at the end of its course."""
    student = Student.new(course)
    list(student.learn(jobs=1))
    return student


def same(one: Network, two: Network) -> bool:
    """Whether two networks are equal to the last bit."""
    return all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_training_repeats_exactly() -> None:
    """The same course gives the same weights; another seed gives others."""
    student, again = trained(short_course()), Student.new(short_course())
    list(again.learn(jobs=1))
    assert same(student.network, again.network)
    assert not same(student.network, trained(short_course(seed=2)).network)


def test_the_number_of_processes_changes_nothing() -> None:
    """The games may be played anywhere: the weights are equal to the last bit."""
    apart = Student.new(short_course())
    list(apart.learn(jobs=2))
    assert same(trained(short_course()).network, apart.network)


def test_an_interruption_changes_nothing(tmp_path: Path) -> None:
    """Half of the course, a checkpoint, and the other half give what the whole gives."""
    whole = trained(short_course())
    half = Student.new(short_course())
    next(half.learn(jobs=1))
    half.save(tmp_path / "x.npz")
    resumed = Student.resume(short_course(), tmp_path / "x.npz")
    assert resumed.epochs == 2
    list(resumed.learn(jobs=1))
    assert same(whole.network, resumed.network)
    assert resumed.curve == whole.curve


def test_a_checkpoint_of_another_course_is_refused(tmp_path: Path) -> None:
    """Training never continues with the weights of another course by mistake."""
    file = tmp_path / "x.npz"
    Student.new(short_course()).save(file)
    with pytest.raises(WeightsError, match="is a checkpoint of a run with other flags"):
        Student.resume(short_course(epochs=6), file)


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x03\x04hello"])
def test_a_file_that_is_not_a_checkpoint_is_refused(data: bytes, tmp_path: Path) -> None:
    """An empty file and a truncated archive get a clear error too."""
    file = tmp_path / "x.npz"
    file.write_bytes(data)
    with pytest.raises(WeightsError, match="isn’t a checkpoint"):
        Student.resume(short_course(), file)
