"""What a seat may do now, as JSON: all that a page needs to offer it and to draw a formation.

Formations are written once and kept: they go out with every view.
"""

from __future__ import annotations

from functools import lru_cache

from torpedo_dice.rules import (
    Face,
    Field,
    Formation,
    Game,
    Modify,
    MoveError,
    Seat,
    System,
    move_name,
)
from torpedo_dice.rules.legality import check_take_back
from torpedo_dice.server.messages.protocol import encode

_NO_CHOICE = b'{"picks":[],"modifications":[],"activations":[],"shots":[],"take_back":%s}'
NO_OPTIONS = _NO_CHOICE % b"false"


def options_part(game: Game, seat: Seat, *, is_to_move: bool) -> bytes:
    """Write what a seat may do now."""
    take_back = b"true" if can_take_back(game, seat) else b"false"
    if not is_to_move:
        return _NO_CHOICE % take_back
    options = game.options(seat)
    if options.picks:
        return b'{"picks":%s,"modifications":[],"activations":[],"shots":[],"take_back":%s}' % (
            encode(options.picks),
            take_back,
        )
    if options.shots is None:
        return _NO_CHOICE % take_back
    formation = options.shots.formation
    shots = [formation_part(formation.face, formation.system, None, formation)]
    uses = []
    for modify in options.modifications:
        # What the propeller will roll nobody knows.
        is_chance = modify.system is System.PROPELLER
        face = None if is_chance else game.face_with(seat, modify)
        uses.append(_use(modify, face))
        if face is not None:
            shape = game.shots_with(seat, modify).formation
            shots.append(formation_part(shape.face, shape.system, modify, shape))
    return b'{"picks":[],"modifications":[%s],"activations":%s,"shots":[%s],"take_back":%s}' % (
        b",".join(uses),
        encode([system.id for system in options.activations]),
        b",".join(shots),
        take_back,
    )


def can_take_back(game: Game, seat: Seat) -> bool:
    """Whether a seat has something that it may take back."""
    player = game.players[seat]
    if player.modify is None and player.action is None:
        return False
    try:
        check_take_back(game, seat)
    except MoveError:
        return False
    return True


@lru_cache(maxsize=1024)
def _use(modify: Modify, face: Face | None) -> bytes:
    return encode(
        {
            "move": move_name(modify),
            "system": modify.system.id,
            "step": modify.step,
            "other": modify.other,
            "face": face,
        }
    )


@lru_cache(maxsize=2048)
def formation_part(
    face: Face, system: System | None, modify: Modify | None, formation: Formation
) -> bytes:
    """Write a formation with all its shapes: what a page needs to draw and turn it."""
    shapes: list[dict[str, list[Field]]] = [
        {"fields": list(shape), "corners": sorted(corners)}
        for shape, corners in formation.shapes.items()
    ]
    return encode(
        {
            "modify": None if modify is None else move_name(modify),
            "face": face,
            "system": None if system is None else system.id,
            "count": formation.count,
            "frame": formation.frame,
            "shapes": shapes,
        }
    )
