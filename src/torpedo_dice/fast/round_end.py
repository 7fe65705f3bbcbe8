"""The end of a round: shots land, systems are destroyed, the automaton fires, the game may end."""

from __future__ import annotations

from torpedo_dice.fast.automaton import automaton_fires
from torpedo_dice.fast.bits import count_bits
from torpedo_dice.fast.codes import (
    ACTION_FIRE,
    ACTION_NONE,
    MODE_SOLO,
    MODIFY_NONE,
    MODIFY_SYSTEM,
    SEATS,
    SOLO_AFTER_FIRE,
    STAGE_OVER,
    STAGE_ROLL,
)
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.dice import die_left
from torpedo_dice.fast.outcome import has_sunk, judge
from torpedo_dice.fast.state import NO_PICK, Row
from torpedo_dice.fast.tables import SheetTables
from torpedo_dice.fast.turns import left_of


@kernel
def finish_round(tables: SheetTables, row: Row) -> None:
    """Carry out all choices, and proceed to the next round or the end of the game."""
    for seat in range(row.players):
        # A choice changes only its own seat's sheet, and no other choice depends on the systems it
        # destroys, so one pass in any order is enough.
        fallen = carry_out(tables, row, seat)
        if row.mode == MODE_SOLO:
            _finish_solo(tables, row, fallen)
        elif fallen:
            row.destroyed[left_of(row, seat)] |= fallen
    _clear_round(row)
    if judge(tables, row):
        row.stage = STAGE_OVER
    else:
        row.start = left_of(row, row.start)
        row.stage = STAGE_ROLL


@kernel
def carry_out(tables: SheetTables, row: Row, seat: int) -> int:
    """Carry out one seat's choice on its own sheet; return the enemy systems it destroyed."""
    _count_use(tables, row, seat)
    if row.action[seat] == ACTION_FIRE:
        return land_shot(tables, row, seat, row.shot_mask[seat], row.shot_count[seat])
    row.switched[seat] |= 1 << row.activated[seat]
    return 0


@kernel
def land_shot(tables: SheetTables, row: Row, seat: int, mask: int, count: int) -> int:
    """Mark a shot's hits and misses on a seat's sheet; return the systems it destroyed."""
    struck = mask & ~row.hits[seat]
    misses = count - count_bits(struck)
    reserve = row.reserve[seat] - misses
    row.skull[seat] = reserve < 0
    row.reserve[seat] = reserve if reserve > 0 else 0
    if not struck:
        return 0
    row.hits[seat] |= struck
    return _fallen(tables, row.hits[seat], struck)


@kernel
def _fallen(tables: SheetTables, hits: int, struck: int) -> int:
    """Return the systems whose last free target was struck."""
    fallen = 0
    for system in range(1, len(tables.info.system_targets)):
        targets = tables.info.system_targets[system]
        if targets & struck and targets & hits == targets:
            fallen |= 1 << system
    return fallen


@kernel
def destroyed_by(tables: SheetTables, hits: int) -> int:
    """Return the systems whose target fields have all been hit."""
    return _fallen(tables, hits, tables.info.all_targets)


@kernel
def _count_use(tables: SheetTables, row: Row, seat: int) -> None:
    if row.modify[seat] != MODIFY_NONE and tables.info.limited:
        system = MODIFY_SYSTEM[row.modify[seat]]
        if tables.info.limited >> system & 1:
            row.uses[seat, system] += 1


@kernel
def _finish_solo(tables: SheetTables, row: Row, fallen: int) -> None:
    """Mark the explosions, then let the automaton fire unless the game is already over."""
    exploded = count_bits(fallen)
    free = tables.info.explosions - row.explosions
    exploded = exploded if exploded < free else free
    row.explosions += exploded
    won_before_it = row.solo_end == SOLO_AFTER_FIRE and has_sunk(tables, row, 0)
    if not row.skull[0] and not won_before_it:
        automaton_fires(tables, row, die_left(row), exploded)


@kernel
def _clear_round(row: Row) -> None:
    """Clear the dice and the choices of the round."""
    for seat in range(SEATS):
        row.pick[seat] = NO_PICK
        row.modify[seat] = MODIFY_NONE
        row.rolled[seat] = 0
        row.action[seat] = ACTION_NONE
        row.shot_mask[seat] = 0
        row.shot_count[seat] = 0
        row.activated[seat] = 0
    for index in range(SEATS + 1):
        row.dice[index] = 0
