"""A setting as a value and as data."""

from __future__ import annotations

import json

from tests.text.players import make_setting
from torpedo_dice.rules import Mode
from torpedo_dice.text.setting import parse_setting


def test_a_setting_survives_being_data() -> None:
    """Written as JSON and read again it is the same, with or without a named start player."""
    for first in (None, 1):
        setting = make_setting(Mode.TRAINING, ["human", "ensign", "human"], first=first)
        assert parse_setting(json.loads(json.dumps(setting.to_data()))) == setting
    assert setting.humans == (0, 2)


def test_a_bot_hangs_on_the_seat_and_the_moves_alone() -> None:
    """Made afresh it chooses alike; and it is not told the seed of the dice."""
    setting = make_setting(Mode.TRAINING, ["ensign", "ensign"])
    game = setting.new_game()
    game.begin()
    (seat,) = game.game.seats_to_move()
    choices = [setting.bot_at(seat, 3).choose(game.game.view(seat), seat) for _ in range(3)]
    assert len(set(choices)) == 1
    assert setting.dice.seed.hex() not in setting.whims
