"""The table of positions: keys, and what a formation can hit."""

from __future__ import annotations

import numpy as np

from tests.review.games import drill, solo_end
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.state import ROW
from torpedo_dice.fast.tables import fast_sheet, formation_number
from torpedo_dice.review.exact_table import (
    POSITION,
    SOLVED,
    TOO_MANY,
    WORK_ROWS,
    new_end,
    new_table,
    solve,
)


def test_an_end_lists_what_each_formation_can_hit() -> None:
    """Every distinct set of free targets is listed once per formation."""
    sheet = drill()
    free = 0b111
    end = new_end(fast_sheet(sheet).tables, free)
    assert end.spots.tolist() == [1, 2, 4]
    for face in range(1, 7):
        formation = formation_number(face, None)
        listed = end.hits[end.first[formation] : end.first[formation + 1]].tolist()
        assert sorted(listed) == sorted({mask & free for mask in sheet.placements(face).distinct})


def test_positions_are_solved_once() -> None:
    """Solving again adds nothing, the position stays as it was, and a full table is reported."""
    game = solo_end(drill(), 3, 2, (1, 2, 1, 2, 2, 2, 1), "1")
    tables = fast_sheet(game.sheet).tables
    end, table = new_end(tables, game.free_targets(0)), new_table(1 << 12)
    work, stack = np.zeros(WORK_ROWS, ROW), np.zeros(1 << 16, np.int64)
    work[POSITION] = from_game(game)
    before = work[POSITION].tobytes()
    assert solve(tables, work, end, table, stack, 1 << 11) == SOLVED
    count = int(table.entries[0])
    assert count > 10
    assert work[POSITION].tobytes() == before
    assert solve(tables, work, end, table, stack, 1 << 11) == SOLVED
    assert table.entries[0] == count
    work[POSITION] = from_game(game)
    assert solve(tables, work, end, new_table(1 << 12), stack, 5) == TOO_MANY
