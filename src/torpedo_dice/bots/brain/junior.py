"""Ensign and lieutenant on the compiled engine: the same choices as their Python counterparts.

Training and analysis play thousands of their games a second with these. The numbers of the
lieutenant's heuristic come from `bots/lieutenant.py`; a test compares the choices.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots import lieutenant
from torpedo_dice.fast.bits import count_bits, lowest_bit, nth_bit
from torpedo_dice.fast.chance import Chance, draw_below, draw_face
from torpedo_dice.fast.codes import (
    ARTILLERY,
    FACES,
    FORMATION_COUNT,
    MODE_SOLO,
    MODIFY_ENGINE,
    MODIFY_NONE,
    MODIFY_PROPELLER,
    MODIFY_SYSTEM,
    MOVE_ACTIVATE,
    MOVE_FIRE,
    MOVE_MODIFY,
    PORTHOLES,
    SHAPINGS,
    SYSTEM_SLOTS,
)
from torpedo_dice.fast.compiled import borrowing
from torpedo_dice.fast.dashboard import switchable
from torpedo_dice.fast.dice import die_left, die_of, formation_of, formation_with, picks_left
from torpedo_dice.fast.legal import legal_modifications
from torpedo_dice.fast.moves import choose_activate, choose_fire
from torpedo_dice.fast.state import NO_PICK, Row
from torpedo_dice.fast.tables import FastSheet, SheetTables
from torpedo_dice.fast.turns import left_of
from torpedo_dice.rules import System

# For each shot of a sheet, the number of placements with its effect.
Weights = NDArray[np.int64]

_DESTROYS, _NEARLY, _SKULL = lieutenant.DESTROYS, lieutenant.NEARLY, lieutenant.SKULL
_MISS, _MISSES_PER_HIT = lieutenant.MISS, lieutenant.MISSES_PER_HIT
_LEAST_NEED, _MOST_NEED = lieutenant.LEAST_NEED, lieutenant.MOST_NEED
_LIMITED_USE, _SCREEN_COMPLETE = lieutenant.LIMITED_USE, lieutenant.SCREEN_COMPLETE
_MARKED, _LOST = lieutenant.MARKED, lieutenant.LOST
_SWITCH = np.array([0.0, *(lieutenant.SWITCH.get(system, 0.0) for system in System)])
_NOTHING = -1.0e6


@lru_cache(maxsize=128)
def shot_weights(sheet: FastSheet) -> Weights:
    """Return how many placements each shot of a sheet stands for: an ensign picks one of them."""
    weights = []
    first = sheet.tables.info["first_shot"]
    for formation in range(FORMATION_COUNT):
        system, face = SHAPINGS[formation // FACES], formation % FACES + 1
        placements = Counter(sheet.sheet.placements(face, system).masks)
        shots = sheet.tables.shots[first[formation] : first[formation + 1]]
        weights += [placements[mask] for mask in shots.tolist()]
    return np.array(weights, np.int64)


# ---------------------------------------------------------------------------------- lieutenant


@borrowing
def _miss_cost(left: int, reserve: int) -> float:
    need = _MISSES_PER_HIT * left / (reserve if reserve > 1 else 1)
    if need < _LEAST_NEED:
        need = _LEAST_NEED
    return _MISS * (need if need < _MOST_NEED else _MOST_NEED)


@borrowing
def _progress(tables: SheetTables, free: int, struck: int) -> float:
    """Return a shot's worth beyond its hits: systems destroyed, or nearly so."""
    worth = 0.0
    for system in range(1, SYSTEM_SLOTS):
        targets = tables.info.system_targets[system]
        if targets & struck:
            left = count_bits(targets & free & ~struck)
            worth += _DESTROYS if left == 0 else _NEARLY / (left + 1)
    return worth


@borrowing
def _best_shot(
    tables: SheetTables, row: Row, seat: int, formation: int, chance: Chance
) -> tuple[float, int, bool]:
    """Return the worth of the best shot of a formation, its number, and whether it destroys."""
    free = tables.info.all_targets & ~row.hits[seat]
    first = tables.info.first_shot[formation]
    last = first + tables.info.best_shots[formation]
    most = 0
    for number in range(first, last):
        hits = count_bits(tables.shots[number] & free)
        if hits > most:
            most = hits
    best, shot, ties = _NOTHING, first, 0
    for number in range(first, last):
        struck = tables.shots[number] & free
        if count_bits(struck) != most:
            continue
        worth = _progress(tables, free, struck)
        if worth > best:
            best, shot, ties = worth, number, 1
        elif worth == best:
            ties += 1
            if draw_below(chance, ties) == 0:
                shot = number
    misses = tables.info.torpedoes[formation] - most
    worth = most - misses * _miss_cost(count_bits(free), row.reserve[seat])
    if misses > row.reserve[seat]:
        worth += _SKULL
    return worth + best, shot, best >= _DESTROYS


@borrowing
def _worth_of_switch(tables: SheetTables, row: Row, seat: int, system: int) -> float:
    worth = _SWITCH[system]
    ready = row.switched[seat] | row.destroyed[seat]
    for mate in (ARTILLERY, PORTHOLES):
        if tables.info.mates[system] >> mate & 1 and not row.destroyed[seat] >> mate & 1:
            others = tables.info.mates[mate] & ~(1 << system)
            if others & ready == others:
                worth += _SCREEN_COMPLETE
    left = count_bits(tables.info.all_targets & ~row.hits[seat])
    return worth * (left / count_bits(tables.info.all_targets))


@borrowing
def lieutenant_plan(
    tables: SheetTables, row: Row, seat: int, chance: Chance
) -> tuple[float, int, int, int, bool]:
    """Return the worth of a lieutenant's best plan, its modification, kind of move and argument.

    The last value tells whether it destroys a system. The propeller has no argument: its roll
    decides what follows.
    """
    best, shot, destroys = _best_shot(tables, row, seat, formation_of(row, seat), chance)
    modify, kind, argument, ties = MODIFY_NONE, MOVE_FIRE, shot, 1
    best_switch = _NOTHING
    switches = switchable(tables, row, seat)
    while switches:
        system = lowest_bit(switches)
        switches &= switches - 1
        worth = _worth_of_switch(tables, row, seat, system)
        best_switch = worth if worth > best_switch else best_switch
        ties = 1 if worth > best else ties + (worth == best)
        if worth > best or (worth == best and draw_below(chance, ties) == 0):
            best, modify, kind, argument = worth, MODIFY_NONE, MOVE_ACTIVATE, system
            destroys = False
    waiting = legal_modifications(tables, row, seat)
    while waiting:
        number = lowest_bit(waiting)
        waiting &= waiting - 1
        if number == MODIFY_PROPELLER:
            worth, does = _worth_of_reroll(tables, row, seat, best_switch, chance), False
            shot, move = 0, MOVE_MODIFY
        else:
            formation = formation_with(row, seat, number)
            worth, shot, does = _best_shot(tables, row, seat, formation, chance)
            move = MOVE_FIRE
            if tables.info.limited >> MODIFY_SYSTEM[number] & 1:
                worth -= _LIMITED_USE
        ties = 1 if worth > best else ties + (worth == best)
        if worth > best or (worth == best and draw_below(chance, ties) == 0):
            best, modify, kind, argument, destroys = worth, number, move, shot, does
    return best, modify, kind, argument, destroys


@borrowing
def _worth_of_reroll(
    tables: SheetTables, row: Row, seat: int, best_switch: float, chance: Chance
) -> float:
    total = 0.0
    for face in range(FACES):
        worth, _, _ = _best_shot(tables, row, seat, face, chance)
        total += worth if worth > best_switch else best_switch
    return total / FACES


@borrowing
def lieutenant_pick(tables: SheetTables, row: Row, after: Row, seat: int, chance: Chance) -> int:
    """Return the die that a lieutenant takes; `after` is scratch space with a copy of the row."""
    best, pick, ties = _NOTHING, -1, 0
    waiting = picks_left(row)
    while waiting:
        number = lowest_bit(waiting)
        waiting &= waiting - 1
        _take_any(row, after, seat, number)
        worth, _, _, _, destroys = lieutenant_plan(tables, after, seat, chance)
        if row.mode == MODE_SOLO:
            worth -= _threat(tables, after, destroys)
        ties = 1 if worth > best else ties + (worth == best)
        if worth > best or (worth == best and draw_below(chance, ties) == 0):
            best, pick = worth, number
    return pick


@borrowing
def _take_any(row: Row, after: Row, seat: int, pick: int) -> None:
    """Write to `after` who has which die if a seat takes one and the others the first ones left."""
    for other in range(row.players):
        after.pick[other] = row.pick[other]
    after.pick[seat] = pick
    other = left_of(row, seat)
    while other != seat:
        if after.pick[other] == NO_PICK:
            after.pick[other] = lowest_bit(picks_left(after))
        other = left_of(row, other)


@borrowing
def _threat(tables: SheetTables, row: Row, destroys: bool) -> float:  # noqa: FBT001  # kernels
    """Return the cost of the automaton's shot with the die that is left."""
    aimed = die_left(row)
    if row.destroyed[0] >> aimed & 1:
        return 0.0 if destroys else _MARKED
    return _LOST if row.boxes[aimed] + 1 == tables.info.boxes else _MARKED


@borrowing
def lieutenant_acts(tables: SheetTables, row: Row, seat: int, chance: Chance) -> None:
    """Have a lieutenant choose in phases 2 and 3, and roll its propeller."""
    _, modify, kind, argument, _ = lieutenant_plan(tables, row, seat, chance)
    if modify == MODIFY_PROPELLER:
        row.modify[seat] = modify
        row.rolled[seat] = draw_face(chance)
        _, modify, kind, argument, _ = lieutenant_plan(tables, row, seat, chance)
    if modify != MODIFY_NONE:
        row.modify[seat] = modify
    commit(tables, row, seat, kind, argument)


@borrowing
def commit(tables: SheetTables, row: Row, seat: int, kind: int, argument: int) -> None:
    """Record a choice of phase 3; a modification must have been recorded before."""
    if kind == MOVE_FIRE:
        count = tables.info.torpedoes[formation_of(row, seat)]
        choose_fire(row, seat, tables.shots[argument], count)
    else:
        choose_activate(row, seat, argument)


# -------------------------------------------------------------------------------------- ensign


@borrowing
def ensign_pick(row: Row, chance: Chance) -> int:
    """Return any die that is left."""
    left = picks_left(row)
    return nth_bit(left, draw_below(chance, count_bits(left)))


@borrowing
def ensign_acts(tables: SheetTables, row: Row, seat: int, weights: Weights, chance: Chance) -> None:
    """Have an ensign use any system or none, then fire any shot that hits or activate a system."""
    ways = legal_modifications(tables, row, seat)
    if die_of(row, seat) == 1:
        ways &= ~(1 << MODIFY_ENGINE)
    way = draw_below(chance, count_bits(ways) + 1)
    if way > 0:
        row.modify[seat] = nth_bit(ways, way - 1)
        if row.modify[seat] == MODIFY_PROPELLER:
            row.rolled[seat] = draw_face(chance)
    switches = switchable(tables, row, seat)
    if switches and draw_below(chance, 2) == 0:
        system = nth_bit(switches, draw_below(chance, count_bits(switches)))
        choose_activate(row, seat, system)
        return
    shot = _any_hitting_shot(tables, row, seat, weights, chance)
    commit(tables, row, seat, MOVE_FIRE, shot)


@borrowing
def _any_hitting_shot(
    tables: SheetTables, row: Row, seat: int, weights: Weights, chance: Chance
) -> int:
    free = tables.info.all_targets & ~row.hits[seat]
    formation = formation_of(row, seat)
    shot, total = tables.info.first_shot[formation], 0
    for number in range(tables.info.first_shot[formation], tables.info.first_shot[formation + 1]):
        if tables.shots[number] & free:
            total += weights[number]
            if draw_below(chance, total) < weights[number]:
                shot = number
    return shot
