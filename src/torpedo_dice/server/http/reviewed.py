"""A review as a message: figures, sentences in the current language, the view at each choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from torpedo_dice.record import PlayerInfo, RecordData
from torpedo_dice.review import ChoiceKind, Decision, Grade, Option, Review
from torpedo_dice.review.figures import sums
from torpedo_dice.review.judge import worth
from torpedo_dice.review.labels import option_label, rank_label
from torpedo_dice.review.narrative import names_of, notes, tell_turning_point, title_of
from torpedo_dice.review.rank import estimate_rank
from torpedo_dice.review.sentences import words
from torpedo_dice.review.turning import turning_points
from torpedo_dice.review.values import grade_of
from torpedo_dice.rules import Fire, Seat
from torpedo_dice.server.http.replay import view_changes, view_parts
from torpedo_dice.server.messages.review import (
    ReviewedDecision,
    ReviewedOption,
    ReviewedPlayer,
    ReviewedRound,
    ReviewedTurningPoint,
    ReviewMessage,
    ReviewSum,
)
from torpedo_dice.server.table.seat import NAMELESS, SeatState
from torpedo_dice.server.table.views import Scene, ViewWriter
from torpedo_dice.text.sentences import say


def review_message(review: Review, record: RecordData, you: Seat | None = None) -> ReviewMessage:
    """Return a review in the current language; `you` is the reader's seat, if they played."""
    names = shown_names(review.players, you)
    translated = replace(review, players=tuple(map(_translated, review.players)))
    return ReviewMessage(
        title=title_of(review, names),
        mode=review.mode,
        start=list(review.start),
        players=[_player(review, seat, name) for seat, name in enumerate(names)],
        rounds=[
            ReviewedRound(
                each.number, list(each.after), list(each.luck), list(each.play), list(each.error)
            )
            for each in review.rounds
        ],
        decisions=list(_decisions(review, record, names)),
        turning_points=list(_turning_points(review, names, you)),
        notes=list(notes(translated, you)),
        words=_words(review),
    )


def shown_names(players: Iterable[PlayerInfo], you: Seat | None) -> list[str]:
    """Return what the players are called in a review for a reader."""
    return names_of([_translated(player) for player in players], you)


def _translated(player: PlayerInfo) -> PlayerInfo:
    """Translate a name that stands for none: a bot's rank, or a player's number."""
    if player.bot is not None:
        has_name = SeatState(player.kind, player.name, player.bot).own_name
        rank = say.BOTS.get(player.bot, player.bot)
        return player if has_name else replace(player, name=rank)
    nameless = NAMELESS.fullmatch(player.name)
    if nameless is None:
        return player
    return replace(player, name=say.NUMBERED.format(name=say.PLAYER, number=nameless[1]))


def _player(review: Review, seat: Seat, name: str) -> ReviewedPlayer:
    totals = review.totals(seat)
    return ReviewedPlayer(
        name=name,
        sums=[
            ReviewSum(each.start, each.luck, each.own, each.others, each.error, each.end)
            for each in sums(review, seat)
        ],
        loss=totals.loss,
        loss_each=totals.mean_loss,
        decisions=totals.decisions,
        grades={str(grade): count for grade, count in totals.grades.items()},
        rank=rank_label(estimate_rank(review, seat)),
    )


def _decisions(review: Review, record: RecordData, names: list[str]) -> Iterator[ReviewedDecision]:
    seats = [SeatState(player.kind, player.name, player.bot) for player in review.players]
    writer = ViewWriter()
    last: dict[str, Any] = {"seats": [{} for _ in seats]}
    for number, decision in review.decisions():
        scene = Scene(sheet=record["sheet"], seats=seats, game=decision.view)
        now = view_parts(writer.write(scene, decision.seat))
        moves = [option.move for option in decision.candidates]
        yield ReviewedDecision(
            round=number,
            seat=decision.seat,
            kind=decision.kind.value,
            grade=str(decision.grade),
            loss=decision.loss,
            count=decision.options,
            options=[option_message(decision, option, names) for option in decision.candidates],
            taken=moves.index(decision.taken.move),
            best=moves.index(decision.best.move),
            played=decision.played,
            part=decision.part,
            view=view_changes(last, now),
        )
        last = now


def option_message(decision: Decision, option: Option, names: list[str]) -> ReviewedOption:
    """Return an option of a decision, compared with the best one."""
    move, player = option.move, decision.view.players[decision.seat]
    loss = max(0.0, _worth(decision, decision.best) - _worth(decision, option))
    # Before a system is used, any shot stands for not using one.
    is_aimed = decision.kind is ChoiceKind.AIM or player.modify is not None
    return ReviewedOption(
        move=str(move),
        label=option_label(decision, move, names),
        outlook=list(option.outlook),
        error=option.error,
        loss=loss,
        grade=str(grade_of(loss)),
        fields=list(move.fields) if isinstance(move, Fire) and is_aimed else None,
    )


def _worth(decision: Decision, option: Option) -> float:
    return worth(option.outlook, decision.seat, is_solo=decision.view.is_solo)


def _turning_points(
    review: Review, names: list[str], you: Seat | None
) -> Iterator[ReviewedTurningPoint]:
    decisions = [decision for _, decision in review.decisions()]
    for point in turning_points(review):
        found = (number for number, one in enumerate(decisions) if one is point.step)
        sentence = tell_turning_point(review, point, names, you)
        yield ReviewedTurningPoint(sentence, point.round, next(found, None))


def _words(review: Review) -> dict[str, str]:
    """Return the review's own headings and names, so that the page doesn't repeat them."""
    is_solo = review.is_solo
    return {
        "sums": words.SUM_TITLE_SOLO if is_solo else words.SUM_TITLE,
        "chart": words.CHART_TITLE_SOLO if is_solo else words.CHART_TITLE,
        "choices_title": words.CHOICES_TITLE_SOLO if is_solo else words.CHOICES_TITLE,
        "turning": words.TURNING_TITLE,
        "no_turning": words.NO_TURNING_POINT,
        "player": words.PLAYER,
        "start": words.START,
        "luck": words.LUCK,
        "own": words.OWN,
        "others": words.OTHERS,
        "error": words.ERROR,
        "end": words.RESULT if review.is_finished else words.SO_FAR,
        "win": words.WIN_CHANCE,
        "score": words.SCORE,
        "choices": words.CHOICES,
        "loss_each": words.COST_EACH,
        "rank": words.PLAYS_LIKE,
        "chosen": words.CHOSEN,
        "best": words.BEST,
        "cost": words.COST,
        **{str(kind): words.KINDS[kind] for kind in ChoiceKind},
        **{f"grade_{grade}": words.GRADES[grade] for grade in Grade},
    }
