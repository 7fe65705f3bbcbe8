"""Determines whose decision it is, one seat at a time, and rolls the dice in between.

Phases 2 and 3 are simultaneous in the rules. Here the seats decide them one after another, the
start player first and then clockwise. Choices stay hidden until all are made, so this is
equivalent.
"""

from __future__ import annotations

from torpedo_dice.fast.chance import Chance, draw_below, draw_dice, draw_face
from torpedo_dice.fast.codes import ACTION_NONE, STAGE_ACT, STAGE_ROLL, STAGE_START, STAGE_TAKE
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.dice import dice_count
from torpedo_dice.fast.moves import apply_reroll, apply_roll, apply_start
from torpedo_dice.fast.state import NO_PICK, Row
from torpedo_dice.fast.turns import awaits_roll, left_of
from torpedo_dice.rules import Game, Seat, Stage

NOBODY = -1


@kernel
def deciding_seat(row: Row) -> int:
    """Return the seat to decide; -1 if a roll is pending or the game is over."""
    seat = row.start
    for _ in range(row.players):
        if row.stage == STAGE_TAKE and row.pick[seat] == NO_PICK:
            return seat
        if row.stage == STAGE_ACT and row.action[seat] == ACTION_NONE:
            return NOBODY if awaits_roll(row, seat) else seat
        seat = left_of(row, seat)
    return NOBODY


@kernel
def roll_for_seat(row: Row, seat: int, chance: Chance) -> None:
    """Make the rolls that are pending after a seat's decision, or at the start of a game."""
    if awaits_roll(row, seat):
        apply_reroll(row, seat, draw_face(chance))
    if row.stage == STAGE_START:
        apply_start(row, draw_below(chance, row.players))
    if row.stage == STAGE_ROLL:
        apply_roll(row, draw_dice(chance, dice_count(row)))


def seat_to_decide(game: Game) -> Seat | None:
    """Return the seat of a game that decides now, as `deciding_seat` does for a row."""
    waiting = game.seats_to_move()
    if game.stage is Stage.ACT and game.chances():
        return None
    return next((seat for seat in game.draft_order if seat in waiting), None)
