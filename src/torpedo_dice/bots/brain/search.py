"""The search: every die and choice is judged by the position after the round."""

from __future__ import annotations

import numpy as np

from torpedo_dice.bots.brain.evaluate import MAX_CANDIDATES, Desk, evaluate, worth_for
from torpedo_dice.bots.brain.network import Network
from torpedo_dice.bots.brain.quick import fallen_count, formation_after, plan_quickly, take_quickly
from torpedo_dice.fast.bits import count_bits, lowest_bit
from torpedo_dice.fast.codes import (
    ACTION_COVERED,
    ACTION_NONE,
    FACES,
    MODIFY_NONE,
    MODIFY_PROPELLER,
    MOVE_ACTIVATE,
    MOVE_FIRE,
    MOVE_MODIFY,
)
from torpedo_dice.fast.compiled import borrowing
from torpedo_dice.fast.dashboard import switchable
from torpedo_dice.fast.dice import formation_with
from torpedo_dice.fast.legal import legal_modifications
from torpedo_dice.fast.moves import apply_take, choose_activate, choose_fire
from torpedo_dice.fast.round_end import finish_round
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables

# Rows of the desk: the position with the others' plans, the position after a candidate, and the
# one after a die was taken.
_TABLE, _AFTER, DRAFT = 0, 1, 2
_LOW_BITS = np.uint64(0xFFFF)


@borrowing
def end_round(tables: SheetTables, row: Row) -> None:
    """Finish a round. The rules' kernel is large and built in where it is called: only here."""
    finish_round(tables, row)


@borrowing
def _keep_top(desk: Desk, kept: int, width: int, key: int, number: int) -> int:
    """Insert a shot among the best so far; return how many there are now."""
    place = kept
    while place > 0 and desk.top[0, place - 1] < key:
        place -= 1
    if place >= width:
        return kept
    for index in range(kept if kept < width else width - 1, place, -1):
        desk.top[0, index] = desk.top[0, index - 1]
        desk.top[1, index] = desk.top[1, index - 1]
    desk.top[0, place] = key
    desk.top[1, place] = number
    return kept + 1 if kept < width else width


@borrowing
def top_shots(
    tables: SheetTables, row: Row, seat: int, formation: int, desk: Desk, width: int
) -> int:
    """Find the most promising shots of a formation: many hits, systems that fall."""
    hits = row.hits[seat]
    free = tables.info.all_targets & ~hits
    first = tables.info.first_shot[formation]
    last = first + tables.info.best_shots[formation]
    most = 0
    for number in range(first, last):
        count = count_bits(tables.shots[number] & free)
        if count > most:
            most = count
    kept = 0
    for number in range(first, last):
        struck = tables.shots[number] & free
        count = count_bits(struck)
        if count >= most - 1 and (count > 0 or most == 0):
            # The last bits only mix shots that look alike, so that not all are neighbours.
            mixed = int(number * 40503 + np.int64(hits & _LOW_BITS)) & 7
            key = 64 * count + 48 * fallen_count(tables, hits, struck) + mixed
            kept = _keep_top(desk, kept, width, key, number)
    return kept


@borrowing
def collect(tables: SheetTables, row: Row, seat: int, desk: Desk, width: int) -> int:
    """List the candidates of a seat in phases 2 and 3, the propeller apart."""
    count = 0
    waiting = legal_modifications(tables, row, seat) | 1
    while waiting:
        number = lowest_bit(waiting)
        waiting &= waiting - 1
        formation = formation_after(row, seat, number)
        if formation < 0:
            continue
        kept = top_shots(tables, row, seat, formation, desk, width)
        for index in range(kept):
            if count < MAX_CANDIDATES - FACES:
                desk.modify[count] = number
                desk.kind[count] = MOVE_FIRE
                desk.argument[count] = desk.top[1, index]
                count += 1
    switches = switchable(tables, row, seat)
    while switches:
        desk.modify[count] = MODIFY_NONE
        desk.kind[count] = MOVE_ACTIVATE
        desk.argument[count] = lowest_bit(switches)
        switches &= switches - 1
        count += 1
    return count


@borrowing
def worth_after(
    tables: SheetTables,
    network: Network,
    seat: int,
    desk: Desk,
    modify: int,
    kind: int,
    argument: int,
) -> float:
    """Return what the position is worth after a choice, with the others' plans on the desk."""
    desk.rows[_AFTER] = desk.rows[_TABLE]
    row = desk.rows[_AFTER]
    if modify != MODIFY_NONE:
        row.modify[seat] = modify
    if kind == MOVE_FIRE:
        formation = formation_with(row, seat, row.modify[seat])
        choose_fire(row, seat, tables.shots[argument], tables.info.torpedoes[formation])
    else:
        choose_activate(row, seat, argument)
    end_round(tables, row)
    evaluate(tables, network, row, desk)
    return worth_for(row, seat, desk.chances)


@borrowing
def assume_others(tables: SheetTables, row: Row, seat: int, desk: Desk) -> None:
    """Put the position on the desk, with a quick plan for everyone else."""
    desk.rows[_TABLE] = row
    table = desk.rows[_TABLE]
    for other in range(row.players):
        if other != seat and (
            table.action[other] == ACTION_NONE or table.action[other] == ACTION_COVERED
        ):
            table.action[other] = ACTION_NONE
            plan_quickly(tables, table, other)


@borrowing
def think(
    tables: SheetTables, network: Network, row: Row, seat: int, desk: Desk, width: int
) -> tuple[int, int]:
    """Judge every candidate of phases 2 and 3; return how many, and the best one's number."""
    assume_others(tables, row, seat, desk)
    count = collect(tables, row, seat, desk, width)
    best = 0
    for number in range(count):
        desk.worth[number] = worth_after(
            tables,
            network,
            seat,
            desk,
            desk.modify[number],
            desk.kind[number],
            desk.argument[number],
        )
        if desk.worth[number] > desk.worth[best]:
            best = number
    if legal_modifications(tables, row, seat) >> MODIFY_PROPELLER & 1:
        desk.modify[count] = MODIFY_PROPELLER
        desk.kind[count] = MOVE_MODIFY
        desk.argument[count] = MODIFY_PROPELLER
        desk.worth[count] = _worth_of_reroll(tables, network, row, seat, desk, count, width)
        if desk.worth[count] > desk.worth[best]:
            best = count
        count += 1
    return count, best


@borrowing
def _worth_of_reroll(
    tables: SheetTables,
    network: Network,
    row: Row,
    seat: int,
    desk: Desk,
    count: int,
    width: int,
) -> float:
    """Return the mean over the faces of the best thing to do then."""
    switch = 0.0
    for number in range(count):
        if desk.kind[number] == MOVE_ACTIVATE and desk.worth[number] > switch:
            switch = desk.worth[number]
    total = 0.0
    for face in range(1, FACES + 1):
        best = switch
        kept = top_shots(tables, row, seat, face - 1, desk, (width + 1) // 2)
        desk.rows[_TABLE].rolled[seat] = face
        for index in range(kept):
            worth = worth_after(
                tables, network, seat, desk, MODIFY_PROPELLER, MOVE_FIRE, desk.top[1, index]
            )
            if worth > best:
                best = worth
        total += best
    desk.rows[_TABLE].rolled[seat] = 0
    return total / FACES


@borrowing
def worth_of_pick(
    tables: SheetTables,
    network: Network,
    row: Row,
    seat: int,
    desk: Desk,
    pick: int,
    width: int,
) -> float:
    """Return what taking a die is worth; the others then take theirs quickly.

    The position when all have taken theirs is left in the desk's row `DRAFT`.
    With a width of 0 the seat's own plan is a quick one too, and only the position is judged.
    """
    desk.rows[DRAFT] = row
    draft = desk.rows[DRAFT]
    apply_take(draft, seat, pick)
    take_quickly(tables, draft)
    if width > 0:
        _, best = think(tables, network, draft, seat, desk, width)
        return desk.worth[best]
    for other in range(row.players):
        plan_quickly(tables, draft, other)
    end_round(tables, draft)
    evaluate(tables, network, draft, desk)
    return worth_for(draft, seat, desk.chances)


# A seat in phases 2 and 3 has taken its die already.
NO_DIE = -1


@borrowing
def rate(
    tables: SheetTables,
    network: Network,
    row: Row,
    seat: int,
    desk: Desk,
    pick: int,
    width: int,
) -> tuple[int, int, float]:
    """Judge the taking of a die, or with NO_DIE what can be done in phases 2 and 3.

    Returns the number of candidates on the desk, the best one's number, and its worth. It is the
    one thing that Python calls for a decision: each entry from Python costs a second to compile.
    """
    if pick == NO_DIE:
        count, best = think(tables, network, row, seat, desk, width)
        return count, best, desk.worth[best]
    return 0, 0, worth_of_pick(tables, network, row, seat, desk, pick, width)
