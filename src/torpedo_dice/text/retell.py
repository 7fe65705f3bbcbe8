"""Retells a game record in words, with the position drawn at the end."""

from __future__ import annotations

from torpedo_dice.record import Finding, RecordData, Replay, StepKind
from torpedo_dice.rules import Game, Sentence
from torpedo_dice.text.draw import draw_dashboard, draw_grid, draw_legend
from torpedo_dice.text.look import grid_title
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import Names, player_name, tell, tell_scores, title


def retell(record: RecordData, round_number: int | None = None) -> list[str]:
    """Retell a record, or one round of it, and draw the position at its end.

    Raises a Finding with its location if the record can't be replayed or the round wasn't played.
    """
    replay = Replay(record)
    game, names = replay.game, _told_apart([player_name(player) for player in replay.players])
    if round_number is not None:
        _check_round(round_number, len(replay.rounds))
    lines = [title(game, names)]
    for step in replay.steps():
        if round_number in (None, game.round):
            told = tell(step.events, names)
            lines += ["", *told] if step.kind is StepKind.ROLLED else told
        if step.kind is StepKind.ROUND_ENDED and game.round == round_number:
            break
    lines += _positions(game, names)
    if game.outcome is not None:
        lines += ["", *tell_scores(game.outcome, names)]
    elif round_number is None:
        lines += ["", say.UNFINISHED]
    return lines


def _check_round(number: int, count: int) -> None:
    if number not in range(1, count + 1):
        raise Finding(
            "rounds",
            Sentence(
                "there’s no round {number}: the last one is {count}", count=count, number=number
            ),
        )


def _told_apart(names: list[str]) -> list[str]:
    """Add numbers to identical names, such as those of two bots of the same kind."""
    return [
        say.NUMBERED.format(name=name, number=names[: seat + 1].count(name))
        if names.count(name) > 1
        else name
        for seat, name in enumerate(names)
    ]


def _positions(game: Game, names: Names) -> list[str]:
    lines: list[str] = []
    for seat in game.seats:
        lines += [
            "",
            grid_title(game, seat, names),
            *draw_grid(game.sheet, game.players[seat].hits, game.players[seat].misses),
            say.DASHBOARD_TITLE.format(name=names[seat]),
            *draw_dashboard(game, seat),
        ]
    return [*lines, draw_legend(game.sheet)]
