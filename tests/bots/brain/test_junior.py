"""Ensign and lieutenant on the compiled engine choose as their Python counterparts do."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.bots.games import decisions, key_of
from torpedo_dice.bots.brain.junior import (
    ensign_acts,
    lieutenant_pick,
    lieutenant_plan,
    shot_weights,
)
from torpedo_dice.bots.lieutenant import Lieutenant
from torpedo_dice.fast.chance import Chance, new_chance
from torpedo_dice.fast.codes import ACTION_FIRE, MODIFY_NONE, MOVE_MODIFY
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.convert_moves import to_move
from torpedo_dice.fast.state import ROW
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import Game, Mode, Move, Seat, Sheet, Stage, Take

TABLES = [(Mode.MISSION, 2), (Mode.TRAINING, 3), (Mode.SOLO, 1)]


def best_keys(view: Game, seat: Seat) -> set[object]:
    """Return the options that a lieutenant considers best."""
    opinions = Lieutenant(1).opinions(view, seat)
    best = max(opinion.chances[seat] for opinion in opinions)
    return {key_of(view, seat, o.move) for o in opinions if o.chances[seat] >= best - 1e-12}


def compiled_choice(view: Game, seat: Seat, chance: Chance) -> Move:
    """Return the choice of a lieutenant on the compiled engine."""
    tables, row = fast_sheet(view.sheet).tables, from_game(view)
    if view.stage is Stage.TAKE:
        scratch = np.zeros(1, ROW)
        scratch[0] = row
        return Take(seat, lieutenant_pick(tables, row, scratch[0], seat, chance))
    _, modify, kind, argument, _ = lieutenant_plan(tables, row, seat, chance)
    if modify != MODIFY_NONE:
        return to_move(view.sheet, seat, MOVE_MODIFY, modify)
    return to_move(view.sheet, seat, kind, argument)


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_a_compiled_lieutenant_makes_one_of_the_best_choices(
    mode: Mode, players: int, training: Sheet, mission: Sheet
) -> None:
    """Whatever it chooses, the lieutenant rates nothing higher."""
    sheet = training if mode is Mode.TRAINING else mission
    chance = new_chance(1)
    compared = 0
    for view, seat in itertools.islice(decisions(sheet, mode, players, 6), 200):
        assert key_of(view, seat, compiled_choice(view, seat, chance)) in best_keys(view, seat)
        compared += 1
    assert compared > 100


def test_ties_are_broken_at_random(mission: Sheet) -> None:
    """Like the lieutenant, it does not always make the same of several equal choices."""
    views = decisions(mission, Mode.MISSION, 2, 2)
    chance = new_chance(2)
    tied = [(v, s) for v, s in itertools.islice(views, 60) if len(best_keys(v, s)) > 1]
    assert tied
    choices = [{compiled_choice(v, s, chance) for _ in range(20)} for v, s in tied]
    assert max(map(len, choices)) > 1


def test_a_compiled_ensign_fires_at_something(mission: Sheet) -> None:
    """Its choices are legal: a modification or none, then a shot that hits, or an activation."""
    sheet = fast_sheet(mission)
    weights, chance = shot_weights(sheet), new_chance(3)
    acting = (p for p in decisions(mission, Mode.MISSION, 2, 4) if p[0].stage is Stage.ACT)
    kinds = set()
    for view, seat in itertools.islice(acting, 80):
        row = from_game(view)
        if int(row["modify"][seat]) != MODIFY_NONE:
            continue
        ensign_acts(sheet.tables, row, seat, weights, chance)
        if row["modify"][seat] != MODIFY_NONE:
            modify = to_move(mission, seat, MOVE_MODIFY, int(row["modify"][seat]))
            assert modify in view.options(seat).modifications
        if row["action"][seat] == ACTION_FIRE:
            assert int(row["shot_mask"][seat]) & view.free_targets(seat)
        kinds.add((int(row["action"][seat]), row["modify"][seat] != MODIFY_NONE))
    assert len(kinds) == 4


def test_every_placement_has_its_weight(training: Sheet) -> None:
    """The weights of a formation's shots add up to its placements."""
    sheet = fast_sheet(training)
    weights, first = shot_weights(sheet), sheet.tables.info["first_shot"]
    for face in range(1, 7):
        placements = len(training.placements(face, None))
        assert weights[first[face - 1] : first[face]].sum() == placements
