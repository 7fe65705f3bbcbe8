"""`torpedo train`: what it writes, prints and leaves behind."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from torpedo_dice.bots.brain.network import Network, new_network
from torpedo_dice.bots.brain.weights import load_network, read_network, write_network
from torpedo_dice.lab import course, train_command
from torpedo_dice.lab.chances import ChancesCourse
from torpedo_dice.lab.course import Course
from torpedo_dice.lab.train import Student
from torpedo_dice.lab.train_command import (
    chances_courses_of,
    courses_of,
    run_chances_training,
    run_training,
)
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


def test_chances_are_trained_for_the_players_of_the_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without networks there, the built-in bots play."""
    trained_for = []

    def train(_: ChancesCourse, players: Network, **_place: object) -> Network:
        trained_for.append(players)
        return new_network(8, 4, 1, looks_at_rivals=True)

    monkeypatch.setattr(train_command, "train_chances", train)
    own = new_network(6, 4, 2)
    write_network(tmp_path / "mission.npz", own, {})
    assert run_chances_training(tmp_path, chances_courses_of(None, 1, 1, None))
    # For any submarine, and for the built-in one.
    assert all(built_in is load_network(Mode.TRAINING) for built_in in trained_for[:2])
    assert all(np.array_equal(found.hidden, own.hidden) for found in trained_for[2:])
    assert len(trained_for) == 4
    for name in ("mission-chances.npz", "mission-sheet-chances.npz"):
        network, facts = read_network(tmp_path / name)
        assert network.rivals.shape == (8, 4)
        assert (facts["mode"], facts["tasks"]) == ("mission", 1)
        assert facts["is_for_sheet"] == ("sheet" in name)
    assert capsys.readouterr().out.endswith("mission-sheet-chances.npz written.\n")


def test_solo_games_need_no_network_for_chances() -> None:
    """There are courses for each other mode."""
    assert chances_courses_of(None, None, 1, None) == [
        kind(mode)
        for mode in (Mode.TRAINING, Mode.MISSION)
        for kind in (ChancesCourse, ChancesCourse.for_sheet)
    ]
    assert all(course.tasks == 1 for course in chances_courses_of(None, 1, 1, None))
