"""Games between players of all ranks on the compiled engine: a league that the network learns from.

Every seat has a rank and plays as that rank does. Captains and admirals evaluate positions with a
network, either the current one or an earlier version, and expect everyone to be of their own rank;
what is recorded are the true ranks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from torpedo_dice.bots.brain.ahead import NO_DIE, Rolls, rate
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
from torpedo_dice.bots.brain.search import best_of
from torpedo_dice.fast.bits import lowest_bit
from torpedo_dice.fast.chance import Chance, draw_below, draw_dice, draw_face
from torpedo_dice.fast.codes import (
    FACES,
    MODIFY_NONE,
    MODIFY_PROPELLER,
    MODIFY_SYSTEM,
    SEATS,
    STAGE_OVER,
    STAGE_START,
    STAGE_TAKE,
)
from torpedo_dice.fast.compiled import borrowing, compiled, kernel
from torpedo_dice.fast.dice import dice_count, die_of, picks_left
from torpedo_dice.fast.moves import apply_roll, apply_start, apply_take
from torpedo_dice.fast.round_end import finish_round
from torpedo_dice.fast.state import Row
from torpedo_dice.fast.tables import SheetTables
from torpedo_dice.fast.turns import next_to_take

MAX_ROUNDS = 60
# Rows of the workspace: the game, what was public before anybody chose, scratch space, and choices
# of two players that are known already, by seat and the faces that both took.
GAME, BEFORE, SCRATCH, KNOWN = range(4)
WORK_ROWS = KNOWN + 2 * FACES * FACES
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
) -> int:
    row = rows[GAME]
    if rank == ENSIGN:
        return ensign_pick(row, chance)
    if rank == LIEUTENANT:
        rows[SCRATCH] = row
        return lieutenant_pick(tables, row, rows[SCRATCH], seat, chance)
    style = desks[0].style
    best, pick = -1.0, -1
    left = picks_left(row)
    while left:
        number = lowest_bit(left)
        left &= left - 1
        _, worth = rate(
            tables,
            row,
            seat,
            desks[0],
            desks[1],
            rolls,
            number,
            style.draft_width,
            style.draft_foreseen,
        )
        if worth > best:
            best, pick = worth, number
    return pick


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
) -> None:
    """Roll the dice of a round and play it, as in `play_rolled`."""
    apply_roll(rows[GAME], draw_dice(chance, dice_count(rows[GAME])))
    nothing = np.zeros(0, np.bool_)
    play_rolled(
        tables, weights, rows, ranks, versions, desks, chance, all_rolls, whim, 0, used, nothing
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
    is_known: NDArray[np.bool_],
) -> None:
    """Play one round after its dice have been rolled, or what is left of it.

    `desks` are by rank, version and purpose; `used` counts uses by rank. One in `whim` choices of
    captains and admirals is random; none, if it is 0. Their propellers show `face`, or any if it is
    0. `all_rolls` are those that admirals look ahead at, by round. `is_known` is for rounds that
    begin with the same position, and says which choices are in the rows behind `KNOWN`; it is
    empty if none are kept.
    """
    row = rows[GAME]
    rolls = all_rolls[row.round % len(all_rolls)]
    while row.stage == STAGE_TAKE:
        seat = next_to_take(row)
        mine = desks[ranks[seat], versions[seat]]
        if whim > 0 and draw_below(chance, whim) == 0:
            apply_take(row, seat, ensign_pick(row, chance))
        else:
            apply_take(row, seat, _pick_die(tables, rows, seat, ranks[seat], mine, rolls, chance))
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
            place = _place_of(row, seat) if len(is_known) > 0 else KNOWN
            if len(is_known) > 0 and is_known[place]:
                _copy_choice(row, rows[place], seat)
            else:
                drawn = chance[0]
                _act(tables, rows, seat, mine, rolls, chance, whim, face)
                if len(is_known) > 0 and chance[0] == drawn and row.rolled[seat] == 0:
                    is_known[place] = True
                    _copy_choice(rows[place], row, seat)
        used[ranks[seat], 0] += 1
        if row.modify[seat] != MODIFY_NONE:
            used[ranks[seat], MODIFY_SYSTEM[row.modify[seat]]] += 1
    finish_round(tables, row)


@kernel
def _place_of(row: Row, seat: int) -> int:
    """Return the row that keeps what a seat chooses with the dice that two players took.

    They take the same dice in several of the 56 rolls, and the third die makes no difference.
    """
    return KNOWN + (seat * FACES + die_of(row, 0) - 1) * FACES + die_of(row, 1) - 1


@kernel
def _copy_choice(target: Row, source: Row, seat: int) -> None:
    target.modify[seat] = source.modify[seat]
    target.action[seat] = source.action[seat]
    target.shot_mask[seat] = source.shot_mask[seat]
    target.shot_count[seat] = source.shot_count[seat]
    target.activated[seat] = source.activated[seat]


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
def _note(judge: Desk, seen: NDArray[np.float32], values: NDArray[np.float32]) -> None:
    """Copy what a judge sees and says of a position.

    Element by element: for whole arrays Numba also compiles broadcasting, which takes seconds.
    """
    for seat in range(SEATS):
        values[seat] = judge.chances[seat]
        for feature in range(FEATURES):
            seen[seat, feature] = judge.x[seat, feature]


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
        row = rows[GAME]
        if row.stage == STAGE_START:
            apply_start(row, draw_below(chance, row.players))
        for seat in range(SEATS):
            judge.ranks[seat] = lineups[game, seat]
        first = noted
        results[game, 1], results[game, 4] = row.start, first
        while row.stage != STAGE_OVER and row.round < MAX_ROUNDS and noted < len(seen):
            evaluate(tables, row, judge)
            places[noted] = row
            _note(judge, seen[noted], values[noted])
            noted += 1
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
            )
        results[game, 2], results[game, 5] = row.round, row.solo_score
        if row.stage != STAGE_OVER:
            noted = first
            continue
        results[game, 0], results[game, 3] = row.winners, row.reason
        evaluate(tables, row, judge)
        _fill_targets(judge, first, noted, trust, values, targets)
    return noted
