"""Views: all that one seat, or a spectator, may see of a table, as JSON.

A view goes out with every change, so it is put together from parts that are written once: the
sheet, the formations, and what each seat's sheet shows, which changes only with a round.
"""

from __future__ import annotations

from typing import Any

from torpedo_dice.record.recorder import modify_data
from torpedo_dice.rulebook import rule_of_status
from torpedo_dice.rules import (
    Fire,
    Game,
    Seat,
    Sheet,
    Stage,
    System,
    can_switch_on,
    field_name,
    move_name,
    uses_left,
)
from torpedo_dice.server.messages.events import over_data
from torpedo_dice.server.messages.protocol import encode
from torpedo_dice.server.table.options import NO_OPTIONS, options_part
from torpedo_dice.server.table.shown import SharedPart, Shown

SPECTATOR = "-"
WAITING = "waiting"


def view_bytes(table: Shown, seat: Seat | None) -> bytes:
    """Write the view of a seat (None: a spectator)."""
    game = table.game
    if game is None:
        return _waiting_view(table, seat)
    shared = table.shared
    if shared is None:
        shared = table.shared = _shared_part(table, game)
    seats, options = shared.seats, NO_OPTIONS
    if seat is not None and game.stage is Stage.ACT:
        own = _seat(table, game, seat, choice=_choice(game, seat))
        seats = [*seats[:seat], own, *seats[seat + 1 :]]
    if seat is not None:
        options = _kept_options(table, game, seat, is_to_move=seat in shared.to_move)
    return b"".join(
        (
            b'{"seat":',
            b"null" if seat is None else b"%d" % seat,
            shared.head,
            b",".join(seats),
            b'],"options":',
            options,
            b',"last_round":',
            table.last_round,
            b"}",
        )
    )


def _kept_options(table: Shown, game: Game, seat: Seat, *, is_to_move: bool) -> bytes:
    """Return a seat's options, written anew only if something has changed that they rest on."""
    player = game.players[seat]
    has_finished = player.action is not None
    picks = tuple(other.pick for other in game.players)
    key = (game.round, is_to_move, player.modify, player.rolled, has_finished, picks)
    kept = table.options.get(seat)
    if kept is None or kept[0] != key:
        part = options_part(game, seat, is_to_move=is_to_move)
        kept = table.options[seat] = (key, part)
    return kept[1]


def _shared_part(table: Shown, game: Game) -> SharedPart:
    to_move = game.seats_to_move()
    head = {
        "number": table.number,
        "mode": game.mode,
        "players": len(game.players),
        "stage": game.stage,
        "round": game.round,
        "start": game.start,
        "dice": game.dice,
        "die_left": game.die_left if game.stage is Stage.ACT else None,
        "to_move": to_move,
        "over": None if game.outcome is None else over_data(game.outcome),
        "seed": table.seed if game.is_over else None,
    }
    return SharedPart(
        head=b"".join((b",", encode(head)[1:-1], table.static_part, b',"seats":[')),
        seats=[_seat(table, game, seat, choice=None) for seat in game.seats],
        to_move=to_move,
    )


def static_part(table: Shown) -> bytes:
    """Write what of a view never changes once the game has begun."""
    nonces = table.nonces if table.game is not None else None
    parts = (
        b',"sheet":',
        encode(table.sheet_data),
        b',"commitment":',
        encode(table.commitment),
        b',"nonces":',
        encode(nonces),
    )
    return b"".join(parts)


def _waiting_view(table: Shown, seat: Seat | None) -> bytes:
    head = {
        "seat": seat,
        "number": table.number,
        "mode": table.mode,
        "players": len(table.seats),
        "stage": WAITING,
        "round": 0,
        "start": None,
        "dice": [],
        "die_left": None,
        "to_move": [],
        "over": None,
        "seed": None,
        "seats": [
            {"seat": n, "name": s.name, "kind": s.kind, "bot": s.bot, "stand_in": None}
            for n, s in enumerate(table.seats)
        ],
        "last_round": None,
    }
    return encode(head)[:-1] + static_part(table) + b',"options":' + NO_OPTIONS + b"}"


# ------------------------------------------------------------------ a seat


def seat_part(table: Shown, game: Game, seat: Seat) -> bytes:
    """Write what a seat's sheet shows to everybody; it changes only when a round ends."""
    who, player = table.seats[seat], game.players[seat]
    sheet = game.sheet
    data = {
        "seat": seat,
        "name": who.name,
        "kind": who.kind,
        "bot": who.bot,
        "stand_in": who.stand_in,
        "hits": [field_name(spot) for spot in sheet.fields_of(player.hits)],
        "misses_at": player.misses,
        "reserve": player.reserve,
        "skull": player.skull,
        "enemy_destroyed": system_ids(sheet, game.enemy_destroyed(seat)),
        "explosions": player.explosions,
    }
    return b"".join((encode(data)[:-1], b',"systems":', _kept_systems(table, game, seat)))


def system_ids(sheet: Sheet, mask: int) -> list[str]:
    """Return the names of the systems of a mask."""
    return [system.id for system in sheet.systems if system.bit & mask]


def _kept_systems(table: Shown, game: Game, seat: Seat) -> bytes:
    """Return a seat's systems, written anew only if something has changed that they rest on."""
    player = game.players[seat]
    key = (player.switched, player.destroyed, player.uses, player.boxes)
    kept = table.systems.get(seat)
    if kept is None or kept[0] != key:
        systems = enumerate(game.sheet.systems)
        part = encode([_system(game, seat, number, system) for number, system in systems])
        kept = table.systems[seat] = (key, part)
    return kept[1]


def _system(game: Game, seat: Seat, number: int, system: System) -> dict[str, Any]:
    player = game.players[seat]
    status = game.status(seat, system)
    return {
        "system": system.id,
        "status": status,
        "rule": rule_of_status(status),
        "uses_left": uses_left(game.sheet, player, system),
        "boxes": player.boxes[number] if player.boxes else 0,
        "can_switch_on": can_switch_on(game.sheet, player, system),
    }


def _seat(table: Shown, game: Game, seat: Seat, *, choice: dict[str, Any] | None) -> bytes:
    player = game.players[seat]
    now = {
        "pick": player.pick,
        "die": None if player.pick is None else game.die_of(seat),
        "finished": player.action is not None,
        "clock_out": seat in table.clock_out,
        "choice": choice,
    }
    return table.seat_parts[seat] + b"," + encode(now)[1:]


def _choice(game: Game, seat: Seat) -> dict[str, Any]:
    player = game.players[seat]
    modify, action = player.modify, player.action
    face = None if player.awaits_roll() else game.face_of(seat)
    return {
        "modify": None if modify is None else modify_data(modify, player.rolled or 0),
        "move": None if modify is None else move_name(modify),
        "rolled": player.rolled,
        "face": face,
        "action": None if action is None else _action(action),
    }


def _action(action: Any) -> dict[str, Any]:
    if isinstance(action, Fire):
        return {"fire": action.fields}
    return {"activate": action.system.id}
