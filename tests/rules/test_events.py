"""Events carry all that is known of what happened, and who may see it."""

from __future__ import annotations

from tests.rules.positions import acting, begin_round, fields, new_game, new_solo, play
from torpedo_dice.rules import (
    AutomatonFired,
    Destroyed,
    Effect,
    Event,
    Finished,
    Fired,
    Modified,
    Rerolled,
    System,
    TookBack,
    visible_events,
)


def shots(events: list[Event]) -> list[Fired]:
    """Return the shots among some events."""
    return [event for event in events if isinstance(event, Fired)]


def test_hidden_events_are_for_their_player_alone() -> None:
    """Using a system and a propeller's roll are private; that a seat has finished is public."""
    game = acting(2, 2, 2)
    events = play(game, "0 use propeller", "0 rerolls 1", "0 fire A6")
    assert [type(event) for event in events] == [Modified, Rerolled, Finished]
    assert visible_events(events, 0) == events
    assert visible_events(events, 1) == visible_events(events, None) == [Finished(0)]


def test_open_events_are_for_all() -> None:
    """The roll, the dice taken and the end of a round are public."""
    game = new_game()
    events = play(game, "roll 1 1 1", "0 take 0", "1 take 1", "0 fire A6", "1 fire D1")
    for seat in (0, 1, None):
        assert visible_events(events, seat) == events


def test_a_shot_knows_what_it_struck() -> None:
    """A free target is struck; water, plain hull and a field hit before are missed."""
    game = begin_round(new_game(), 1, 1, 1)
    play(game, "0 fire A1", "1 fire A6")
    begin_round(game, 5, 2, 1)
    # Seat 1 begins this round, so seat 0 has the 2: A1 again, and C3.
    (second, first) = shots(play(game, "0 fire A1 C3", "1 fire A1 A3 B2 C1 C3"))
    assert (first.target, first.die, first.face) == (1, 2, 2)
    assert first.struck == fields("C3")
    assert first.missed == fields("A1")
    assert (first.hits, first.misses, first.reserve, first.skull) == (1, 1, 11, False)
    assert second.struck == fields("A1 C1 C3")
    assert second.missed == fields("A3 B2")
    assert (second.target, second.reserve) == (0, 10)


def test_a_system_knows_who_destroyed_it() -> None:
    """The attacker in a game of several, nobody when the automaton did it."""
    game = begin_round(new_game(), 1, 1, 1)
    events = play(game, "0 fire A4", "1 fire D1")
    assert Destroyed(1, System.ARTILLERY, by=0) in events
    solo = new_solo()
    for _ in range(2):
        play(solo, "roll 1 3", "0 take 0")
        events = play(solo, "0 fire D1")
    assert Destroyed(0, System.TOWER, by=None) in events
    assert AutomatonFired(3, System.TOWER, System.TOWER, Effect.DESTROYED) in events


def test_the_automaton_knows_what_it_aimed_at() -> None:
    """From a destroyed system the arrows lead on: the event has both systems."""
    solo = new_solo()
    for _ in range(3):
        play(solo, "roll 1 3", "0 take 0")
        events = play(solo, "0 fire D1")
    assert AutomatonFired(3, System.TOWER, System.FINS, Effect.HIT) in events


def test_a_choice_taken_back_early_stays_private() -> None:
    """The others learn of it only if they knew that the seat had finished."""
    game = acting(2, 2, 2)
    play(game, "0 use periscope")
    (early,) = game.take_back(0)
    play(game, "0 fire A1 C3")
    (late,) = game.take_back(0)
    assert (early, early.private_to) == (TookBack(0, finished=False), 0)
    assert (late, late.private_to) == (TookBack(0, finished=True), None)
