"""Which of a player's systems can be used, in Training and in Mission."""

from __future__ import annotations

import pytest

from tests.rules.positions import (
    SWITCHED,
    acting,
    begin_round,
    destroy,
    drill_sheet,
    new_game,
    play,
    refused,
    switch_on,
)
from torpedo_dice.rules import Game, Status, System, can_switch_on, parse_move, uses_left

# The two systems without a switch, each with the other two systems of its screen.
SCREENS = [
    (System.ARTILLERY, System.PERISCOPE, System.TOWER),
    (System.PORTHOLES, System.ENGINE, System.PROPELLER),
]
each_screen = pytest.mark.parametrize(("system", "one", "two"), SCREENS)


def offered(game: Game, seat: int = 0) -> set[System]:
    """Return the systems that a seat may use."""
    return {modify.system for modify in game.options(seat).modifications}


def test_training_has_six_systems_all_active_from_the_start() -> None:
    """In Training, everything is active from the first round, without switches."""
    game = acting(3, 3, 1, mode="training")
    assert offered(game) == set(System) - {System.PROPELLER}
    assert {game.status(0, system) for system in game.sheet.systems} == {Status.READY}


def test_training_limits_artillery_and_portholes_to_three_uses() -> None:
    """The fourth use of each is refused; each system has its own count."""
    game = new_game("training")
    shots = {"artillery": "0 fire A1 A2", "portholes": "0 fire D1"}
    for name, shot in shots.items():
        system = System[name.upper()]
        for used in range(3):
            assert uses_left(game.sheet, game.players[0], system) == 3 - used
            begin_round(game, 1, 1, 1)
            game.players[0].reserve = game.players[1].reserve = 12
            play(game, f"0 use {name}", shot, "1 fire D2")
        assert uses_left(game.sheet, game.players[0], system) == 0
        begin_round(game, 1, 1, 1)
        assert refused(game, f"0 use {name}") == "system_uses_spent"
        assert system not in offered(game)
        assert game.status(0, system) is Status.USES_SPENT
        assert game.status(1, system) is Status.READY
        play(game, "0 fire D1", "1 fire D1")
    assert game.players[0].uses == (3, 3)


@pytest.mark.parametrize("system", ["periscope", "tower", "fins", "engine"])
def test_training_does_not_limit_the_others(system: str) -> None:
    """Any other system may be used every round."""
    game = new_game("training")
    words = {"tower": "tower -1", "fins": "fins 1"}.get(system, system)
    shots = {"periscope": "A1 C3", "tower": "A1 A3 C1 C3", "fins": "A1", "engine": "A1 A3 C1 C3"}
    assert uses_left(game.sheet, game.players[0], System[system.upper()]) is None
    for _ in range(5):
        # Seat 0 gets the 5, no matter who starts.
        begin_round(game, *((5, 1) if game.start == 0 else (1, 5)), 1)
        play(game, f"0 use {words}", f"0 fire {shots[system]}", "1 fire A1")
        game.players[0].reserve = game.players[1].reserve = 12
    assert game.players[0].uses == (0, 0)


def test_training_has_no_switches() -> None:
    """In Training, nothing can be activated: players can only fire."""
    game = acting(3, 3, 1, mode="training")
    assert game.options(0).activations == ()
    assert not any(can_switch_on(game.sheet, game.players[0], system) for system in System)


def test_mission_has_seven_systems_none_active_at_the_start() -> None:
    """In Mission, nothing is active in the first round; five systems can be switched on."""
    game = acting(3, 3, 1, switched=())
    assert len(game.sheet.systems) == 7
    assert offered(game) == set()
    assert game.options(0).activations == SWITCHED
    assert game.status(0, System.FINS) is Status.OFF
    assert game.status(0, System.PORTHOLES) is Status.SCREEN_INCOMPLETE


@pytest.mark.parametrize("system", SWITCHED)
def test_mission_a_switch_turns_its_system_on(system: System) -> None:
    """A system with a switch is active as long as it is on."""
    game = acting(3, 3, 1, switched=(system,))
    assert offered(game) == {system}
    assert game.status(0, system) is Status.READY


@each_screen
def test_one_on_and_one_destroyed_is_active(system: System, one: System, two: System) -> None:
    """With one system of the screen on and the other destroyed, the third is active."""
    for on, lost in ((one, two), (two, one)):
        game = acting(3, 3, 1, switched=())
        switch_on(game, 0, on)
        destroy(game, 0, lost)
        assert game.status(0, system) is Status.READY_BY_SCREEN
        assert game.is_legal(parse_move(f"0 use {system.id}"))
        assert offered(game) == {on, system}


@each_screen
def test_both_on_is_active(system: System, one: System, two: System) -> None:
    """With both other systems of the screen on, the third is active."""
    game = acting(3, 3, 1, switched=(one, two))
    assert game.status(0, system) is Status.READY_BY_SCREEN
    assert game.is_legal(parse_move(f"0 use {system.id}"))
    assert offered(game) == {one, two, system}


@each_screen
def test_both_destroyed_is_active(system: System, one: System, two: System) -> None:
    """With both other systems of the screen destroyed, the third is active."""
    game = acting(3, 3, 1, switched=())
    destroy(game, 0, one, two)
    assert game.status(0, system) is Status.READY_BY_SCREEN
    assert game.is_legal(parse_move(f"0 use {system.id}"))
    assert offered(game) == {system}


@each_screen
def test_one_missing_is_not_active(system: System, one: System, two: System) -> None:
    """A single system that is neither on nor destroyed keeps the third inactive."""
    for missing, other in ((one, two), (two, one)):
        for settle in (switch_on, destroy):
            game = acting(3, 3, 1, switched=())
            settle(game, 0, other)
            assert game.status(0, missing) is Status.OFF
            assert game.status(0, system) is Status.SCREEN_INCOMPLETE
            assert refused(game, f"0 use {system.id}") == "system_screen_incomplete"


@each_screen
def test_both_missing_is_not_active(system: System, one: System, two: System) -> None:
    """With neither on nor destroyed, the third is inactive, whatever the other screens show."""
    game = acting(3, 3, 1, switched=tuple(s for s in SWITCHED if s not in (one, two)))
    assert game.status(0, system) is Status.SCREEN_INCOMPLETE
    assert refused(game, f"0 use {system.id}") == "system_screen_incomplete"


@each_screen
def test_on_and_then_destroyed_still_counts(system: System, one: System, two: System) -> None:
    """A system destroyed while on still counts for its screen, but no longer works itself."""
    game = acting(3, 3, 1, switched=(one, two))
    destroy(game, 0, one, two)
    assert game.status(0, system) is Status.READY_BY_SCREEN
    assert offered(game) == {system}


@each_screen
def test_a_destroyed_system_is_never_active(system: System, one: System, two: System) -> None:
    """The third system of a complete screen is inactive if it is destroyed."""
    game = acting(3, 3, 1, switched=(one, two))
    destroy(game, 0, system)
    assert game.status(0, system) is Status.DESTROYED
    assert refused(game, f"0 use {system.id}") == "system_destroyed"
    assert offered(game) == {one, two}


def test_a_destroyed_system_cannot_be_switched_on() -> None:
    """A destroyed system can't be activated."""
    game = acting(3, 3, 1, switched=())
    destroy(game, 0, System.ENGINE)
    assert System.ENGINE not in game.options(0).activations
    assert not can_switch_on(game.sheet, game.players[0], System.ENGINE)


def test_screens_are_the_sheets_own() -> None:
    """On a sheet with other screens, artillery depends on its two neighbours there."""
    screens = [["engine"], ["fins", "artillery", "tower"], ["periscope", "portholes", "propeller"]]
    game = Game.new(drill_sheet(screens=screens), "mission", 2)
    switch_on(game, 0, System.PERISCOPE, System.TOWER)
    assert game.status(0, System.ARTILLERY) is Status.SCREEN_INCOMPLETE
    switch_on(game, 0, System.FINS)
    assert game.status(0, System.ARTILLERY) is Status.READY_BY_SCREEN
