"""What a choice would do, as data: played to the end of the round on a copy of the game."""

from __future__ import annotations

from typing import Any

from torpedo_dice.rules import (
    Activate,
    Fire,
    Game,
    IllegalMoveError,
    MalformedMoveError,
    Modify,
    NotYourMoveError,
    Seat,
    Sentence,
    parse_move,
    preview,
)
from torpedo_dice.rules.systems import SYSTEMS_BY_ID
from torpedo_dice.server.messages.events import automaton_data


def preview_data(
    game: Game,
    seat: Seat,
    modify: str | None,
    fields: list[tuple[int, int]] | None,
    activate: str | None,
) -> dict[str, Any]:
    """Return what a choice would do; a MoveError if it may not be made."""
    use = None if modify is None else _modification(modify, seat)
    seen = preview(game, _choice(seat, fields, activate), use)
    fired = seen.fired
    shot = () if fired is None else fired.fields
    automaton = None if seen.automaton is None else automaton_data(seen.automaton)
    if automaton is not None:
        del automaton["event"]
    return {
        "face": seen.face,
        "fields": shot,
        "struck": () if fired is None else fired.struck,
        "hits": 0 if fired is None else fired.hits,
        "misses": 0 if fired is None else fired.misses,
        "skull": fired is not None and fired.skull,
        "destroyed": [system.id for system in seen.destroyed],
        "sinks": seen.sinks,
        "reserve": seen.reserve,
        "automaton": automaton,
    }


def _modification(text: str, seat: Seat) -> Modify:
    move = parse_move(text)
    if not isinstance(move, Modify):
        raise MalformedMoveError(
            "form",
            Sentence("that is not the use of a system"),
            move=text,
            position="",
            where=Sentence("as text"),
        )
    if move.seat != seat:
        raise NotYourMoveError(
            "not_your_seat",
            Sentence("seat {seat} is not yours", seat=move.seat),
            move=text,
            position="",
            where=Sentence("as text"),
        )
    return move


def _choice(
    seat: Seat, fields: list[tuple[int, int]] | None, activate: str | None
) -> Fire | Activate:
    if fields is not None:
        return Fire(seat, tuple((row, column) for row, column in fields))
    if activate not in SYSTEMS_BY_ID:
        raise IllegalMoveError(
            "system",
            Sentence("{name!r} is not a system", name=activate),
            move="",
            position="",
            where=Sentence("as text"),
        )
    return Activate(seat, SYSTEMS_BY_ID[activate])
