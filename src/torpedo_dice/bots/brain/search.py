"""The search: every die and choice is rated by the position after the round."""

from __future__ import annotations

import numpy as np

from torpedo_dice.bots.brain.desk import Desk
from torpedo_dice.bots.brain.evaluate import (
    MAX_CANDIDATES,
    add_part,
    copy_chances,
    evaluate,
    worth_for,
)
from torpedo_dice.bots.brain.junior import commit
from torpedo_dice.bots.brain.quick import fallen_count, formation_after, plan_quickly, take_quickly
from torpedo_dice.bots.brain.ranks import CAPTAIN
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
    STAGE_TAKE,
    SYSTEM_SLOTS,
)
from torpedo_dice.fast.compiled import borrowing
from torpedo_dice.fast.dashboard import switchable
from torpedo_dice.fast.dice import formation_with, picks_left
from torpedo_dice.fast.legal import legal_modifications
from torpedo_dice.fast.moves import apply_take, choose_activate, choose_fire
from torpedo_dice.fast.round_end import finish_round
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables
from torpedo_dice.fast.turns import next_to_take

# Rows of the desk: the position including the others' plans, the position after a candidate, the
# position after all dice are taken, and the one after another player's die.
_TABLE, AFTER, DRAFT, _REPLY = range(4)
# Shots considered per formation for the other players.
_OTHERS_WIDTH = 1
# Slots reserved for the switches, the propeller, and a shot after its roll.
_SPARE = SYSTEM_SLOTS + 2
_LOW_BITS = np.uint64(0xFFFF)


@borrowing
def _keep_top(desk: Desk, kept: int, width: int, key: int, number: int) -> int:
    """Insert a shot into the list of the best so far; return the list's new length."""
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
    """Find the most promising shots of a formation: many hits, systems destroyed."""
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
            # The low bits shuffle otherwise equal shots, so that the ones kept aren't all
            # neighbours.
            mixed = int(number * 40503 + np.int64(hits & _LOW_BITS)) & 7
            key = 64 * count + 48 * fallen_count(tables, hits, struck) + mixed
            kept = _keep_top(desk, kept, width, key, number)
    return kept


@borrowing
def _collect_all(
    tables: SheetTables, row: Row, seat: int, formation: int, desk: Desk, count: int
) -> int:
    """List every undominated shot of a formation that hits something, or one if none does."""
    free = tables.info.all_targets & ~row.hits[seat]
    first = tables.info.first_shot[formation]
    listed = count
    for number in range(first, first + tables.info.best_shots[formation]):
        if count < MAX_CANDIDATES // 2 and tables.shots[number] & free:
            desk.modify[count] = MODIFY_NONE
            desk.kind[count] = MOVE_FIRE
            desk.argument[count] = number
            count += 1
    if count == listed:
        desk.modify[count] = MODIFY_NONE
        desk.kind[count] = MOVE_FIRE
        desk.argument[count] = first
        count += 1
    return count


@borrowing
def collect(tables: SheetTables, row: Row, seat: int, desk: Desk, width: int) -> int:
    """List a seat's candidates in phases 2 and 3, except the propeller."""
    count = 0
    waiting = legal_modifications(tables, row, seat) | 1
    while waiting:
        number = lowest_bit(waiting)
        waiting &= waiting - 1
        formation = formation_after(row, seat, number)
        if formation < 0:
            continue
        if number == MODIFY_NONE and desk.style.is_thorough and width == desk.style.width:
            count = _collect_all(tables, row, seat, formation, desk, count)
            continue
        kept = top_shots(tables, row, seat, formation, desk, width)
        for index in range(kept):
            if count < MAX_CANDIDATES - _SPARE:
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
    seat: int,
    desk: Desk,
    modify: int,
    kind: int,
    argument: int,
) -> float:
    """Return the worth of the position after a choice, given the others' plans on the desk."""
    desk.rows[AFTER] = desk.rows[_TABLE]
    row = desk.rows[AFTER]
    if modify != MODIFY_NONE:
        row.modify[seat] = modify
    if kind == MOVE_FIRE:
        formation = formation_with(row, seat, row.modify[seat])
        choose_fire(row, seat, tables.shots[argument], tables.info.torpedoes[formation])
    else:
        choose_activate(row, seat, argument)
    finish_round(tables, row)
    evaluate(tables, row, desk)
    return worth_for(row, seat, desk.chances)


@borrowing
def assume_others(tables: SheetTables, row: Row, seat: int, desk: Desk) -> None:
    """Copy the position to the desk, with a quick plan for every other player."""
    desk.rows[_TABLE] = row
    table = desk.rows[_TABLE]
    for other in range(row.players):
        if other != seat and _is_open(row, other):
            table.action[other] = ACTION_NONE
            plan_quickly(tables, table, other)


@borrowing
def _is_open(row: Row, seat: int) -> bool:
    """Whether it isn't known what a seat chooses in this round."""
    return bool(row.action[seat] == ACTION_NONE or row.action[seat] == ACTION_COVERED)


@borrowing
def model_others(tables: SheetTables, row: Row, seat: int, desk: Desk) -> None:
    """Copy the position to the desk, with what every other player is expected to choose.

    Captains and admirals choose what the network likes best, based on what is public; juniors
    follow a quick plan. As all choose at once, nobody knows the choice of anyone else: the others
    in turn expect a quick plan.
    """
    for other in range(row.players):
        if other != seat and _is_open(row, other) and desk.ranks[other] >= CAPTAIN:
            count, _ = think(tables, row, other, desk, _OTHERS_WIDTH)
            best = best_certain(desk, count)
            desk.plan_modify[other] = desk.modify[best]
            desk.plan_kind[other] = desk.kind[best]
            desk.plan_argument[other] = desk.argument[best]
    desk.rows[_TABLE] = row
    table = desk.rows[_TABLE]
    for other in range(row.players):
        if other == seat or not _is_open(row, other):
            continue
        table.action[other] = ACTION_NONE
        if desk.ranks[other] < CAPTAIN:
            plan_quickly(tables, table, other)
            continue
        if desk.plan_modify[other] != MODIFY_NONE:
            table.modify[other] = desk.plan_modify[other]
        commit(tables, table, other, desk.plan_kind[other], desk.plan_argument[other])


@borrowing
def best_certain(desk: Desk, count: int) -> int:
    """Return the best candidate other than the propeller, whose result nobody knows."""
    best = 0
    for number in range(count):
        if desk.kind[number] != MOVE_MODIFY and desk.worth[number] > desk.worth[best]:
            best = number
    return best


@borrowing
def think(tables: SheetTables, row: Row, seat: int, desk: Desk, width: int) -> tuple[int, int]:
    """Rate every candidate of phases 2 and 3; return their number and the index of the best."""
    assume_others(tables, row, seat, desk)
    return rate_candidates(tables, row, seat, desk, width)


@borrowing
def think_well(tables: SheetTables, row: Row, seat: int, desk: Desk, width: int) -> tuple[int, int]:
    """Do the same against what the others are expected to choose, if that is the desk's style."""
    if desk.style.is_modelling:
        model_others(tables, row, seat, desk)
    else:
        assume_others(tables, row, seat, desk)
    return rate_candidates(tables, row, seat, desk, width)


@borrowing
def rate_candidates(
    tables: SheetTables, row: Row, seat: int, desk: Desk, width: int
) -> tuple[int, int]:
    """Rate every candidate, given the others' plans on the desk."""
    count = collect(tables, row, seat, desk, width)
    for number in range(count):
        desk.worth[number] = worth_after(
            tables, seat, desk, desk.modify[number], desk.kind[number], desk.argument[number]
        )
        copy_chances(desk.outlook[number], desk.chances)
    if legal_modifications(tables, row, seat) >> MODIFY_PROPELLER & 1:
        desk.modify[count] = MODIFY_PROPELLER
        desk.kind[count] = MOVE_MODIFY
        desk.argument[count] = MODIFY_PROPELLER
        desk.worth[count] = _worth_of_reroll(tables, row, seat, desk, count, width)
        count += 1
    return count, best_of(desk, count)


@borrowing
def best_of(desk: Desk, count: int) -> int:
    """Return the index of the candidate with the highest worth."""
    best = 0
    for number in range(count):
        if desk.worth[number] > desk.worth[best]:
            best = number
    return best


@borrowing
def _worth_of_reroll(
    tables: SheetTables, row: Row, seat: int, desk: Desk, count: int, width: int
) -> float:
    """Return the mean, over all faces, of the best follow-up; record its outlook.

    The propeller is candidate `count`; the slot after it holds the best shot of the current face.
    """
    propeller, shot = count, count + 1
    switch = -1
    for number in range(count):
        if desk.kind[number] == MOVE_ACTIVATE and (
            switch < 0 or desk.worth[number] > desk.worth[switch]
        ):
            switch = number
    desk.outlook[propeller] = 0.0
    total = 0.0
    for face in range(1, FACES + 1):
        source = switch
        best = desk.worth[switch] if switch >= 0 else -1.0
        kept = top_shots(tables, row, seat, face - 1, desk, (width + 1) // 2)
        desk.rows[_TABLE].rolled[seat] = face
        for index in range(kept):
            worth = worth_after(tables, seat, desk, MODIFY_PROPELLER, MOVE_FIRE, desk.top[1, index])
            if worth > best:
                best, source = worth, shot
                copy_chances(desk.outlook[shot], desk.chances)
        total += best
        add_part(desk.outlook[propeller], desk.outlook[source], FACES)
    desk.rows[_TABLE].rolled[seat] = 0
    return total / FACES


@borrowing
def take(tables: SheetTables, row: Row, seat: int, desk: Desk, pick: int) -> None:
    """Take a die, have the others take theirs, and leave the position in row `DRAFT`."""
    desk.rows[DRAFT] = row
    draft = desk.rows[DRAFT]
    apply_take(draft, seat, pick)
    # With more players, the many ways to take the remaining dice would take too long.
    if desk.style.is_modelling and row.players == 2 and draft.stage == STAGE_TAKE:
        other = next_to_take(draft)
        if desk.ranks[other] >= CAPTAIN:
            apply_take(draft, other, _reply(tables, other, desk))
    take_quickly(tables, draft)


@borrowing
def _reply(tables: SheetTables, seat: int, desk: Desk) -> int:
    """Return the die that another player is expected to take from row `DRAFT`."""
    best, pick = -1.0, -1
    waiting = picks_left(desk.rows[DRAFT])
    while waiting:
        number = lowest_bit(waiting)
        waiting &= waiting - 1
        desk.rows[_REPLY] = desk.rows[DRAFT]
        apply_take(desk.rows[_REPLY], seat, number)
        take_quickly(tables, desk.rows[_REPLY])
        _, liked = think(tables, desk.rows[_REPLY], seat, desk, _OTHERS_WIDTH)
        if desk.worth[liked] > best:
            best, pick = desk.worth[liked], number
    return pick


@borrowing
def worth_of_quick_pick(tables: SheetTables, row: Row, seat: int, desk: Desk, pick: int) -> float:
    """Return the worth of taking a die if everybody then follows a quick plan."""
    desk.rows[DRAFT] = row
    draft = desk.rows[DRAFT]
    apply_take(draft, seat, pick)
    take_quickly(tables, draft)
    for other in range(row.players):
        plan_quickly(tables, draft, other)
    finish_round(tables, draft)
    evaluate(tables, draft, desk)
    return worth_for(draft, seat, desk.chances)
