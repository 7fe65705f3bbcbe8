"""How a game ends: the reason and the winners, written into the row."""

from __future__ import annotations

from torpedo_dice.fast.bits import count_bits
from torpedo_dice.fast.codes import (
    MODE_SOLO,
    REASON_ALL_SKULLS,
    REASON_AUTOMATON,
    REASON_NONE,
    REASON_SKULL,
    REASON_SUNK,
)
from torpedo_dice.fast.compiled import kernel
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables
from torpedo_dice.rules.outcome import POINTS_PER_SYSTEM, POINTS_PER_TORPEDO

# More than any reserve, so that a score and its tie-break, the reserve, compare as one number.
_MORE_THAN_RESERVE = 1 << 8


@kernel
def has_sunk(tables: SheetTables, row: Row, seat: int) -> bool:
    """Whether a seat has hit every target of its enemy."""
    return bool(row.hits[seat] == tables.info.all_targets)


@kernel
def score_of(row: Row, seat: int) -> int:
    """Return hits landed plus reserve torpedoes left."""
    return count_bits(row.hits[seat]) + row.reserve[seat]


@kernel
def judge(tables: SheetTables, row: Row) -> int:
    """Return after a round why the game is over (0 if it is not), and store the result."""
    reason = _judge_solo(tables, row) if row.mode == MODE_SOLO else _judge_all(tables, row)
    row.reason = reason
    return reason


@kernel
def _judge_all(tables: SheetTables, row: Row) -> int:
    everybody = (1 << row.players) - 1
    skulls = 0
    sinkers = 0
    for seat in range(row.players):
        if row.skull[seat]:
            skulls |= 1 << seat
        elif has_sunk(tables, row, seat):
            sinkers |= 1 << seat
    if sinkers:
        # Sinking beats scoring; the skull of another player does not matter.
        row.winners = _best(row, sinkers, 0)
        return REASON_SUNK
    if not skulls:
        return REASON_NONE
    if skulls == everybody:
        return REASON_ALL_SKULLS
    row.winners = _best(row, everybody & ~skulls, _MORE_THAN_RESERVE)
    return REASON_SKULL


@kernel
def _best(row: Row, seats: int, weight: int) -> int:
    """Return the best of some seats: by weighted score, then by reserve."""
    best = -1
    winners = 0
    for seat in range(row.players):
        if seats >> seat & 1:
            key = weight * score_of(row, seat) + row.reserve[seat]
            if key > best:
                best = key
                winners = 0
            if key == best:
                winners |= 1 << seat
    return winners


@kernel
def _judge_solo(tables: SheetTables, row: Row) -> int:
    if row.skull[0]:
        # Even if the same shot sank the enemy.
        return REASON_SKULL
    standing = tables.info.systems & ~row.destroyed[0]
    if has_sunk(tables, row, 0):
        # Sinking takes priority, even if the automaton destroyed the last system in this round.
        row.winners = 1
        row.solo_score = (
            POINTS_PER_SYSTEM * count_bits(standing) + POINTS_PER_TORPEDO * row.reserve[0]
        )
        return REASON_SUNK
    return REASON_NONE if standing else REASON_AUTOMATON
