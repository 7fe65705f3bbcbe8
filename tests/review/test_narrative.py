"""A review in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
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


@cache
def random_reviews() -> list[Review]:
    """Return reviews of random games, among which is every kind of turning point."""
    records = (
        random_record(Setup("mission", 2, 12), Random(seed), rounds=8)  # noqa: S311
        for seed in range(6)
    )
    return [review(record, MadeUpJudge()) for record in records]


def test_each_kind_of_turning_point_is_told() -> None:
    """Rolls, the draw, propellers, choices and resignations, with the names of the players."""
    told: dict[object, str] = {}
    for reviewed in random_reviews():
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


def turning_points_of_each_kind() -> Iterator[tuple[Review, TurningPoint]]:
    """Yield rolls, draws, propellers, choices and resignations of random games, for each seat."""
    for reviewed in random_reviews():
        for number, step in reviewed.steps():
            if not isinstance(step, Decision):
                yield from ((reviewed, TurningPoint(number, step, seat, 0.5)) for seat in (0, 1))
            elif step.loss > 0.01:
                yield reviewed, TurningPoint(number, step, step.seat, 0.5)


def test_the_reader_is_you() -> None:
    """In the sentences of their own language; their name isn't needed."""
    points = list(turning_points_of_each_kind())
    told = {tell_turning_point(one, point, ["You", "Noor"], 0) for one, point in points}
    for words in (
        "You were drawn as the start player. For Noor: ",
        "Noor was drawn as the start player. For you: ",
        ": the dice rolled ",
        ": your propeller rolled a ",
        ": the propeller of Noor rolled a ",
        ": you chose ",
        ": Noor chose ",
        ": you resigned. For ",
    ):
        assert any(words in sentence for sentence in told), words
    for language in LANGUAGES:
        with speaking(language):
            for one, point in points[::3]:
                named = ["NAME", "Noor"]
                sentence = tell_turning_point(one, point, named, 0)
                assert "{" not in sentence
                # Only fins name a player whose die was copied.
                assert "NAME" not in sentence.replace("(NAME)", "")


def test_names_for_the_reader(versus: Review) -> None:
    """Their seat is called "You"; others who have the same name keep their numbers."""
    same = replace(versus, players=(PlayerInfo("Ada"), PlayerInfo("Ada")))
    assert names_of(same.players, 0) == ["You", "Ada 2"]
    assert names_of(same.players, None) == ["Ada 1", "Ada 2"]
    away = replace(versus, players=(PlayerInfo("Ada", stand_in="captain"), PlayerInfo("Noor")))
    assert next(iter(notes(away, 0))).startswith("Captain has moved for you at least once")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(language: str, versus: Review, alone: Review) -> None:
    """The sentences are complete in every language."""
    with speaking(language):
        for reviewed in (versus, alone):
            names = names_of(reviewed.players)
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
    assert names_of(same.players) == ["Ada 1", "Ada 2"]
