"""Conversion between the rules' games and rows, in both directions.

One detail is lost: a row stores only the targets of a pending shot, so it comes back as the
representative of all placements on the same targets.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from itertools import chain
from typing import Any, TypeAlias

import numpy as np

from torpedo_dice.fast.codes import (
    ACTION_ACTIVATE,
    ACTION_COVERED,
    ACTION_FIRE,
    ACTION_NONE,
    MODES,
    MODIFICATION_NUMBERS,
    MODIFICATIONS,
    MODIFY_NONE,
    REASON_NONE,
    REASONS,
    SEATS,
    SOLO_ENDS,
    STAGES,
    SYSTEM_SLOTS,
)
from torpedo_dice.fast.state import NO_PICK, NO_SCORE, ROW, Row, Rows
from torpedo_dice.rules import (
    COVERED,
    Activate,
    Covered,
    Fire,
    Game,
    Mode,
    Modify,
    Outcome,
    Player,
    Sheet,
    SoloResult,
    System,
)
from torpedo_dice.rules.outcome import rank_of
from torpedo_dice.rules.round_end import standings_of

# The numbers of a row by the names of its fields.
_Numbers: TypeAlias = dict[str, Any]

_MODE_NUMBERS = {mode: number for number, mode in enumerate(MODES)}
_SOLO_END_NUMBERS = {solo_end: number for number, solo_end in enumerate(SOLO_ENDS)}
_STAGE_NUMBERS = {stage: number for number, stage in enumerate(STAGES)}
_REASON_NUMBERS = {reason: number for number, reason in enumerate(REASONS)}

_NO_SLOTS = (0,) * SYSTEM_SLOTS
# What `_seat_numbers` returns for a seat that is not in play.
_EMPTY_SEAT = (0, 0, 0, 0, 0, False, _NO_SLOTS, NO_PICK, MODIFY_NONE, 0, ACTION_NONE, 0, 0)


def from_game(game: Game) -> Row:
    """Return a game, or a view of one, as a row."""
    return from_games([game])[0]


def from_games(games: Iterable[Game]) -> Rows:
    """Return games as rows."""
    return np.frombuffer(bytearray().join(map(pack_game, games)), ROW)


def to_game(row: Row, sheet: Sheet) -> Game:
    """Return a row as a game on its sheet."""
    return unpack_game(row.tobytes(), sheet)


# ---------------------------------------------------------------------- the bytes of a row
# Reading and writing a row as bytes is many times faster than field by field.

_STRUCT_CODES = {"u8": "Q", "i4": "i", "i2": "h", "i1": "b"}


def _struct_and_places() -> tuple[struct.Struct, dict[str, slice]]:
    codes, places, place = "=", {}, 0
    for name in ROW.names or ():
        kind = ROW[name]
        size = int(np.prod(kind.shape))
        codes += f"{size}{_STRUCT_CODES[kind.base.str[1:]]}"
        places[name] = slice(place, place + size)
        place += size
    return struct.Struct(codes), places


_STRUCT, _PLACES = _struct_and_places()


def _read(data: bytes) -> _Numbers:
    numbers = _STRUCT.unpack(data)
    return {name: numbers[place] for name, place in _PLACES.items()}


# ---------------------------------------------------------------------- from the rules


def pack_game(game: Game) -> bytes:
    """Return the bytes of a game's row."""
    sheet = game.sheet
    seats = [_seat_numbers(sheet, player) for player in game.players]
    seats += (_EMPTY_SEAT,) * (SEATS - len(seats))
    (hits, masks, switched, destroyed, reserve, skull, uses, pick, modify, rolled, action, counts,
     activated) = zip(*seats, strict=True)  # fmt: skip
    first = game.players[0]
    return _STRUCT.pack(
        *hits,
        *masks,
        game.round,
        _solo_score(game.outcome),
        *switched,
        *destroyed,
        *reserve,
        *skull,
        *chain.from_iterable(uses),
        *pick,
        *modify,
        *rolled,
        *action,
        *counts,
        *activated,
        *(_slots(sheet.systems, first.boxes) if first.boxes else _NO_SLOTS),
        first.explosions,
        _MODE_NUMBERS[game.mode],
        len(game.players),
        _SOLO_END_NUMBERS[game.solo_end],
        _STAGE_NUMBERS[game.stage],
        game.start,
        *game.dice,
        *(0,) * (SEATS + 1 - len(game.dice)),
        *_ending(game.outcome),
    )


def _seat_numbers(sheet: Sheet, player: Player) -> tuple[Any, ...]:
    modify = player.modify
    return (
        player.hits,
        sheet.mask_of(player.action.fields) if isinstance(player.action, Fire) else 0,
        player.switched,
        player.destroyed,
        player.reserve,
        player.skull,
        _slots(sheet.limit, player.uses) if player.uses else _NO_SLOTS,
        NO_PICK if player.pick is None else player.pick,
        MODIFICATION_NUMBERS[modify.system, modify.step, modify.other] if modify else MODIFY_NONE,
        player.rolled or 0,
        *_action_numbers(player.action),
    )


def _action_numbers(action: Fire | Activate | Covered | None) -> tuple[int, int, int]:
    """Return the kind of a choice, the torpedoes of a shot, and the system switched on."""
    if action is None:
        return ACTION_NONE, 0, 0
    if isinstance(action, Fire):
        return ACTION_FIRE, len(action.fields), 0
    if isinstance(action, Activate):
        return ACTION_ACTIVATE, 0, action.system
    return ACTION_COVERED, 0, 0


def _slots(systems: Iterable[System], numbers: Iterable[int]) -> list[int]:
    """Return slots by system for numbers that are in the order of some systems."""
    slots = [0] * SYSTEM_SLOTS
    for system, number in zip(systems, numbers, strict=True):
        slots[system] = number
    return slots


def _solo_score(outcome: Outcome | None) -> int:
    if outcome is None or outcome.solo is None or outcome.solo.score is None:
        return NO_SCORE
    return outcome.solo.score


def _ending(outcome: Outcome | None) -> tuple[int, int]:
    """Return the reason, and the winners as a mask."""
    if outcome is None:
        return REASON_NONE, 0
    return _REASON_NUMBERS[outcome.reason], sum(1 << seat for seat in outcome.winners)


# ---------------------------------------------------------------------- to the rules


def unpack_game(data: bytes, sheet: Sheet) -> Game:
    """Return the game of a row's bytes."""
    numbers = _read(data)
    (count,) = numbers["players"]
    dice = numbers["dice"]
    game = Game(
        sheet=sheet,
        mode=MODES[numbers["mode"][0]],
        solo_end=SOLO_ENDS[numbers["solo_end"][0]],
        players=[_player(sheet, numbers, seat) for seat in range(count)],
        stage=STAGES[numbers["stage"][0]],
        start=numbers["start"][0],
        round=numbers["round"][0],
        dice=dice[: count + 1] if dice[0] else (),
    )
    for seat in range(count):
        game.players[seat].action = _action(game, numbers, seat)
    game.outcome = _outcome(game, numbers)
    return game


def _player(sheet: Sheet, numbers: _Numbers, seat: int) -> Player:
    """Return a player without the choice of phase 3, which depends on the face of the die."""
    is_solo = MODES[numbers["mode"][0]] is Mode.SOLO
    uses, boxes = numbers["uses"], numbers["boxes"]
    pick, modify = numbers["pick"][seat], numbers["modify"][seat]
    return Player(
        reserve=numbers["reserve"][seat],
        hits=numbers["hits"][seat],
        skull=bool(numbers["skull"][seat]),
        switched=numbers["switched"][seat],
        destroyed=numbers["destroyed"][seat],
        boxes=tuple(boxes[system] for system in sheet.systems) if is_solo else (),
        explosions=numbers["explosions"][0] if is_solo else 0,
        uses=tuple(uses[SYSTEM_SLOTS * seat + system] for system, _ in sheet.limits),
        pick=None if pick == NO_PICK else pick,
        modify=_modify(seat, modify) if modify != MODIFY_NONE else None,
        rolled=numbers["rolled"][seat] or None,
    )


def _modify(seat: int, number: int) -> Modify:
    system, step, other = MODIFICATIONS[number]
    if system is None:
        raise ValueError(f"{number} is the number of no modification")
    return Modify(seat, system, step=step, other=other)


def _action(game: Game, numbers: _Numbers, seat: int) -> Fire | Activate | Covered | None:
    kind = numbers["action"][seat]
    if kind == ACTION_FIRE:
        return Fire(seat, game.shots(seat).distinct[numbers["shot_mask"][seat]])
    if kind == ACTION_ACTIVATE:
        return Activate(seat, System(numbers["activated"][seat]))
    return COVERED if kind == ACTION_COVERED else None


def _outcome(game: Game, numbers: _Numbers) -> Outcome | None:
    reason = REASONS[numbers["reason"][0]]
    if reason is None:
        return None
    (winners,) = numbers["winners"]
    return Outcome(
        reason,
        winners=tuple(seat for seat in game.seats if winners >> seat & 1),
        standings=standings_of(game),
        solo=_solo_result(game, numbers) if game.is_solo else None,
    )


def _solo_result(game: Game, numbers: _Numbers) -> SoloResult:
    (score,) = numbers["solo_score"]
    if score == NO_SCORE:
        return SoloResult(won=False)
    systems_left = (game.sheet.all_systems & ~game.players[0].destroyed).bit_count()
    return SoloResult(won=True, score=score, rank=rank_of(score), systems_left=systems_left)
