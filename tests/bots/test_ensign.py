"""The ensign: plays at random, but knows the rules."""

from __future__ import annotations

from tests.bots.games import decisions
from torpedo_dice.bots import make_bot, opinions_of
from torpedo_dice.lab.play import play_game
from torpedo_dice.rules import (
    Mode,
    Sheet,
    System,
)


def test_an_ensign_never_misses_with_everything(training: Sheet) -> None:
    """Even a beginner hits something with every shot."""
    for number in range(20):
        record = play_game(training, Mode.TRAINING, ["ensign"] * 2, f"beginners {number}").record()
        turns = [turn for played in record["rounds"] for turn in played["turns"]]
        assert all(turn["hits"] > 0 for turn in turns)


def test_an_ensign_does_everything_sometimes(mission: Sheet) -> None:
    """It fires, activates, and uses every system it can."""
    done = set()
    for number in range(60):
        record = play_game(mission, Mode.MISSION, ["ensign"] * 3, f"everything {number}").record()
        for played in record["rounds"]:
            for turn in played["turns"]:
                done.add("activate" if "activate" in turn else "fire")
                done.add(turn["modify"] and turn["modify"]["system"])
    assert done == {"activate", "fire", None, *(system.id for system in System)}


def test_to_an_ensign_all_is_even(mission: Sheet) -> None:
    """One in three with three players, one in two in solo."""
    three = next(decisions(mission, Mode.MISSION, 3, 1))
    assert {o.chances for o in opinions_of(make_bot("ensign", 1), *three)} == {(1 / 3,) * 3}
    alone = next(decisions(mission, Mode.SOLO, 1, 1))
    assert {o.chances for o in opinions_of(make_bot("ensign", 1), *alone)} == {(1 / 2,)}
