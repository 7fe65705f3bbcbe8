"""`torpedo train`: what it writes, prints and leaves behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from torpedo_dice.bots.brain.weights import read_network
from torpedo_dice.lab import course
from torpedo_dice.lab.course import Course
from torpedo_dice.lab.train import Student
from torpedo_dice.lab.train_command import courses_of, run_training
from torpedo_dice.rules import GameSetupError, Mode, Sheet

SHORT = Course(Mode.SOLO, epochs=2, games=8)


@pytest.fixture(autouse=True)
def _short_exams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "_EXAM_GAMES", 4)


def test_the_command_writes_weights_and_removes_the_checkpoint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The result is a network with its facts, and one line for each point of the curve."""
    assert run_training(tmp_path / "w", [SHORT], jobs=1)
    assert [file.name for file in (tmp_path / "w").iterdir()] == ["solo.npz"]
    _, facts = read_network(tmp_path / "w" / "solo.npz")
    assert facts["learned"] == 2
    assert [epochs for epochs, _ in facts["curve"]] == [2]
    curve, written = capsys.readouterr().out.splitlines()
    assert curve.startswith("solo: 2 epochs")
    assert written.endswith("solo.npz written.")


def test_an_interrupted_training_says_how_to_resume(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C is not an error: one sentence, and False."""

    def interrupted(_: Student, **_place: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Student, "learn", interrupted)
    assert not run_training(tmp_path, [SHORT])
    assert "Run it again with the same flags to resume" in capsys.readouterr().err


def test_the_courses_fit_the_submarine(mission: Sheet, training: Sheet) -> None:
    """Without a mode, all modes that the sheet can be played in; a mode that it can't is an error.

    Without a sheet there is a course for every mode.
    """
    assert [course.mode for course in courses_of(None, 2, 1, None)] == list(Mode)
    assert [course.mode for course in courses_of(None, 2, 1, mission)] == [Mode.MISSION, Mode.SOLO]
    assert [course.mode for course in courses_of(None, 2, 1, training)] == [Mode.TRAINING]
    with pytest.raises(GameSetupError):
        courses_of(Mode.SOLO, 2, 1, training)
