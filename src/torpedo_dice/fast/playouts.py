"""Random play: whole games in which all legal moves are equally likely.

Every move that `legal.py` lists counts once: each die, each modification, each activation and each
*distinct* shot. Two dice with the same face are two moves, as in the rules; two placements on the
same targets are one.
"""

from __future__ import annotations

from torpedo_dice.fast.bits import count_bits, nth_bit
from torpedo_dice.fast.chance import Chance, draw_below, draw_dice, draw_face, new_chance
from torpedo_dice.fast.codes import (
    ACTION_COVERED,
    ACTION_NONE,
    STAGE_OVER,
    STAGE_ROLL,
    STAGE_START,
    STAGE_TAKE,
)
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.dashboard import switchable
from torpedo_dice.fast.dice import dice_count, formation_of, picks_left
from torpedo_dice.fast.legal import legal_modifications, shot_count
from torpedo_dice.fast.moves import (
    apply_modify,
    apply_reroll,
    apply_roll,
    apply_start,
    apply_take,
    choose_activate,
    choose_fire,
)
from torpedo_dice.fast.round_end import finish_round
from torpedo_dice.fast.state import NO_PICK, Row, Rows, new_games
from torpedo_dice.fast.tables import SheetTables, fast_sheet
from torpedo_dice.fast.turns import awaits_roll, left_of
from torpedo_dice.rules import Mode, Sheet, SoloEnd


def random_games(
    count: int,
    sheet: Sheet,
    mode: Mode | str,
    players: int,
    seed: int,
    *,
    solo_end: SoloEnd | str = SoloEnd.END_OF_ROUND,
) -> tuple[Rows, int]:
    """Play new games to their end; return them and how many decisions the players made."""
    rows = new_games(count, sheet, mode, players, solo_end=solo_end)
    decisions = play_out_all(fast_sheet(sheet).tables, rows, new_chance(seed))
    return rows, decisions


@kernel
def play_out_all(tables: SheetTables, rows: Rows, chance: Chance) -> int:
    """Play every game of a batch from its position to the end; return the number of decisions."""
    decisions = 0
    for index in range(len(rows)):
        decisions += play_out(tables, rows[index], chance)
    return decisions


@kernel
def play_out_copies(tables: SheetTables, row: Row, rows: Rows, chance: Chance) -> int:
    """Fill a batch with copies of one game and play them out; return the number of decisions."""
    decisions = 0
    for index in range(len(rows)):
        rows[index] = row
        decisions += play_out(tables, rows[index], chance)
    return decisions


@kernel
def play_out(tables: SheetTables, row: Row, chance: Chance) -> int:
    """Play a game from its position to the end; return the number of decisions."""
    decisions = 0
    while row.stage != STAGE_OVER:
        decisions += play_round(tables, row, chance)
    return decisions


@kernel
def play_round(tables: SheetTables, row: Row, chance: Chance) -> int:
    """Play an unfinished game to the end of its round; return the number of decisions."""
    decisions = 0
    if row.stage == STAGE_START:
        apply_start(row, draw_below(chance, row.players))
    if row.stage == STAGE_ROLL:
        apply_roll(row, draw_dice(chance, dice_count(row)))
    if row.stage == STAGE_TAKE:
        decisions += _draft(row, chance)
    for seat in range(row.players):
        # A covered choice is unknown, so it is made again.
        if row.action[seat] == ACTION_NONE or row.action[seat] == ACTION_COVERED:
            decisions += choose_randomly(tables, row, seat, chance)
    finish_round(tables, row)
    return decisions


@kernel
def _draft(row: Row, chance: Chance) -> int:
    """Let each seat that has no die take one of those left."""
    decisions = 0
    seat = row.start
    left = picks_left(row)
    for _ in range(row.players):
        if row.pick[seat] == NO_PICK:
            pick = nth_bit(left, draw_below(chance, count_bits(left)))
            apply_take(row, seat, pick)
            left &= ~(1 << pick)
            decisions += 1
        seat = left_of(row, seat)
    return decisions


@kernel
def choose_randomly(tables: SheetTables, row: Row, seat: int, chance: Chance) -> int:
    """Make a seat's choices of phases 2 and 3, without finishing the round; return how many."""
    decisions = 0
    while True:
        if awaits_roll(row, seat):
            apply_reroll(row, seat, draw_face(chance))
        modifications = legal_modifications(tables, row, seat)
        switches = switchable(tables, row, seat)
        formation = formation_of(row, seat)
        shots = shot_count(tables, formation)
        switch_count = count_bits(switches)
        number = draw_below(chance, shots + switch_count + count_bits(modifications))
        decisions += 1
        if number < shots:
            mask = tables.shots[tables.info.first_shot[formation] + number]
            choose_fire(row, seat, mask, tables.info.torpedoes[formation])
            return decisions
        number -= shots
        if number < switch_count:
            choose_activate(row, seat, nth_bit(switches, number))
            return decisions
        apply_modify(row, seat, nth_bit(modifications, number - switch_count))
