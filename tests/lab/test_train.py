"""Training: it repeats exactly, and resumes after an interruption as if there had been none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.weights import WeightsError, as_array, from_array, write_arrays
from torpedo_dice.lab import train
from torpedo_dice.lab.course import Course
from torpedo_dice.lab.train import Student, exam
from torpedo_dice.rules import Mode


@pytest.fixture(autouse=True)
def _short_exams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "_EXAM_GAMES", 4)


def short_course(epochs: int = 4, seed: int = 1) -> Course:
    """A course that takes a moment."""
    return Course(Mode.SOLO, epochs=epochs, seed=seed, games=8)


def trained(course: Course) -> Student:
    """A student at the end of its course."""
    student = Student.new(course)
    list(student.learn())
    return student


def same(one: Network, two: Network) -> bool:
    """Whether two networks are equal to the last bit."""
    return all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_training_repeats_exactly() -> None:
    """The same course gives the same weights; another seed gives others."""
    student = trained(short_course())
    assert same(student.network, trained(short_course()).network)
    assert not same(student.network, trained(short_course(seed=2)).network)


def test_an_interruption_changes_nothing(tmp_path: Path) -> None:
    """Half of the course, a checkpoint, and the other half give what the whole gives."""
    whole = trained(short_course())
    half = Student.new(short_course())
    next(half.learn())
    half.save(tmp_path / "x.npz")
    resumed = Student.resume(short_course(), tmp_path / "x.npz")
    assert resumed.epochs == 2
    list(resumed.learn())
    assert same(whole.network, resumed.network)
    assert resumed.curve == whole.curve


def test_a_checkpoint_of_version_0_1_resumes(tmp_path: Path) -> None:
    """Up to 0.1 the epochs of a checkpoint were called lessons."""
    file = tmp_path / "x.npz"
    Student.new(short_course()).save(file)
    with np.load(file) as arrays:
        old = dict(arrays)
    state = from_array(old["state"])
    state["facts"]["lessons"] = state["facts"].pop("epochs")
    write_arrays(file, {**old, "state": as_array(state)})
    assert Student.resume(short_course(), file).epochs == 0


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


@pytest.mark.parametrize("mode", Mode)
def test_an_exam_is_a_share_of_games(mode: Mode) -> None:
    """A network of any mode is measured by games that it plays."""
    assert 0 <= exam(Student.new(Course(mode)).network, mode) <= 1
