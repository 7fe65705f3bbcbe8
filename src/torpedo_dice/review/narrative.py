"""A review in sentences: its turning points and its notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from torpedo_dice.record import PlayerInfo
from torpedo_dice.review.labels import change_label, option_label
from torpedo_dice.review.sentences import words
from torpedo_dice.review.turning import TurningPoint, turning_points
from torpedo_dice.review.values import Decision, Luck, Resignation, Review
from torpedo_dice.rules import Reroll, Roll, Seat
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import Names, listed, plain, player_name


def names_of(players: Sequence[PlayerInfo], you: Seat | None = None) -> list[str]:
    """Return the players' names, with numbers where they would be the same.

    The seat of the reader, if known, is called "You".
    """
    names = [player_name(player) for player in players]
    return [
        words.YOU
        if seat == you
        else say.NUMBERED.format(name=name, number=names[: seat + 1].count(name))
        if names.count(name) > 1
        else name
        for seat, name in enumerate(names)
    ]


def title_of(review: Review, names: Names) -> str:
    """Say what was played, and by whom."""
    sentence = say.TITLE_SOLO if review.is_solo else say.TITLE
    game = sentence.format(mode=say.MODES[review.mode], names=listed(names))
    return words.TITLE.format(game=game)


def tell_turning_points(review: Review, names: Names) -> list[str]:
    """Return a sentence for each turning point, or one that says there was none."""
    told = [tell_turning_point(review, point, names) for point in turning_points(review)]
    return told or [words.NO_TURNING_POINT]


def tell_turning_point(
    review: Review, point: TurningPoint, names: Names, you: Seat | None = None
) -> str:
    """Describe a turning point; `you` is the reader's seat, if they played."""
    step = point.step
    change = change_label(step.change, point.seat, is_solo=review.is_solo)
    if isinstance(step, Decision):
        sentence = words.TURN_CHOICE_YOU if step.seat == you else words.TURN_CHOICE
        return sentence.format(
            round=point.round,
            name=names[step.seat],
            taken=option_label(step, step.taken.move, names),
            best=option_label(step, step.best.move, names),
            change=change,
        )
    if isinstance(step, Luck) and isinstance(step.move, Reroll):
        mine = step.move.seat == you
        return (words.TURN_PROPELLER_YOU if mine else words.TURN_PROPELLER).format(
            round=point.round, name=names[step.move.seat], face=step.move.face, change=change
        )
    whom = words.TURN_FOR_YOU if point.seat == you else words.TURN_FOR
    told = whom.format(name=names[point.seat], change=change)
    return f"{_what_happened(point.round, step, names, you)} {told}"


def _what_happened(number: int, step: Luck | Resignation, names: Names, you: Seat | None) -> str:
    """Describe a step that concerns everybody."""
    if isinstance(step, Resignation):
        sentence = words.TURN_RESIGNED_YOU if step.seat == you else words.TURN_RESIGNED
        return sentence.format(round=number, name=names[step.seat])
    move = step.move
    if isinstance(move, Roll):
        return words.TURN_ROLL.format(round=number, dice=" ".join(map(str, move.dice)))
    sentence = words.TURN_START_YOU if move.seat == you else words.TURN_START
    return sentence.format(name=names[move.seat])


def notes(review: Review, you: Seat | None = None) -> Iterator[str]:
    """Say how the game was judged, and what the review can't know."""
    if not review.is_finished:
        yield words.UNFINISHED
    for seat, player in enumerate(review.players):
        if player.stand_in is not None:
            sentence = words.STOOD_IN_YOU if seat == you else words.STOOD_IN
            yield sentence.format(
                bot=say.BOTS.get(player.stand_in, plain(player.stand_in)), name=plain(player.name)
            )
    if review.judge in words.JUDGE:
        yield words.JUDGE[review.judge]
