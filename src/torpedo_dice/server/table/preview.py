"""The effect of a choice, as a message."""

from __future__ import annotations

from typing import cast

from torpedo_dice.rules import (
    Activate,
    Fire,
    Game,
    MalformedMoveError,
    Modify,
    NotYourMoveError,
    PlayerAt,
    Seat,
    Sentence,
    parse_move,
    preview,
)
from torpedo_dice.server.messages.events import automaton_shot
from torpedo_dice.server.messages.values import Field
from torpedo_dice.server.messages.views import PreviewView


def preview_choice(
    game: Game,
    seat: Seat,
    modify: str | None,
    fields: list[Field] | None,
    activate: str | None,
) -> PreviewView:
    """Return the effect of a choice; raise MoveError if it is malformed or illegal."""
    use = None if modify is None else _modification(modify, seat)
    seen = preview(game, _choice(seat, fields, activate), use)
    fired = seen.fired
    return PreviewView(
        face=seen.face,
        fields=() if fired is None else fired.fields,
        struck=() if fired is None else fired.struck,
        hits=0 if fired is None else fired.hits,
        misses=0 if fired is None else fired.misses,
        skull=fired is not None and fired.skull,
        destroyed=tuple(system.id for system in seen.destroyed),
        sinks=seen.sinks,
        reserve=seen.reserve,
        automaton=None if seen.automaton is None else automaton_shot(seen.automaton),
    )


def _modification(text: str, seat: Seat) -> Modify:
    move = parse_move(text)
    if not isinstance(move, Modify):
        why = Sentence("that isn’t the use of a system")
        raise MalformedMoveError("form", why, move=text, position="", where=Sentence("text form"))
    if move.seat != seat:
        not_yours = Sentence("you don’t play for {player}", player=PlayerAt(move.seat))
        raise NotYourMoveError(
            "not_your_seat", not_yours, move=text, position="", where=Sentence("text form")
        )
    return move


def _choice(seat: Seat, fields: list[Field] | None, activate: str | None) -> Fire | Activate:
    if fields is not None:
        return Fire(seat, tuple(fields))
    return cast("Activate", parse_move(f"{seat} activate {activate}"))
