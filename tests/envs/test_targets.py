"""The table of actions and targets agrees with the moves of the rules."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.envs.driver import good_action
from torpedo_dice.envs.actions import FIRST_FIRE, action_count, action_to_move
from torpedo_dice.envs.env_game import EnvGame
from torpedo_dice.envs.observation import parts_of
from torpedo_dice.envs.targets import NO_SHOT, action_targets
from torpedo_dice.fast.codes import FACES, FORMATION_COUNT, SHAPINGS
from torpedo_dice.record import PlayerInfo
from torpedo_dice.rules import Fire, Sheet
from torpedo_dice.sheets import load_sheet


@pytest.mark.parametrize("name", ["mission", "training"])
def test_every_shot_of_every_formation_is_in_the_table(name: str) -> None:
    """Each formation has the distinct placements of the rules, and nothing else."""
    sheet = load_sheet(name)
    table = action_targets(sheet)
    assert table.targets.shape == (FORMATION_COUNT, action_count(sheet), len(sheet.targets))
    assert (table.torpedoes[:, :FIRST_FIRE] == NO_SHOT).all()
    assert not table.targets[table.torpedoes == NO_SHOT].any()
    for formation in range(FORMATION_COUNT):
        placements = sheet.placements(formation % FACES + 1, SHAPINGS[formation // FACES])
        is_shot = table.torpedoes[formation] != NO_SHOT
        masks = {_mask(sheet, hit) for hit in table.targets[formation, is_shot]}
        assert masks == set(placements.distinct)
        assert is_shot.sum() == len(masks)
        assert set(table.torpedoes[formation, is_shot]) == {placements.formation.count}


def _mask(sheet: Sheet, hit: np.ndarray) -> int:
    return sheet.mask_of(spot for spot, is_hit in zip(sheet.targets, hit, strict=True) if is_hit)


def test_an_observation_finds_its_rows() -> None:
    """During a game, the one-hot formation of the observation is the index into the table."""
    game = EnvGame("mission", [PlayerInfo("a"), PlayerInfo("b")])
    table = action_targets(game.sheet)
    part = next(p for p in parts_of(game.sheet, 2) if p.name.startswith("formation in hand"))
    chance, checked = Random(1), 0
    game.begin("targets")
    while (seat := game.seat) is not None:
        mask = game.mask(seat)
        one_hot = game.observe(seat)[part.start : part.start + part.size]
        shots = [int(action) for action in np.flatnonzero(mask) if action >= FIRST_FIRE]
        for action in shots:
            move = action_to_move(game.game, seat, action)
            assert isinstance(move, Fire)
            hit = table.targets[one_hot.argmax(), action]
            assert _mask(game.sheet, hit) == game.sheet.mask_of(move.fields)
            assert table.torpedoes[one_hot.argmax(), action] == len(move.fields)
            checked += 1
        game.apply(game.move_of(seat, good_action(game.game, seat, mask, chance)))
    assert checked > 300


def test_the_table_is_shared_and_cannot_be_changed() -> None:
    """All callers get the same arrays."""
    sheet = load_sheet("mission")
    assert action_targets(sheet) is action_targets(sheet)
    with pytest.raises(ValueError, match="read-only"):
        action_targets(sheet).targets[0, 0, 0] = True
