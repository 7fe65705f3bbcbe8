"""Actions: every decision of a player as a small integer.

| action | decision |
|---|---|
| 0 to 4 | phase 1: take die 0 to 4 |
| 5 to 15 | phase 2: use a system on the die, as `USES` lists them |
| 16 to 20 | phase 3: activate periscope, tower, fins, engine or propeller |
| 21, 22, … | phase 3: fire shot 0, 1, … of the current formation |

A modification is a separate action, after which the same seat fires or activates. Other seats are
given as distances to the left, so that an action means the same at every seat. Shots are
*distinct*, undominated ones first (`fast/tables.py`): placements on the same targets have the same
effect and are one action. Their number, and therefore that of all actions, depends on the sheet.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.fast.bits import lowest_bit
from torpedo_dice.fast.codes import (
    FORMATION_COUNT,
    MODIFICATION_NUMBERS,
    MODIFY_FINS,
    MODIFY_FINS_LEFT,
    MOVE_ACTIVATE,
    MOVE_FIRE,
    MOVE_MODIFY,
    MOVE_TAKE,
    SEATS,
    STAGE_TAKE,
    SYSTEM_SLOTS,
)
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.convert_moves import from_move, to_move
from torpedo_dice.fast.dashboard import switchable
from torpedo_dice.fast.dice import formation_of, picks_left
from torpedo_dice.fast.legal import legal_modifications, shot_count
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables, fast_sheet, formation_number
from torpedo_dice.fast.turns import may_move
from torpedo_dice.rules import Fire, Game, Move, Seat, Sheet, System

# The uses of systems, in the order of their actions: the system, the tower's step, and for fins
# the seat whose die is copied, as a distance to the left (None: the die that nobody took).
USES: tuple[tuple[System, int | None, int | None], ...] = (
    (System.PERISCOPE, None, None),
    (System.ARTILLERY, None, None),
    (System.TOWER, 1, None),
    (System.TOWER, -1, None),
    *((System.FINS, None, distance) for distance in range(1, SEATS)),
    (System.FINS, None, None),
    (System.ENGINE, None, None),
    (System.PORTHOLES, None, None),
    (System.PROPELLER, None, None),
)
SWITCHES = tuple(system for system in System if system.has_switch)

FIRST_TAKE = 0
FIRST_USE = FIRST_TAKE + SEATS + 1
FIRST_ACTIVATE = FIRST_USE + len(USES)
FIRST_FIRE = FIRST_ACTIVATE + len(SWITCHES)

_FINS = USES.index((System.FINS, None, 1))
_FINS_LEFT = USES.index((System.FINS, None, None))
# From uses to the modifications of `fast/codes.py`; those with a seat are computed.
_MODIFY_OF_USE = np.array(
    [MODIFICATION_NUMBERS.get((system, step, None), 0) for system, step, _ in USES], np.int64
)
_USE_OF_MODIFY = np.zeros(len(MODIFICATION_NUMBERS), np.int64)
_USE_OF_MODIFY[_MODIFY_OF_USE[_FINS_LEFT:]] = range(_FINS_LEFT, len(USES))
_USE_OF_MODIFY[_MODIFY_OF_USE[:_FINS]] = range(_FINS)
_SWITCH_NUMBERS = np.array(SWITCHES, np.int64)
_ACTION_OF_SWITCH = np.zeros(SYSTEM_SLOTS, np.int64)
_ACTION_OF_SWITCH[_SWITCH_NUMBERS] = range(FIRST_ACTIVATE, FIRST_FIRE)


@lru_cache(maxsize=128)
def action_count(sheet: Sheet) -> int:
    """Return the number of actions on a sheet, which depends on its largest formation."""
    first = fast_sheet(sheet).tables.info["first_shot"]
    return FIRST_FIRE + max(int(first[n + 1] - first[n]) for n in range(FORMATION_COUNT))


# ---------------------------------------------------------------------- on rows of numbers


@kernel
def action_kind(action: int) -> int:
    """Return the kind of move that an action stands for, as `fast/codes.py` numbers them."""
    if action >= FIRST_FIRE:
        return MOVE_FIRE
    if action >= FIRST_ACTIVATE:
        return MOVE_ACTIVATE
    return MOVE_MODIFY if action >= FIRST_USE else MOVE_TAKE


@kernel
def action_argument(tables: SheetTables, row: Row, seat: int, action: int) -> int:
    """Return the argument of the move that an action stands for; -1 if there is no such move."""
    if action >= FIRST_FIRE:
        formation = formation_of(row, seat)
        number = action - FIRST_FIRE
        fits = number < shot_count(tables, formation)
        return tables.info.first_shot[formation] + number if fits else -1
    if action >= FIRST_ACTIVATE:
        return _SWITCH_NUMBERS[action - FIRST_ACTIVATE]
    if action < FIRST_USE:
        return action
    use = action - FIRST_USE
    if _FINS <= use < _FINS_LEFT:
        distance = use - _FINS + 1
        return MODIFY_FINS + (seat + distance) % row.players if distance < row.players else -1
    return _MODIFY_OF_USE[use]


@kernel
def action_of_modify(row: Row, seat: int, modify: int) -> int:
    """Return the action that makes a modification."""
    if MODIFY_FINS <= modify < MODIFY_FINS_LEFT:
        distance = (modify - MODIFY_FINS - seat + row.players) % row.players
        return FIRST_USE + _FINS + distance - 1
    return FIRST_USE + _USE_OF_MODIFY[modify]


@kernel
def legal_actions(tables: SheetTables, row: Row, seat: int) -> int:
    """Return a seat's legal actions as one integer: bits below FIRST_FIRE, then a count.

    The count is the number of legal shots, which always start at shot 0.
    """
    if not may_move(row, seat):
        return 0
    if row.stage == STAGE_TAKE:
        return picks_left(row) << FIRST_TAKE
    legal = shot_count(tables, formation_of(row, seat)) << FIRST_FIRE
    modifications = legal_modifications(tables, row, seat)
    while modifications:
        legal |= 1 << action_of_modify(row, seat, lowest_bit(modifications))
        modifications &= modifications - 1
    switches = switchable(tables, row, seat)
    while switches:
        legal |= 1 << _ACTION_OF_SWITCH[lowest_bit(switches)]
        switches &= switches - 1
    return legal


@kernel
def write_mask(
    tables: SheetTables, row: Row, seat: int, masks: NDArray[np.int8], index: int
) -> None:
    """Write 1 for each legal action of a seat and 0 for the others into one row of an array."""
    # Clearing everything is faster than finding out what must be cleared.
    for action in range(masks.shape[1]):
        masks[index, action] = 0
    legal = legal_actions(tables, row, seat)
    for number in range(legal >> FIRST_FIRE):
        masks[index, FIRST_FIRE + number] = 1
    few = legal & ((1 << FIRST_FIRE) - 1)
    while few:
        masks[index, lowest_bit(few)] = 1
        few &= few - 1


def listed_actions(legal: int) -> list[int]:
    """Return the actions that `legal_actions` packed, in order."""
    few = [action for action in range(FIRST_FIRE) if legal >> action & 1]
    return few + list(range(FIRST_FIRE, FIRST_FIRE + (legal >> FIRST_FIRE)))


# ---------------------------------------------------------------------- between people and numbers


def action_to_move(game: Game, seat: Seat, action: int) -> Move:
    """Return the move that an action of a seat stands for; ValueError if there is none.

    The move is not necessarily legal.
    """
    if not 0 <= action < action_count(game.sheet):
        raise ValueError(f"{action} is not an action: they go from 0 to {last_action(game.sheet)}")
    if action >= FIRST_FIRE:
        return Fire(seat, _shot_of(game, seat, action - FIRST_FIRE))
    if action >= FIRST_ACTIVATE:
        return to_move(game.sheet, seat, MOVE_ACTIVATE, SWITCHES[action - FIRST_ACTIVATE])
    if action < FIRST_USE:
        return to_move(game.sheet, seat, MOVE_TAKE, action)
    system, step, distance = USES[action - FIRST_USE]
    other = None if distance is None else (seat + distance) % len(game.players)
    if distance is not None and distance >= len(game.players):
        raise ValueError(f"action {action} copies a die {distance} seats to the left: nobody's")
    return to_move(game.sheet, seat, MOVE_MODIFY, MODIFICATION_NUMBERS[system, step, other])


def last_action(sheet: Sheet) -> int:
    """Return the highest action on a sheet."""
    return action_count(sheet) - 1


def _shot_of(game: Game, seat: Seat, number: int) -> tuple[tuple[int, int], ...]:
    if game.players[seat].pick is None:
        raise ValueError(f"shot {number} needs a die, and seat {seat} has not taken one")
    fast, place = fast_sheet(game.sheet), _place(game, seat)
    shots = fast.tables.info["first_shot"][place : place + 2]
    if number >= shots[1] - shots[0]:
        raise ValueError(f"there is no shot {number}: this formation has {shots[1] - shots[0]}")
    return fast.fields_of(int(shots[0]) + number)


def _place(game: Game, seat: Seat) -> int:
    """Return the number of a seat's current formation."""
    formation = game.shots(seat).formation
    return formation_number(formation.face, formation.system)


def move_to_action(game: Game, move: Move) -> int:
    """Return the action for a legal move of a player; a shot is the one on the same targets."""
    kind, argument = from_move(game, move)
    if kind == MOVE_TAKE:
        return FIRST_TAKE + argument
    seat = getattr(move, "seat", 0)
    if kind == MOVE_FIRE:
        first = fast_sheet(game.sheet).tables.info["first_shot"][_place(game, seat)]
        return FIRST_FIRE + argument - int(first)
    if kind == MOVE_ACTIVATE:
        return int(_ACTION_OF_SWITCH[argument])
    if kind != MOVE_MODIFY:
        raise ValueError(f'"{move}" is chance, not an action of a player')
    other = getattr(move, "other", None)
    if other is None:
        return FIRST_USE + int(_USE_OF_MODIFY[argument])
    return FIRST_USE + _FINS + (other - seat) % len(game.players) - 1


def action_words(game: Game, seat: Seat, action: int) -> str:
    """Return an action in words, as the rules write the move: `0 fire B6 B8 C7 D6 D8`."""
    return str(action_to_move(game, seat, action))
