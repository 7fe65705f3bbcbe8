"""A setup as a value and as data."""

from __future__ import annotations

import json

from tests.text.players import make_setup
from torpedo_dice.rules import Mode
from torpedo_dice.text.game_setup import parse_game_setup


def test_a_setup_survives_being_data() -> None:
    """Written as JSON and read again it is the same, with or without a named start player."""
    for first in (None, 1):
        setup = make_setup(Mode.TRAINING, ["human", "ensign", "human"], first=first)
        assert parse_game_setup(json.loads(json.dumps(setup.to_data()))) == setup
    assert setup.humans == (0, 2)


def test_bots_are_not_told_the_seed_of_the_dice() -> None:
    """They have a seed of their own, and humans have no bot."""
    setup = make_setup(Mode.TRAINING, ["human", "ensign", "ensign"])
    assert setup.dice.seed.hex() not in setup.bot_seed
    assert sorted(setup.seated_bots(0)) == [1, 2]
