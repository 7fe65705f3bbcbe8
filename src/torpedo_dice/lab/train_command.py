"""`torpedo train`: training with a progress bar, checkpoints and a learning curve."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from torpedo_dice.bots.brain.weights import (
    chances_name,
    load_network,
    own_network,
    weights_name,
    write_network,
)
from torpedo_dice.lab.chances import ChancesCourse, train_chances
from torpedo_dice.lab.course import Course
from torpedo_dice.lab.train import Student
from torpedo_dice.locale import decimal
from torpedo_dice.locale import gettext as _
from torpedo_dice.rules import Mode, Sheet, SoloEnd
from torpedo_dice.rules.setup import MIN_PLAYERS, check_setup

# Checkpoints are cheap; an interruption loses at most this many epochs.
_CHECKPOINT_EVERY = 20


def courses_of(
    mode: Mode | None, epochs: int | None, seed: int, sheet: Sheet | None
) -> list[Course]:
    """Return the courses for a mode, or for all that a sheet can be played in."""
    epochs = Course.epochs if epochs is None else epochs + epochs % 2
    text = _text_of(sheet)
    return [Course(each, epochs=epochs, seed=seed, sheet=text) for each in _modes(mode, sheet)]


def chances_courses_of(
    mode: Mode | None, epochs: int | None, seed: int, sheet: Sheet | None
) -> list[ChancesCourse]:
    """Return the same for networks that state chances, which solo games don't need.

    There are two for each mode: for any submarine, and for the given one.
    """
    text = _text_of(sheet)
    courses = [
        kind(each, seed=seed, sheet=text)
        for each in _modes(mode, sheet)
        if each is not Mode.SOLO
        for kind in (ChancesCourse, ChancesCourse.for_sheet)
    ]
    return courses if epochs is None else [replace(course, tasks=epochs) for course in courses]


def _modes(mode: Mode | None, sheet: Sheet | None) -> list[Mode]:
    modes = [mode] if mode is not None else list(Mode)
    if sheet is None:
        return modes
    if mode is None:
        modes = [mode for mode in modes if (mode is not Mode.TRAINING) is sheet.is_mission]
    for mode in modes:
        check_setup(sheet, mode, 1 if mode is Mode.SOLO else MIN_PLAYERS, SoloEnd.END_OF_ROUND)
    return modes


def _text_of(sheet: Sheet | None) -> str:
    return "" if sheet is None else json.dumps(sheet.to_data(), sort_keys=True)


def run_training(
    out: Path, courses: Sequence[Course], *, jobs: int | None = None, on: str | None = None
) -> bool:
    """Follow each course in turn; return False if interrupted.

    `jobs` and `on` say where the games are played, as for `ordered_map`.
    """
    out.mkdir(parents=True, exist_ok=True)
    try:
        for course in courses:
            _train(out, course, jobs, on)
    except KeyboardInterrupt:
        print(_("Interrupted. Run it again with the same flags to resume."), file=sys.stderr)
        return False
    return True


def run_chances_training(
    out: Path, courses: Sequence[ChancesCourse], *, jobs: int | None = None, on: str | None = None
) -> bool:
    """Train the networks that state chances, for players with the networks in the folder.

    Where it has none, the built-in bots play. Returns False if interrupted.
    """
    out.mkdir(parents=True, exist_ok=True)
    try:
        for course in courses:
            is_own = (out / weights_name(course.mode)).exists()
            players = own_network(out, course.mode) if is_own else load_network(course.mode)
            path = out / chances_name(course.mode, is_for_sheet=course.is_for_sheet)
            write_network(path, train_chances(course, players, jobs=jobs, on=on), course.facts())
            print(_("{file} written.").format(file=path))
    except KeyboardInterrupt:
        print(_("Interrupted."), file=sys.stderr)
        return False
    return True


def _train(out: Path, course: Course, jobs: int | None, on: str | None) -> None:
    checkpoint = out / f"{course.mode}.checkpoint.npz"
    student = Student.resume(course, checkpoint) if checkpoint.exists() else Student.new(course)
    sentence = (
        _("{mode}: {epochs} epochs, {share}% of solo games won")
        if course.mode is Mode.SOLO
        else _("{mode}: {epochs} epochs, {share}% against lieutenants")
    )
    with _progress() as progress:
        task = progress.add_task(str(course.mode), total=course.epochs, error="")
        progress.update(task, completed=student.epochs)
        reported = len(student.curve)
        for error in student.learn(jobs=jobs, on=on):
            progress.update(
                task,
                completed=student.epochs,
                error=_("error {error}").format(error=decimal(error, 3)),
            )
            if student.epochs % _CHECKPOINT_EVERY == 0:
                student.save(checkpoint)
            for epoch, share in student.curve[reported:]:
                share_now = decimal(100 * share, 0)
                print(sentence.format(mode=course.mode, epochs=epoch, share=share_now))
            reported = len(student.curve)
    student.write(out / weights_name(course.mode))
    checkpoint.unlink(missing_ok=True)
    print(_("{file} written.").format(file=out / weights_name(course.mode)))


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[error]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
