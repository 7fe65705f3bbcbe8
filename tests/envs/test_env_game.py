"""A game as an environment sees it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.envs.driver import check_record, good_action
from torpedo_dice.envs.env_game import EnvGame, sheet_for
from torpedo_dice.record import PlayerInfo
from torpedo_dice.rules import GameSetupError, Sheet
from torpedo_dice.sheets import load_sheet

PLAYERS = [PlayerInfo("a"), PlayerInfo("b")]


def test_the_sheet_can_be_named_or_given(mission: Sheet) -> None:
    """By value, by name, or the mode's own; an unknown mode is named."""
    ours = load_sheet("mission")
    assert sheet_for("solo", None) == ours
    assert sheet_for("mission", "mission") == ours
    assert sheet_for("mission", mission) is mission
    with pytest.raises(GameSetupError, match="unknown mode 'regatta'"):
        sheet_for("regatta", None)


def test_it_needs_a_game() -> None:
    """Before the first reset there is nothing to observe."""
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        EnvGame("mission", PLAYERS).observe(0)


def test_shaping_pays_the_change_of_the_score() -> None:
    """Hits and torpedoes lost count at the end of each round; the sum is what the game paid."""
    chance = Random(5)
    plain, shaped = (EnvGame("mission", PLAYERS, shaping=s) for s in (0.0, 1.0))
    plain.begin("shaping")
    shaped.begin("shaping")
    sums = np.zeros((2, 2))
    while (seat := plain.seat) is not None:
        move = plain.move_of(seat, good_action(plain.game, seat, plain.mask(seat), chance))
        sums += [plain.apply(move), shaped.apply(move)]
    sheet = plain.game.sheet
    most = len(sheet.targets)
    scores = [(p.hits.bit_count() + p.reserve - sheet.reserve) / most for p in plain.game.players]
    np.testing.assert_allclose(sums[1] - sums[0], scores)
    assert sorted(sums[0]) in ([-1, 1], [0, 0])


def test_the_same_name_brings_the_same_dice() -> None:
    """A game that is played to its end has a valid record; begun again, it repeats."""
    env_game = EnvGame("mission", PLAYERS)
    records = []
    for _ in range(2):
        chance = Random(1)
        env_game.begin("again")
        while (seat := env_game.seat) is not None:
            action = good_action(env_game.game, seat, env_game.mask(seat), chance)
            env_game.apply(env_game.move_of(seat, action))
        records.append(env_game.record())
    check_record(records[0])
    assert records[0] == records[1]
