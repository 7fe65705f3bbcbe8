"""A quick plan: a sensible choice for a die, computed in a few microseconds.

This is the lieutenant's heuristic on the compiled engine. The strong bots use it to predict the
other players' choices; the captain also uses it to pick a die, but never to decide what to do with
it.
"""

from __future__ import annotations

from torpedo_dice.fast.bits import count_bits, lowest_bit
from torpedo_dice.fast.codes import (
    MODIFY_FINS,
    MODIFY_FINS_LEFT,
    MODIFY_NONE,
    MODIFY_PROPELLER,
    MODIFY_SYSTEM,
    MOVE_ACTIVATE,
    MOVE_FIRE,
    STAGE_TAKE,
    SYSTEM_SLOTS,
)
from torpedo_dice.fast.compiled import borrowing
from torpedo_dice.fast.dashboard import switchable
from torpedo_dice.fast.dice import formation_with, picks_left
from torpedo_dice.fast.legal import legal_modifications
from torpedo_dice.fast.moves import apply_take, choose_activate, choose_fire
from torpedo_dice.fast.state import NO_PICK, Row
from torpedo_dice.fast.tables import SheetTables
from torpedo_dice.fast.turns import next_to_take

_DESTROYS = 0.7
_SKULL = 100.0
_MISS = 0.9
_MISSES_PER_HIT = 0.45
_LIMITED_USE = 0.3
_LEAST_NEED, _MOST_NEED = 0.5, 3.0
_SWITCH = 3.0


@borrowing
def fallen_count(tables: SheetTables, hits: int, struck: int) -> int:
    """Return how many systems a shot would destroy."""
    fallen = 0
    after = hits | struck
    for system in range(1, SYSTEM_SLOTS):
        targets = tables.info.system_targets[system]
        if targets & struck & ~hits and targets & after == targets:
            fallen += 1
    return fallen


@borrowing
def formation_after(row: Row, seat: int, modify: int) -> int:
    """Return the formation that a seat could fire after a modification, or -1 if unknown.

    It is unknown for the propeller, whose roll is still open, and for fins while the die to copy
    has not been taken.
    """
    if modify == MODIFY_PROPELLER:
        return -1
    if MODIFY_FINS <= modify < MODIFY_FINS_LEFT and row.pick[modify - MODIFY_FINS] == NO_PICK:
        return -1
    # A modification already made shapes the shot and rules out another one.
    return formation_with(row, seat, row.modify[seat] if modify == MODIFY_NONE else modify)


@borrowing
def _need(left: int, reserve: int) -> float:
    """Return the cost of a miss: it rises as the reserve shrinks relative to the targets left."""
    need = _MISSES_PER_HIT * left / (reserve if reserve > 0 else 1)
    if need < _LEAST_NEED:
        return _LEAST_NEED
    return need if need < _MOST_NEED else _MOST_NEED


@borrowing
def quick_plan(tables: SheetTables, row: Row, seat: int) -> tuple[float, int, int, int]:
    """Return the worth of the plan, its modification, its kind of move and the argument."""
    hits = row.hits[seat]
    free = tables.info.all_targets & ~hits
    left = count_bits(free)
    reserve = row.reserve[seat]
    miss = _MISS * _need(left, reserve)
    best, modify, kind, argument = -1000.0, 0, MOVE_FIRE, 0
    waiting = legal_modifications(tables, row, seat) | 1
    while waiting:
        number = lowest_bit(waiting)
        waiting &= waiting - 1
        formation = formation_after(row, seat, number)
        if formation < 0:
            continue
        shot, most = best_shot(tables, free, formation)
        misses = tables.info.torpedoes[formation] - most
        worth = most - miss * misses
        worth += _DESTROYS * fallen_count(tables, hits, tables.shots[shot] & free)
        if misses > reserve:
            worth -= _SKULL
        if number and tables.info.limited >> MODIFY_SYSTEM[number] & 1:
            worth -= _LIMITED_USE
        if worth > best:
            best, modify, kind, argument = worth, number, MOVE_FIRE, shot
    switches = switchable(tables, row, seat)
    if switches:
        worth = _SWITCH * left / count_bits(tables.info.all_targets)
        if worth > best:
            best, modify, kind, argument = worth, 0, MOVE_ACTIVATE, lowest_bit(switches)
    return best, modify, kind, argument


@borrowing
def best_shot(tables: SheetTables, free: int, formation: int) -> tuple[int, int]:
    """Return the shot of a formation with the most hits, and the number of hits."""
    first = tables.info.first_shot[formation]
    best, most = first, 0
    for number in range(first, first + tables.info.best_shots[formation]):
        hits = count_bits(tables.shots[number] & free)
        if hits > most:
            best, most = number, hits
    return best, most


@borrowing
def plan_quickly(tables: SheetTables, row: Row, seat: int) -> None:
    """Record the seat's quick plan as its choice."""
    _, modify, kind, argument = quick_plan(tables, row, seat)
    if modify != MODIFY_NONE:
        row.modify[seat] = modify
    if kind == MOVE_FIRE:
        formation = formation_with(row, seat, row.modify[seat])
        choose_fire(row, seat, tables.shots[argument], tables.info.torpedoes[formation])
    else:
        choose_activate(row, seat, argument)


@borrowing
def take_quickly(tables: SheetTables, row: Row) -> None:
    """Have every seat without a die take the one whose quick plan is worth most."""
    while row.stage == STAGE_TAKE:
        seat = next_to_take(row)
        best, pick = -10000.0, -1
        waiting = picks_left(row)
        while waiting:
            number = lowest_bit(waiting)
            waiting &= waiting - 1
            row.pick[seat] = number
            worth = quick_plan(tables, row, seat)[0]
            if worth > best:
                best, pick = worth, number
        apply_take(row, seat, pick)
