"""A review as a message: its figures, its words, and a view for each decision."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

import msgspec
import pytest

from torpedo_dice.locale import LANGUAGES, speaking
from torpedo_dice.record import PlayerInfo, RecordData
from torpedo_dice.review import Review, review
from torpedo_dice.review.quick import QuickJudge
from torpedo_dice.server.http.reviewed import review_message
from torpedo_dice.server.messages.codec import encode
from torpedo_dice.server.messages.review import ReviewMessage

Reviews: TypeAlias = list[tuple[Review, RecordData]]


@pytest.fixture(scope="module")
def reviews(
    training_record: RecordData, solo_record: RecordData
) -> list[tuple[Review, RecordData]]:
    """A game of two, and a solo game."""
    judge = QuickJudge()
    return [(review(record, judge), record) for record in (training_record, solo_record)]


def test_figures(reviews: Reviews) -> None:
    """Sums add up to the last digit; options are compared with the best, which loses nothing."""
    for made, record in reviews:
        message = msgspec.json.decode(encode(review_message(made, record)), type=ReviewMessage)
        for player in message.players:
            assert sum(player.grades.values()) == player.decisions
            for part in player.sums:
                changes = part.luck + part.own + part.others + part.error
                assert part.start + changes == pytest.approx(part.end, abs=1e-9)
        for decision in message.decisions:
            taken, best = (decision.options[n] for n in (decision.taken, decision.best))
            assert best.loss == 0
            assert taken.loss == pytest.approx(decision.loss)
            assert taken.grade == decision.grade


def test_views(reviews: Reviews) -> None:
    """Completed by what came before, each view is that of the seat that decides."""
    for made, record in reviews:
        message: Any = msgspec.json.decode(encode(review_message(made, record)))
        view: dict[str, Any] = {}
        for decision, (number, original) in zip(
            message["decisions"], made.decisions(), strict=True
        ):
            view |= {key: part for key, part in decision["view"].items() if key != "seats"}
            assert (view["round"], view["seat"]) == (number, original.seat)
            options = view["options"]
            assert options["picks"] or options["shots"] or options["activations"]
            assert (decision["kind"] == "die") == bool(options["picks"])


def test_words(reviews: Reviews) -> None:
    """Turning points point at decisions, and everything is said in the reader's language."""
    made, record = reviews[0]
    told = []
    for language in LANGUAGES:
        with speaking(language):
            message = review_message(made, record)
        told.append([message.title, *(point.sentence for point in message.turning_points)])
        for point in message.turning_points:
            if point.decision is not None:
                assert message.decisions[point.decision].round == point.round
        assert all(message.words.values())
    assert len({tuple(sentences) for sentences in told}) == len(LANGUAGES)


def test_names(reviews: Reviews) -> None:
    """The reader is "You"; for others, a player without a name and a rank are translated."""
    made, record = reviews[0]
    players = (PlayerInfo("Player 1"), PlayerInfo("Captain", kind="bot", bot="captain"))
    game = replace(made, players=players)
    with speaking("de"):
        mine, theirs = (review_message(game, record, you) for you in (0, None))
    assert [player.name for player in mine.players] == ["Du", "Kapitän"]
    assert [player.name for player in theirs.players] == ["Crew 1", "Kapitän"]
    assert mine.title == "Analyse: Torpedo Dice, Training: Du und Kapitän."
    assert theirs.title == "Analyse: Torpedo Dice, Training: Crew 1 und Kapitän."
