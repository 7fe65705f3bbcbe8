"""The documents on the environments are correct: examples run, tables agree with the code."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from torpedo_dice.envs.actions import FIRST_ACTIVATE, FIRST_FIRE, SWITCHES, USES, action_count
from torpedo_dice.sheets import load_sheet

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["envs", "pettingzoo", "gymnasium", "openspiel"])
def test_the_examples_run(page: str) -> None:
    """Every example prints what the document says."""
    failed, run = doctest.testfile(str(DOCS / f"{page}.md"), module_relative=False)
    assert run > 5
    assert failed == 0


def test_the_table_of_actions_names_every_system() -> None:
    """Each use of a system is listed with its number."""
    text = (DOCS / "envs.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([0-9, to…]+) \| ([123]) \| (.+) \|$", text, flags=re.M)
    uses = [
        (int(number), row)
        for numbers, phase, row in rows
        if phase == "2"
        for number in re.findall(r"\d+", numbers)
    ]
    for number, row in uses:
        assert USES[number - 5][0].id in row
    assert len(uses) == len(USES)
    (activate,) = [row for numbers, _, row in rows if numbers.startswith(str(FIRST_ACTIVATE))]
    assert activate == f"activate {', '.join(system.id for system in SWITCHES)}"
    assert any(numbers.startswith(str(FIRST_FIRE)) for numbers, _, _ in rows)


def test_the_numbers_of_our_submarines() -> None:
    """Actions and targets are those of the sheets."""
    envs, gymnasium, openspiel = (
        (DOCS / f"{page}.md").read_text("utf-8") for page in ("envs", "gymnasium", "openspiel")
    )
    mission, training = load_sheet("mission"), load_sheet("training")
    actions = (action_count(mission), action_count(training))
    targets = (len(mission.targets), len(training.targets))
    assert "{} actions on our Mission sheet, {} on our Training".format(*actions) in envs
    assert "({} in Mission, {} in Training)".format(*targets) in envs
    assert "{} in Mission, {} in Training".format(*actions) in openspiel
    assert f"{targets[0]} targets instead of {actions[0] - FIRST_FIRE} shots" in gymnasium
