"""Encode a position for the network: one row of features per player.

The features apply to any sheet: what is left of each system, and the best remaining shots for each
face, both plain and with each shaping system. The last ones name the ranks of the players, because
the same position is worth more against a weaker opponent.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.desk import Desk
from torpedo_dice.bots.brain.ranks import RANKS
from torpedo_dice.fast.bits import count_bits, lowest_bit
from torpedo_dice.fast.codes import (
    ARTILLERY,
    FACES,
    FORMATION_COUNT,
    MODE_SOLO,
    PORTHOLES,
    SHAPINGS,
    SYSTEM_SLOTS,
)
from torpedo_dice.fast.compiled import borrowing
from torpedo_dice.fast.dashboard import usable_systems
from torpedo_dice.fast.dice import faces_by_turning
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables

# Offset of each feature group.
PROGRESS = 0
ENEMY_SYSTEMS = 6
USABLE = ENEMY_SYSTEMS + 7
DESTROYED = USABLE + 7
OWN_SYSTEMS = DESTROYED + 7
USES = OWN_SYSTEMS + 7
BEST_SHOTS = USES + 2
REACHABLE = BEST_SHOTS + FORMATION_COUNT
SEATING = REACHABLE + FACES + 3
RIVALS = SEATING + 3
# The networks of version 1 know the features up to here.
FEATURES_1 = RIVALS + 8
FINISHING = FEATURES_1
DRAFTS = FINISHING + FACES + 2
OWN_RANK = DRAFTS + 4
ATTACKERS_RANK = OWN_RANK + RANKS
RIVALS_RANKS = ATTACKERS_RANK + RANKS
FEATURES = RIVALS_RANKS + RANKS

# Scale factors that bring the features to about 1.
_MANY_TARGETS = 32.0
_MUCH_RESERVE = 12.0
_SYSTEM_SIZE = 5.0
_SHOT_SIZE = 6.0
# Cost of a miss when comparing shots of different faces.
_MISS = 0.7
# Rough number of misses per hit.
_MISSES_PER_HIT = 0.4
# Lower than the worth of any formation.
_WORST = -9.0
# The memo's place of a mask of hits: the upper bits of a product.
MEMO = 512
_MIX = np.uint64(0x9E3779B97F4A7C15)
_MEMO_SHIFT = np.uint64(64 - 9)
# Numba converts to float when it combines a signed and an unsigned integer.
_signed: Any = np.int64
# The system behind each kind of formation; the first kind is plain.
_SHAPED_BY = np.array([system or 0 for system in SHAPINGS], dtype=np.int8)


@borrowing
def best_hits(tables: SheetTables, free: int, formation: int) -> int:
    """Return the maximum number of hits a formation can still score."""
    most = 0
    first = tables.info.first_shot[formation]
    for number in range(first, first + tables.info.best_shots[formation]):
        hits = count_bits(tables.shots[number] & free)
        if hits > most:
            most = hits
    return most


@borrowing
def fill_features(tables: SheetTables, row: Row, desk: Desk) -> None:
    """Write the features of every player into the first rows of the desk's `x`."""
    x = desk.x
    for seat in range(row.players):
        for index in range(FEATURES):
            x[seat, index] = 0.0
        _fill_attack(tables, row, seat, desk)
        _fill_systems(tables, row, seat, x[seat])
        _fill_seating(row, seat, x[seat])
    for seat in range(row.players):
        _fill_rivals(row, seat, x)
        _fill_ranks(row, seat, desk)


@borrowing
def _memo_of(tables: SheetTables, hits: int, desk: Desk) -> int:
    """Return the place in the desk's memo that has the best shots of a submarine so damaged.

    They depend on the damage alone, which few candidates change, and finding them takes longer than
    everything else here.
    """
    place: int = _signed((hits * _MIX) >> _MEMO_SHIFT)
    if desk.memo_is_used[place] == 0 or desk.memo_hits[place] != hits:
        free = tables.info.all_targets & ~hits
        for formation in range(FORMATION_COUNT):
            desk.memo_best[place, formation] = best_hits(tables, free, formation)
        desk.memo_hits[place] = hits
        desk.memo_is_used[place] = 1
    return place


@borrowing
def _fill_attack(tables: SheetTables, row: Row, seat: int, desk: Desk) -> None:
    """Fill in the targets left to hit, the reserve, and the best shots."""
    x = desk.x[seat]
    free = tables.info.all_targets & ~row.hits[seat]
    left = count_bits(free)
    reserve = row.reserve[seat]
    standing = 0
    for system in range(1, SYSTEM_SLOTS):
        fields = count_bits(tables.info.system_targets[system] & free)
        standing += fields > 0
        x[ENEMY_SYSTEMS + system - 1] = fields / _SYSTEM_SIZE
    x[PROGRESS] = left / _MANY_TARGETS
    x[PROGRESS + 1] = standing / 7.0
    x[PROGRESS + 2] = reserve / _MUCH_RESERVE
    x[PROGRESS + 3] = reserve / 3.0 if reserve < 3 else 1.0
    x[PROGRESS + 4] = (reserve - _MISSES_PER_HIT * left) / _MUCH_RESERVE
    x[PROGRESS + 5] = 1.0 if left <= 3 else 0.0
    place = _memo_of(tables, row.hits[seat], desk)
    finishing = 0
    for formation in range(FORMATION_COUNT):
        hits = desk.memo_best[place, formation]
        x[BEST_SHOTS + formation] = hits / _SHOT_SIZE
        if hits == left and tables.info.torpedoes[formation] - hits <= reserve:
            finishing |= 1 << formation
    _fill_reachable(tables, usable_systems(tables, row, seat), finishing, x)


@borrowing
def _net(tables: SheetTables, x: NDArray[np.float32], formation: int) -> float:
    """Return the worth of a formation's best shot: its hits minus a penalty for its misses."""
    hits = _SHOT_SIZE * x[BEST_SHOTS + formation]
    return hits - _MISS * (tables.info.torpedoes[formation] - hits)


@borrowing
def _fill_reachable(
    tables: SheetTables, usable: int, finishing: int, x: NDArray[np.float32]
) -> None:
    """Fill in the worth of each face, given the systems that are usable now.

    `finishing` are the formations that can sink the submarine without marking the skull.
    """
    total = 0.0
    highest = _WORST
    lowest = -_WORST
    for face in range(1, FACES + 1):
        # Formations within reach: plain ones of reachable faces, then the shaped ones.
        reach = faces_by_turning(face, usable) >> 1
        for kind in range(1, len(_SHAPED_BY)):
            if usable >> _SHAPED_BY[kind] & 1:
                reach |= 1 << (kind * FACES + face - 1)
        if reach & finishing:
            x[FINISHING + face - 1] = 1.0
            x[FINISHING + FACES] += 1.0 / FACES
        worth = _WORST
        while reach:
            net = _net(tables, x, lowest_bit(reach))
            reach &= reach - 1
            if net > worth:
                worth = net
        x[REACHABLE + face - 1] = worth / _SHOT_SIZE
        total += worth
        if worth > highest:
            highest = worth
        if worth < lowest:
            lowest = worth
    x[REACHABLE + FACES] = total / (FACES * _SHOT_SIZE)
    x[REACHABLE + FACES + 1] = highest / _SHOT_SIZE
    x[REACHABLE + FACES + 2] = lowest / _SHOT_SIZE
    _fill_drafts(x)


@borrowing
def _fill_drafts(x: NDArray[np.float32]) -> None:
    """Fill in the mean worth of the best of two and of three dice."""
    two = 0.0
    three = 0.0
    for face in range(FACES):
        # The faces that are worth less, and the ties that come first, rank below this one.
        below = 0
        for other in range(FACES):
            worse = x[REACHABLE + other] < x[REACHABLE + face]
            if worse or (x[REACHABLE + other] == x[REACHABLE + face] and other < face):
                below += 1
        low, high = below / FACES, (below + 1) / FACES
        two += x[REACHABLE + face] * (high * high - low * low)
        three += x[REACHABLE + face] * (high * high * high - low * low * low)
    x[DRAFTS] = two
    x[DRAFTS + 1] = three


@borrowing
def _fill_systems(tables: SheetTables, row: Row, seat: int, x: NDArray[np.float32]) -> None:
    """Fill in which of the player's systems are usable or destroyed, and how damaged they are."""
    usable = usable_systems(tables, row, seat)
    attacker = seat - 1 if seat > 0 else row.players - 1
    for system in range(1, SYSTEM_SLOTS):
        x[USABLE + system - 1] = usable >> system & 1
        x[DESTROYED + system - 1] = row.destroyed[seat] >> system & 1
        if row.mode == MODE_SOLO:
            x[OWN_SYSTEMS + system - 1] = row.boxes[system]
        else:
            fields = tables.info.system_targets[system] & ~row.hits[attacker]
            x[OWN_SYSTEMS + system - 1] = count_bits(fields) / _SYSTEM_SIZE
    x[USES] = (tables.info.limits[ARTILLERY] - row.uses[seat, ARTILLERY]) / 3.0
    x[USES + 1] = (tables.info.limits[PORTHOLES] - row.uses[seat, PORTHOLES]) / 3.0


@borrowing
def _fill_seating(row: Row, seat: int, x: NDArray[np.float32]) -> None:
    """Fill in how early the player picks a die next round, and the number of players."""
    place = seat - row.start
    if place < 0:
        place += row.players
    x[SEATING] = place / 3.0
    x[SEATING + 1] = 1.0 if row.players == 3 else 0.0
    x[SEATING + 2] = 1.0 if row.players == 4 else 0.0


@borrowing
def _fill_rivals(row: Row, seat: int, x: NDArray[np.float32]) -> None:
    """Fill in the rivals' standing: the closest to sinking, the attacker, and the extremes."""
    if row.players == 1:
        return
    leader = -1
    most_reserve = 0.0
    least_reserve = 9.0
    threat = 0.0
    for other in range(row.players):
        if other == seat:
            continue
        if leader < 0 or x[other, PROGRESS] < x[leader, PROGRESS]:
            leader = other
        if x[other, FINISHING + FACES] > threat:
            threat = x[other, FINISHING + FACES]
        reserve = x[other, PROGRESS + 2]
        if reserve > most_reserve:
            most_reserve = reserve
        if reserve < least_reserve:
            least_reserve = reserve
    attacker = seat - 1 if seat > 0 else row.players - 1
    x[seat, RIVALS] = x[leader, PROGRESS]
    x[seat, RIVALS + 1] = x[leader, PROGRESS + 2]
    x[seat, RIVALS + 2] = x[leader, REACHABLE + FACES]
    x[seat, RIVALS + 3] = x[leader, PROGRESS + 4]
    x[seat, RIVALS + 4] = x[attacker, PROGRESS]
    x[seat, RIVALS + 5] = most_reserve
    x[seat, RIVALS + 6] = least_reserve
    x[seat, RIVALS + 7] = x[seat, PROGRESS] - x[leader, PROGRESS]
    x[seat, FINISHING + FACES + 1] = threat
    x[seat, DRAFTS + 2] = x[leader, DRAFTS]
    x[seat, DRAFTS + 3] = x[leader, DRAFTS + 1]


@borrowing
def _fill_ranks(row: Row, seat: int, desk: Desk) -> None:
    """Fill in who plays: the player's own rank, the attacker's, and the rivals' on average."""
    x = desk.x[seat]
    x[OWN_RANK + desk.ranks[seat]] = 1.0
    if row.players == 1:
        return
    attacker = seat - 1 if seat > 0 else row.players - 1
    x[ATTACKERS_RANK + desk.ranks[attacker]] = 1.0
    for other in range(row.players):
        if other != seat:
            x[RIVALS_RANKS + desk.ranks[other]] += 1.0 / (row.players - 1)
