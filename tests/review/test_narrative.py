"""A review in sentences."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.review.games import MadeUpJudge, random_record
from tests.rules.random_games import Setup
from torpedo_dice.locale import LANGUAGES, speaking
from torpedo_dice.record import PlayerInfo
from torpedo_dice.review import Decision, Luck, LuckKind, Resignation, Review, review
from torpedo_dice.review.narrative import (
    names_of,
    notes,
    tell_turning_point,
    tell_turning_points,
    title_of,
)
from torpedo_dice.review.turning import TurningPoint


def test_each_kind_of_turning_point_is_told() -> None:
    """Rolls, the draw, propellers, choices and resignations, with the names of the players."""
    told: dict[object, str] = {}
    for seed in range(8):
        record = random_record(Setup("mission", 2, 12), Random(seed), rounds=12)  # noqa: S311
        reviewed = review(record, MadeUpJudge())
        for number, step in reviewed.steps():
            if not isinstance(step, Decision) or step.loss > 0.01:
                point = TurningPoint(number, step, step.seat or 0, 0.5)
                kind = step.kind if isinstance(step, Luck) else type(step)
                told[kind] = tell_turning_point(reviewed, point, ["Ada", "Noor"])
    assert set(told) == {*LuckKind, Decision, Resignation}
    assert "was drawn as the start player. For" in told[LuckKind.START]
    assert "the dice rolled " in told[LuckKind.ROLL]
    assert "the propeller of " in told[LuckKind.PROPELLER]
    assert "was better: win chance −" in told[Decision]
    assert " resigned. For " in told[Resignation]
    assert all("Ada" in sentence or "Noor" in sentence for sentence in told.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language: str, versus: Review, alone: Review) -> None:
    """The sentences are complete in every language."""
    with speaking(language):
        for reviewed in (versus, alone):
            names = names_of(reviewed)
            lines = [title_of(reviewed, names), *tell_turning_points(reviewed, names)]
            lines += notes(reviewed)
            assert len(lines) >= 4
            assert not any("{" in line for line in lines)


def test_a_game_without_turning_points() -> None:
    """A quiet game says so."""
    reviewed = review(random_record(Setup("mission", 2, 12), Random(1), rounds=0), MadeUpJudge())  # noqa: S311
    quiet = replace(reviewed, rounds=(replace(reviewed.rounds[0], steps=()),))
    assert tell_turning_points(quiet, ["Ada", "Noor"]) == [
        "None: nothing changed the win chance by more than 2%."
    ]


def test_notes(alone: Review) -> None:
    """An unfinished game and a stand-in are mentioned; untrusted names are plain."""
    assert "unfinished" in next(iter(notes(alone)))
    players = (PlayerInfo("A\x1b[31m", stand_in="captain"),)
    told = list(notes(replace(alone, players=players, judge="quick")))
    assert told[1].startswith("Captain has moved for A?[31m")
    assert told[2].startswith("Judged by a search")
    same = replace(alone, players=(PlayerInfo("Ada"), PlayerInfo("Ada")))
    assert names_of(same) == ["Ada 1", "Ada 2"]
