"""The numbers in the rulebook are those of a real game."""

from __future__ import annotations

from torpedo_dice.rulebook.facts import facts
from torpedo_dice.rules import Game, Mode, System, uses_left
from torpedo_dice.rules.outcome import solo_score
from torpedo_dice.sheets import load_sheet


def test_the_numbers_are_those_of_a_new_game() -> None:
    """The reserve, the uses, the dice and the systems at the start."""
    numbers, training, mission = facts(), load_sheet("training"), load_sheet("mission")
    game = Game.new(training, Mode.TRAINING, numbers["max_players"])
    player = game.players[0]
    assert player.reserve == numbers["training_reserve"]
    assert uses_left(training, player, System.ARTILLERY) == numbers["limit"]
    assert uses_left(training, player, System.PORTHOLES) == numbers["limit"]
    assert len(training.systems) == numbers["training_systems"]
    solo = Game.new(mission, Mode.SOLO, 1)
    assert solo.dice_count == numbers["solo_dice"]
    assert solo.players[0].reserve == numbers["mission_reserve"]
    assert len(solo.players[0].boxes) == numbers["mission_systems"]


def test_the_example_adds_up() -> None:
    """The score in the text follows from the systems and torpedoes that it names."""
    numbers = facts()
    by_rules = solo_score(numbers["example_systems"], numbers["example_torpedoes"])
    by_text = (
        numbers["example_systems"] * numbers["system_points"]
        + numbers["example_torpedoes"] * numbers["torpedo_points"]
    )
    assert numbers["example_score"] == by_rules == by_text
