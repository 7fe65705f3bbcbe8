"""A game record retold: in words, with the position drawn at the end."""

from __future__ import annotations

from torpedo_dice.record import Finding, RecordData, Replay
from torpedo_dice.rules import Finished, Modified, Rerolled, RoundEnded, Sentence
from torpedo_dice.text.draw import draw_dashboard, draw_grid, draw_legend
from torpedo_dice.text.look import grid_title
from torpedo_dice.text.sentences import say
from torpedo_dice.text.words import Names, listed, plain, tell, tell_scores

# What the reveal at the end of a round tells anyway.
_UNTOLD = (Finished, Modified, Rerolled, RoundEnded)


def retell(record: RecordData, round_number: int | None = None) -> list[str]:
    """Retell a record, or one round of it, and draw how things stood then.

    A record that cannot be replayed raises a Finding with its place, and so does a round that
    was not played.
    """
    replay = Replay(record)
    names = _told_apart([plain(player.name) for player in replay.players])
    last = len(replay.rounds) if round_number is None else round_number
    if not 0 < last <= len(replay.rounds) and round_number is not None:
        count = len(replay.rounds)
        raise Finding(
            "rounds",
            Sentence("has {count} rounds, so there is no round {number}", count=count, number=last),
        )
    lines = _title(replay, names)
    for index in range(last):
        events = [e for e in replay.play_round(index) if not isinstance(e, _UNTOLD)]
        if round_number in (None, index + 1):
            lines += ["", *tell(events, names)]
    lines += _positions(replay, names)
    if replay.game.outcome is not None:
        lines += ["", *tell_scores(replay.game.outcome, names)]
    elif round_number is None:
        lines += ["", say.UNFINISHED]
    return lines


def _told_apart(names: list[str]) -> list[str]:
    """Give players of one name a number: two bots of a kind often have the same."""
    return [
        say.NUMBERED.format(name=name, number=names[: seat + 1].count(name))
        if names.count(name) > 1
        else name
        for seat, name in enumerate(names)
    ]


def _title(replay: Replay, names: Names) -> list[str]:
    game = replay.game
    title = say.TITLE_SOLO if game.is_solo else say.TITLE
    return [title.format(mode=say.MODES[game.mode], names=listed(names))]


def _positions(replay: Replay, names: Names) -> list[str]:
    game = replay.game
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
