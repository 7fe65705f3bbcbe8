"""The features of a position say what the rules say."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.bots.games import at_act, decisions
from torpedo_dice.bots.brain.evaluate import new_desk
from torpedo_dice.bots.brain.features import (
    ATTACKERS_RANK,
    BEST_SHOTS,
    DESTROYED,
    DRAFTS,
    ENEMY_SYSTEMS,
    FINISHING,
    OWN_RANK,
    PROGRESS,
    REACHABLE,
    RIVALS_RANKS,
    USABLE,
    fill_features,
)
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, ENSIGN, LIEUTENANT, RANKS
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.fast.codes import FACES
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.tables import fast_sheet, formation_number
from torpedo_dice.rules import FORMATIONS, Game, Mode, Seat, Sheet, Stage

RANKS_BY_SEAT = (ADMIRAL, ENSIGN, CAPTAIN, LIEUTENANT)


def features(game: Game) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Return the features of all seats."""
    desk = new_desk(load_network(game.mode), ranks=RANKS_BY_SEAT)
    desk["x"] = np.nan
    tables, row = fast_sheet(game.sheet).tables, from_game(game)
    fill_features(tables, row, desk)
    first = desk["x"].copy()
    # The second time, the best shots come from the memo.
    fill_features(tables, row, desk)
    assert np.array_equal(first, desk["x"], equal_nan=True)
    return first


def check_seat(game: Game, seat: Seat, x: np.ndarray[tuple[int], np.dtype[np.float32]]) -> None:
    """Compare a seat's features with what the rules know."""
    free = game.free_targets(seat)
    assert x[PROGRESS] == pytest.approx(free.bit_count() / 32)
    assert x[PROGRESS + 2] == pytest.approx(game.players[seat].reserve / 12)
    for system in game.sheet.systems:
        left = (game.sheet.system_targets[system] & free).bit_count()
        assert x[ENEMY_SYSTEMS + system - 1] == pytest.approx(left / 5)
        assert bool(x[USABLE + system - 1]) is game.status(seat, system).is_active
        assert bool(x[DESTROYED + system - 1]) is bool(game.players[seat].destroyed & system.bit)
    for face, shaping in FORMATIONS:
        hits = max((mask & free).bit_count() for mask in game.sheet.placements(face, shaping).masks)
        assert x[BEST_SHOTS + formation_number(face, shaping)] == pytest.approx(hits / 6)


@pytest.mark.parametrize(("mode", "players"), [(Mode.TRAINING, 3), (Mode.MISSION, 2)])
def test_features_agree_with_the_rules(
    mode: Mode, players: int, training: Sheet, mission: Sheet
) -> None:
    """Throughout a game, for every seat: targets left, systems, and the best shots."""
    sheet = training if mode is Mode.TRAINING else mission
    taking = (v for v, _ in decisions(sheet, mode, players, 1) if v.stage is Stage.TAKE)
    for view in itertools.islice(taking, 0, None, 5):
        x = features(view)
        for seat in view.seats:
            check_seat(view, seat, x[seat])
        assert np.isfinite(x[:players]).all()


def test_the_best_of_several_dice_is_their_mean_maximum(mission: Sheet) -> None:
    """The mean over all rolls of two and of three dice of the best face's worth."""
    view, _ = next(decisions(mission, Mode.MISSION, 2, 1))
    worths = features(view)[0, REACHABLE : REACHABLE + FACES]
    for place, dice in enumerate((2, 3)):
        rolls = list(itertools.product(worths, repeat=dice))
        assert features(view)[0, DRAFTS + place] == pytest.approx(np.mean([max(r) for r in rolls]))


def test_a_face_that_can_sink_the_enemy_is_marked(training: Sheet) -> None:
    """With a single target left and everything active, an empty reserve allows only a 1."""
    game = at_act(training, Mode.TRAINING, (1, 6, 6))
    game.players[0].hits = training.all_targets & ~1
    game.players[0].destroyed = training.all_systems
    game.players[0].reserve = 0
    assert list(features(game)[0, FINISHING : FINISHING + FACES]) == [1, 0, 0, 0, 0, 0]
    game.players[0].reserve = 1
    assert list(features(game)[0, FINISHING : FINISHING + FACES]) == [1, 1, 0, 0, 0, 0]
    assert features(game)[1, FINISHING + FACES + 1] == pytest.approx(2 / 6)


def test_everybody_is_described_by_rank(mission: Sheet) -> None:
    """One's own rank, the attacker's on the right, and the rivals' on average."""
    view, _ = next(decisions(mission, Mode.MISSION, 3, 1))
    x = features(view)[0]
    assert list(x[OWN_RANK : OWN_RANK + RANKS]) == [0, 0, 0, 1]
    assert list(x[ATTACKERS_RANK : ATTACKERS_RANK + RANKS]) == [0, 0, 1, 0]
    assert list(x[RIVALS_RANKS : RIVALS_RANKS + RANKS]) == [0.5, 0, 0.5, 0]
