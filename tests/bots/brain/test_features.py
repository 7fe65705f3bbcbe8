"""The features of a position say what the rules say."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.bots.games import decisions
from torpedo_dice.bots.brain.features import (
    BEST_SHOTS,
    DESTROYED,
    ENEMY_SYSTEMS,
    FEATURES,
    PROGRESS,
    USABLE,
    fill_features,
)
from torpedo_dice.fast.codes import SEATS
from torpedo_dice.fast.convert import from_game
from torpedo_dice.fast.tables import fast_sheet, formation_number
from torpedo_dice.rules import FORMATIONS, Game, Mode, Seat, Sheet, Stage


def features(game: Game) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Return the features of all seats."""
    x = np.full((SEATS, FEATURES), np.nan, np.float32)
    fill_features(fast_sheet(game.sheet).tables, from_game(game), x)
    return x


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
