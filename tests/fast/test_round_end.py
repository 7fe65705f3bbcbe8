"""The end of a round, compared with the rules."""

from __future__ import annotations

from tests.fast.played import positions, round_ends
from torpedo_dice.fast.codes import MOVE_FIRE
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.convert_moves import from_move
from torpedo_dice.fast.moves import choose_activate, choose_fire
from torpedo_dice.fast.round_end import destroyed_by, finish_round, land_shot
from torpedo_dice.fast.state import new_games
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Activate, Fire, Sheet


def test_a_round_is_resolved_as_in_the_rules() -> None:
    """From everybody's choices to the next round or the end of the game."""
    rounds = 0
    for before, move, _, after in round_ends():
        tables, row = fast_sheet(before.sheet).tables, from_game(before)
        kind, argument = from_move(before, move)
        assert isinstance(move, Fire | Activate)
        if kind == MOVE_FIRE:
            torpedoes = before.shots(move.seat).formation.count
            choose_fire(row, move.seat, tables.shots[argument], torpedoes)
        else:
            choose_activate(row, move.seat, argument)
        finish_round(tables, row)
        assert row.tobytes() == from_game(after).tobytes()
        rounds += 1
    assert rounds > 30


def test_a_shot_marks_hits_and_pays_for_misses(mission: Sheet) -> None:
    """Each miss costs a reserve torpedo; the one that cannot be paid marks the skull."""
    tables, row = fast_sheet(mission).tables, new_games(1, mission, "mission", 2)[0]
    row["reserve"][0] = 2
    assert land_shot(tables, row, 0, 0b11, 3) == 0
    assert (row["hits"][0], row["reserve"][0], row["skull"][0]) == (0b11, 1, 0)
    assert land_shot(tables, row, 0, 0b11, 2) == 0
    assert (row["hits"][0], row["reserve"][0], row["skull"][0]) == (0b11, 0, 1)


def test_a_system_falls_with_its_last_target(mission: Sheet) -> None:
    """The shot that hits the last free target destroys the system, once."""
    tables, row = fast_sheet(mission).tables, new_games(1, mission, "mission", 2)[0]
    system, targets = next(iter(mission.system_targets.items()))
    first = targets & -targets
    assert land_shot(tables, row, 0, first, 1) == 0
    assert land_shot(tables, row, 0, targets & ~first, 6) == system.bit
    assert land_shot(tables, row, 0, targets, 6) == 0


def test_destroyed_systems_follow_from_hits() -> None:
    """The rules keep what a seat has destroyed; here it follows from its hits."""
    for game in positions():
        tables, row = fast_sheet(game.sheet).tables, from_game(game)
        for seat in game.seats:
            assert destroyed_by(tables, row["hits"][seat]) == game.enemy_destroyed(seat)
