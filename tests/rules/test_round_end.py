"""Hits, misses, the reserve and the skull."""

from __future__ import annotations

import pytest

from tests.rules.positions import acting, begin_round, fields, hit, play
from torpedo_dice.rules import Destroyed, Fired, Game, System


def fire(game: Game, shot: str) -> Fired:
    """Have seat 0 fire and the other seat miss; return seat 0's shot."""
    events = play(game, f"0 fire {shot}", "1 fire D1")
    (fired,) = [event for event in events if isinstance(event, Fired) and event.seat == 0]
    return fired


@pytest.mark.parametrize("target", ["A1", "A2", "A4", "A6", "A8", "C1", "C3", "C5"])
def test_a_free_target_is_a_hit(target: str) -> None:
    """A torpedo on a free target is a hit and costs nothing."""
    game = acting(1, 1, 1)
    fired = fire(game, target)
    assert (fired.hits, fired.misses, fired.skull) == (1, 0, False)
    assert game.sheet.fields_of(game.players[0].hits) == fields(target)
    assert game.players[0].reserve == 12


@pytest.mark.parametrize(
    ("kind", "spot"),
    [("plain", "C7"), ("water", "B2"), ("above", "Z1"), ("left", "A0"), ("below", "E1")],
)
def test_every_other_torpedo_is_a_miss(kind: str, spot: str) -> None:
    """On a plain field, in water or beyond the edge, a torpedo misses and costs one reserve."""
    game = acting(1, 1, 1)
    fired = fire(game, spot)
    assert (fired.hits, fired.misses, fired.skull) == (0, 1, False)
    assert game.players[0].hits == 0
    assert game.players[0].reserve == 11


def test_a_field_already_hit_is_a_miss() -> None:
    """A second torpedo on a field already hit misses, and the field stays hit."""
    game = acting(1, 1, 1)
    hit(game, 0, "A1")
    fired = fire(game, "A1")
    assert (fired.hits, fired.misses) == (0, 1)
    assert game.sheet.fields_of(game.players[0].hits) == fields("A1")
    assert game.players[0].reserve == 11


def test_what_another_player_hit_is_free_for_you() -> None:
    """Each player attacks another submarine: the neighbour's hits make no difference."""
    game = acting(1, 1, 1)
    hit(game, 1, "A1")
    assert fire(game, "A1").hits == 1


def test_both_may_hit_the_same_field_in_one_round() -> None:
    """Each player's shot counts on their own neighbour's submarine."""
    game = acting(1, 1, 1)
    events = play(game, "0 fire A6", "1 fire A6")
    assert [event.hits for event in events if isinstance(event, Fired)] == [1, 1]
    assert [e for e in events if isinstance(e, Destroyed)] == [
        Destroyed(0, System.TOWER, by=1),
        Destroyed(1, System.TOWER, by=0),
    ]


def test_hits_and_misses_of_one_shot_are_counted_apart() -> None:
    """One shot with a 5 scores three hits and two misses."""
    game = acting(5, 1, 1)
    fired = fire(game, "A1 A3 B2 C1 C3")
    assert (fired.hits, fired.misses) == (3, 2)
    assert set(game.sheet.fields_of(game.players[0].hits)) == set(fields("A1 C1 C3"))
    assert game.players[0].reserve == 10


def test_each_miss_crosses_off_one_reserve_torpedo() -> None:
    """Only the player who fired pays, one torpedo for each miss."""
    game = acting(6, 1, 1)
    fire(game, "B1 B2 B3 D1 D2 D3")
    assert [player.reserve for player in game.players] == [6, 11]


def test_the_last_reserve_torpedo_is_not_the_skull() -> None:
    """With as many misses as torpedoes left, the reserve is empty but the skull unmarked."""
    game = acting(2, 1, 1)
    game.players[0].reserve = 2
    fired = fire(game, "B1 D3")
    assert (fired.misses, fired.skull) == (2, False)
    assert (game.players[0].reserve, game.players[0].skull) == (0, False)
    assert not game.is_over


def test_a_miss_with_none_left_marks_the_skull() -> None:
    """One more miss than reserve torpedoes marks the skull."""
    game = acting(2, 1, 1)
    game.players[0].reserve = 1
    fired = fire(game, "B1 D3")
    assert (fired.misses, fired.skull) == (2, True)
    assert (game.players[0].reserve, game.players[0].skull) == (0, True)


def test_an_empty_reserve_is_enough_for_a_shot_without_a_miss() -> None:
    """An empty reserve is no problem for a shot without a miss."""
    game = acting(1, 1, 1)
    game.players[0].reserve = 0
    fire(game, "A1")
    assert (game.players[0].reserve, game.players[0].skull) == (0, False)
    assert not game.is_over


def test_the_rest_of_the_shots_hits_still_count() -> None:
    """The shot that marks the skull keeps its hits and destroys systems."""
    game = acting(5, 1, 1)
    game.players[0].reserve = 0
    events = play(game, "0 fire A1 A3 B2 C1 C3", "1 fire D1")
    assert game.players[0].skull
    assert set(game.sheet.fields_of(game.players[0].hits)) == set(fields("A1 C1 C3"))
    assert [e for e in events if isinstance(e, Destroyed)] == [
        Destroyed(1, System.ENGINE, by=0),
        Destroyed(1, System.PORTHOLES, by=0),
    ]
    assert game.outcome is not None
    assert game.outcome.scores[0] == 3


def test_no_torpedo_no_hit_and_no_miss() -> None:
    """The engine on a 1 fires nothing, even with an empty reserve."""
    game = acting(1, 1, 1)
    game.players[0].reserve = 0
    play(game, "0 use engine")
    fired = fire(game, "")
    assert (fired.fields, fired.hits, fired.misses, fired.skull) == ((), 0, 0, False)
    assert not game.is_over


def test_activating_costs_no_torpedo() -> None:
    """A player who activates neither hits nor misses."""
    game = acting(6, 1, 1, switched=())
    play(game, "0 activate fins", "1 fire D1")
    assert (game.players[0].hits, game.players[0].reserve) == (0, 12)


def test_several_systems_fall_by_one_shot() -> None:
    """One shot destroys every system whose last field it hits."""
    game = acting(4, 1, 1)
    events = play(game, "0 fire A6 A8 C6 C8", "1 fire D1")
    assert [e for e in events if isinstance(e, Destroyed)] == [
        Destroyed(1, System.TOWER, by=0),
        Destroyed(1, System.FINS, by=0),
    ]


def test_a_system_falls_once() -> None:
    """A system's destruction is reported only once."""
    game = acting(1, 1, 1)
    play(game, "0 fire A6", "1 fire D1")
    begin_round(game, 1, 1, 1)
    events = play(game, "0 fire A6", "1 fire D1")
    assert not any(isinstance(event, Destroyed) for event in events)
