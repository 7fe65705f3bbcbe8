"""A player's sheet: what a round marks on it, and what the others see of it."""

from __future__ import annotations

from dataclasses import fields as dataclass_fields

from tests.rules.positions import acting, begin_round, fields, new_game, new_solo, play
from torpedo_dice.rules.player import COVERED, Player


def test_an_unmarked_sheet() -> None:
    """A full reserve; counts of uses in Training, boxes in solo."""
    training, solo = new_game("training").players[0], new_solo().players[0]
    assert (training.reserve, training.uses, training.boxes) == (12, (0, 0), ())
    assert (solo.reserve, solo.uses, solo.boxes) == (12, (), (0,) * 7)


def test_a_round_is_marked_and_cleared() -> None:
    """Hits, misses and the reserve stay; the die and the choice are gone."""
    game = begin_round(new_game(), 3, 1, 1)
    play(game, "0 fire A1 B2 C3", "1 fire D1")
    player = game.players[0]
    assert player.hits == game.sheet.mask_of(fields("A1 C3"))
    assert (player.misses, player.reserve, player.skull) == (fields("B2"), 11, False)
    assert (player.pick, player.modify, player.rolled, player.action) == (None,) * 4


def test_misses_are_marks_without_a_rule() -> None:
    """Two sheets that differ only in where torpedoes missed are equal."""
    games = [begin_round(new_game(), 1, 1, 1) for _ in range(2)]
    play(games[0], "0 fire D1", "1 fire D1")
    play(games[1], "0 fire D2", "1 fire D2")
    assert games[0].players[0].misses != games[1].players[0].misses
    assert games[0] == games[1]


def test_a_copy_has_every_field() -> None:
    """Also those that equality ignores; and changing one player leaves the other alone."""
    game = begin_round(new_game(), 1, 1, 1)
    play(game, "0 fire D1")
    original = game.players[0]
    copy = original.copy()
    for each in dataclass_fields(Player):
        assert getattr(copy, each.name) == getattr(original, each.name)
    copy.clear_round()
    assert original.pick == 0
    assert original.action is not None


def test_a_covered_choice_shows_only_that_it_is_made() -> None:
    """What was used, what was rolled and what was chosen are hidden; the die is not."""
    game = acting(2, 2, 2)
    play(game, "0 use propeller", "0 rerolls 1")
    assert game.players[0].covered().rolled is None
    assert game.players[0].covered().action is None
    play(game, "0 fire A6")
    covered = game.players[0].covered()
    assert (covered.modify, covered.rolled, covered.action) == (None, None, COVERED)
    assert covered.pick == 0


def test_a_propeller_awaits_its_roll() -> None:
    """From its use until the roll, and for no other system."""
    game = acting(2, 2, 2)
    play(game, "1 use periscope", "0 use propeller")
    assert [player.awaits_roll() for player in game.players] == [True, False]
    play(game, "0 rerolls 4")
    assert not game.players[0].awaits_roll()
