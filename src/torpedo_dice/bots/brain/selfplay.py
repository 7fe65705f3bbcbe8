"""Games between players of all ranks on the compiled engine: a league that the network learns from.

Every seat has a rank and plays as that rank does. Captains and admirals evaluate positions with a
network, either the current one or an earlier version, and expect everyone to be of their own rank;
what is recorded are the true ranks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.ahead import NO_DIE, Rolls, rate, think_ahead
from torpedo_dice.bots.brain.desk import Desk
from torpedo_dice.bots.brain.evaluate import evaluate
from torpedo_dice.bots.brain.features import FEATURES
from torpedo_dice.bots.brain.junior import (
    Weights,
    commit,
    ensign_acts,
    ensign_pick,
    lieutenant_acts,
    lieutenant_pick,
)
from torpedo_dice.bots.brain.ranks import ENSIGN, LIEUTENANT
from torpedo_dice.bots.brain.round_memo import RoundMemo, copy_choice, place_of
from torpedo_dice.bots.brain.search import DRAFT, best_of, take, worth_of_quick_pick
from torpedo_dice.fast.bits import lowest_bit
from torpedo_dice.fast.chance import Chance, draw_below, draw_dice, draw_face
from torpedo_dice.fast.codes import (
    MODIFY_NONE,
    MODIFY_PROPELLER,
    MODIFY_SYSTEM,
    SEATS,
    STAGE_OVER,
    STAGE_START,
    STAGE_TAKE,
)
from torpedo_dice.fast.compiled import borrowing, compiled
from torpedo_dice.fast.dice import dice_count, picks_left
from torpedo_dice.fast.moves import apply_roll, apply_start, apply_take
from torpedo_dice.fast.round_end import finish_round
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables
from torpedo_dice.fast.turns import next_to_take

MAX_ROUNDS = 60
# Rows of the workspace: the game, what was public before anybody chose, and scratch space.
GAME, BEFORE, SCRATCH = range(3)
WORK_ROWS = 3
# Desks: by rank, for each of two networks; and scratch space for looking ahead.
CURRENT, PAST = range(2)


@compiled
def _pick_die(
    tables: SheetTables,
    rows: NDArray[np.void],
    seat: int,
    rank: int,
    desks: NDArray[np.void],
    rolls: Rolls,
    chance: Chance,
    memo: RoundMemo,
) -> int:
    row = rows[GAME]
    if rank == ENSIGN:
        return ensign_pick(row, chance)
    if rank == LIEUTENANT:
        rows[SCRATCH] = row
        return lieutenant_pick(tables, row, rows[SCRATCH], seat, chance)
    best, pick = -1.0, -1
    left = picks_left(row)
    seen = 0
    while left:
        number = lowest_bit(left)
        left &= left - 1
        # Dice with the same face are worth the same.
        if seen >> row.dice[number] & 1:
            continue
        seen |= 1 << row.dice[number]
        worth = _worth_of_die(tables, row, seat, desks, rolls, number, memo)
        if worth > best:
            best, pick = worth, number
    return pick


@borrowing
def _worth_of_die(
    tables: SheetTables,
    row: Row,
    seat: int,
    desks: NDArray[np.void],
    rolls: Rolls,
    number: int,
    memo: RoundMemo,
) -> float:
    """Return what taking a die is worth to a captain or an admiral, as `rate` does."""
    desk = desks[0]
    width, most = desk.style.draft_width, desk.style.draft_foreseen
    if width == 0:
        return worth_of_quick_pick(tables, row, seat, desk, number)
    take(tables, row, seat, desk, number)
    draft = desk.rows[DRAFT]
    place = place_of(draft, seat) if len(memo) > 0 else 0
    if len(memo) > 0 and memo[0].is_rated[place]:
        return memo[0].worth[place]
    _, best = think_ahead(tables, draft, seat, desk, desks[1], rolls, width, most, 1)
    worth = desk.worth[best]
    if len(memo) > 0:
        memo[0].is_rated[place] = 1
        memo[0].worth[place] = worth
    return worth


@compiled
def _act(
    tables: SheetTables,
    rows: NDArray[np.void],
    seat: int,
    desks: NDArray[np.void],
    rolls: Rolls,
    chance: Chance,
    whim: int,
    face: int,
) -> None:
    """Have a captain or an admiral choose, based only on what was public before anybody chose.

    Like the bots, they search again after using a system: only then do they consider all its shots.
    """
    row = rows[GAME]
    before = rows[BEFORE]
    desk = desks[0]
    width, most = desk.style.width, desk.style.foreseen
    best = -1
    if row.modify[seat] == MODIFY_NONE:
        count, _ = rate(tables, before, seat, desk, desks[1], rolls, NO_DIE, width, most)
        best = best_of(desk, count)
        if whim > 0 and draw_below(chance, whim) == 0:
            best = draw_below(chance, count)
        row.modify[seat] = desk.modify[best]
        if row.modify[seat] == MODIFY_PROPELLER:
            row.rolled[seat] = face if face > 0 else draw_face(chance)
    if row.modify[seat] != MODIFY_NONE:
        before.modify[seat], before.rolled[seat] = row.modify[seat], row.rolled[seat]
        count, _ = rate(tables, before, seat, desk, desks[1], rolls, NO_DIE, width, most)
        best = best_of(desk, count)
        before.modify[seat], before.rolled[seat] = MODIFY_NONE, 0
    commit(tables, row, seat, desk.kind[best], desk.argument[best])


@compiled
def play_round(
    tables: SheetTables,
    weights: Weights,
    rows: NDArray[np.void],
    ranks: NDArray[np.int8],
    versions: NDArray[np.int8],
    desks: NDArray[np.void],
    chance: Chance,
    all_rolls: Rolls,
    whim: int,
    used: NDArray[np.int64],
    memo: RoundMemo,
) -> None:
    """Roll the dice of a round and play it, as in `play_rolled`."""
    apply_roll(rows[GAME], draw_dice(chance, dice_count(rows[GAME])))
    play_rolled(
        tables, weights, rows, ranks, versions, desks, chance, all_rolls, whim, 0, used, memo
    )


@compiled
def play_rolled(
    tables: SheetTables,
    weights: Weights,
    rows: NDArray[np.void],
    ranks: NDArray[np.int8],
    versions: NDArray[np.int8],
    desks: NDArray[np.void],
    chance: Chance,
    all_rolls: Rolls,
    whim: int,
    face: int,
    used: NDArray[np.int64],
    memo: RoundMemo,
) -> None:
    """Play one round after its dice have been rolled, or what is left of it.

    `desks` are by rank, version and purpose; `used` counts uses by rank. One in `whim` choices of
    captains and admirals is random; none, if it is 0. Their propellers show `face`, or any if it is
    0. `all_rolls` are those that admirals look ahead at, by round. `memo` is for rounds of two
    players that begin with the same position.
    """
    row = rows[GAME]
    rolls = all_rolls[row.round % len(all_rolls)]
    while row.stage == STAGE_TAKE:
        seat = next_to_take(row)
        mine = desks[ranks[seat], versions[seat]]
        if whim > 0 and draw_below(chance, whim) == 0:
            apply_take(row, seat, ensign_pick(row, chance))
        else:
            rank = ranks[seat]
            apply_take(row, seat, _pick_die(tables, rows, seat, rank, mine, rolls, chance, memo))
    rows[BEFORE] = rows[GAME]
    rows[BEFORE].modify[:] = MODIFY_NONE
    rows[BEFORE].rolled[:] = 0
    for seat in range(row.players):
        if ranks[seat] == ENSIGN:
            ensign_acts(tables, row, seat, weights, chance)
        elif ranks[seat] == LIEUTENANT:
            lieutenant_acts(tables, row, seat, chance)
        else:
            mine = desks[ranks[seat], versions[seat]]
            place = place_of(row, seat) if len(memo) > 0 else 0
            if len(memo) > 0 and memo[0].is_chosen[place]:
                copy_choice(row, memo[0].choice[place], seat)
            else:
                drawn = chance[0]
                _act(tables, rows, seat, mine, rolls, chance, whim, face)
                if len(memo) > 0 and chance[0] == drawn and row.rolled[seat] == 0:
                    memo[0].is_chosen[place] = 1
                    copy_choice(memo[0].choice[place], row, seat)
        used[ranks[seat], 0] += 1
        if row.modify[seat] != MODIFY_NONE:
            used[ranks[seat], MODIFY_SYSTEM[row.modify[seat]]] += 1
    finish_round(tables, row)


@compiled
def _fill_targets(
    judge: Desk,
    first: int,
    end: int,
    trust: float,
    values: NDArray[np.float32],
    targets: NDArray[np.float32],
) -> None:
    """Fill in the targets of a game's positions, from its result backwards."""
    for index in range(end - 1, first - 1, -1):
        for seat in range(SEATS):
            result = judge.chances[seat]
            targets[index, seat] = result
            judge.chances[seat] = (1.0 - trust) * values[index, seat] + trust * result


@borrowing
def _note(judge: Desk, seen: NDArray[np.float32], values: NDArray[np.float32], number: int) -> int:
    """Copy what a judge sees and says of a position; return the number of the next one.

    Element by element: for whole arrays Numba also compiles broadcasting, which takes seconds.
    """
    for seat in range(SEATS):
        values[number, seat] = judge.chances[seat]
        for feature in range(FEATURES):
            seen[number, seat, feature] = judge.x[seat, feature]
    return number + 1


@compiled
def play_games(
    tables: SheetTables,
    weights: Weights,
    new_game: NDArray[np.void],
    rows: NDArray[np.void],
    lineups: NDArray[np.int8],
    versions: NDArray[np.int8],
    desks: NDArray[np.void],
    judge: Desk,
    chance: Chance,
    all_rolls: Rolls,
    no_memo: RoundMemo,
    whim: int,
    trust: float,
    places: NDArray[np.void],
    seen: NDArray[np.float32],
    values: NDArray[np.float32],
    targets: NDArray[np.float32],
    results: NDArray[np.int32],
    used: NDArray[np.int64],
) -> int:
    """Play a game for each line-up of ranks, and record every position with its training target.

    The target mixes the judge's evaluation one round later with the final result (TD(λ); `trust` is
    λ). The arrays after it are those of `lab.league.Played`. Returns the number of positions.
    """
    noted = 0
    for game in range(len(lineups)):
        rows[GAME] = new_game[0]
        row, first = rows[GAME], noted
        if row.stage == STAGE_START:
            apply_start(row, draw_below(chance, row.players))
        for seat in range(SEATS):
            judge.ranks[seat] = lineups[game, seat]
        results[game, 1], results[game, 4] = row.start, first
        while row.stage != STAGE_OVER and row.round < MAX_ROUNDS and noted < len(seen):
            evaluate(tables, row, judge)
            places[noted] = row
            noted = _note(judge, seen, values, noted)
            play_round(
                tables,
                weights,
                rows,
                lineups[game],
                versions[game],
                desks,
                chance,
                all_rolls,
                whim,
                used,
                no_memo,
            )
        results[game, 2], results[game, 5] = row.round, row.solo_score
        if row.stage != STAGE_OVER:
            noted = first
            continue
        results[game, 0], results[game, 3] = row.winners, row.reason
        evaluate(tables, row, judge)
        _fill_targets(judge, first, noted, trust, values, targets)
    return noted
