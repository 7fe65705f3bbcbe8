"""A review in sentences: its turning points and its notes."""

from __future__ import annotations

from collections.abc import Iterator

from torpedo_dice.review.labels import change_label, option_label
from torpedo_dice.review.sentences import words
from torpedo_dice.review.turning import TurningPoint, turning_points
from torpedo_dice.review.values import Decision, Luck, Review
from torpedo_dice.rules import Reroll, Roll
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import Names, listed, plain, player_name


def names_of(review: Review) -> list[str]:
    """Return the players' names, with numbers where they would be the same."""
    names = [player_name(player) for player in review.players]
    return [
        say.NUMBERED.format(name=name, number=names[: seat + 1].count(name))
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


def tell_turning_point(review: Review, point: TurningPoint, names: Names) -> str:
    """Describe a turning point."""
    step, name = point.step, names[point.seat]
    change = change_label(step.change, point.seat, is_solo=review.is_solo)
    if isinstance(step, Decision):
        return words.TURN_CHOICE.format(
            round=point.round,
            name=name,
            taken=option_label(step, step.taken.move, names),
            best=option_label(step, step.best.move, names),
            change=change,
        )
    if not isinstance(step, Luck):
        return words.TURN_RESIGNED.format(
            round=point.round, name=names[step.seat], other=name, change=change
        )
    move = step.move
    if isinstance(move, Roll):
        dice = " ".join(map(str, move.dice))
        return words.TURN_ROLL.format(round=point.round, dice=dice, name=name, change=change)
    if isinstance(move, Reroll):
        return words.TURN_PROPELLER.format(
            round=point.round, name=names[move.seat], face=move.face, change=change
        )
    return words.TURN_START.format(first=names[move.seat], name=name, change=change)


def notes(review: Review) -> Iterator[str]:
    """Say how the game was judged, and what the review can't know."""
    if not review.is_finished:
        yield words.UNFINISHED
    for player in review.players:
        if player.stand_in is not None:
            yield words.STOOD_IN.format(
                bot=say.BOTS.get(player.stand_in, plain(player.stand_in)), name=plain(player.name)
            )
    if review.judge in words.JUDGE:
        yield words.JUDGE[review.judge]
