"""The solo game against the automaton."""

from __future__ import annotations

import pytest

from tests.rules.positions import (
    AT,
    begin_round,
    destroy,
    drill_data,
    hit_all_but,
    new_solo,
    play,
    refused,
    switch_on,
)
from torpedo_dice.rules import (
    AutomatonFired,
    Destroyed,
    Effect,
    Event,
    Game,
    Modify,
    Outcome,
    Rank,
    Reason,
    SoloResult,
    Stage,
    Status,
    System,
    parse_move,
    parse_sheet,
)


def solo_round(game: Game, *, left: int, shot: str = "D1") -> list[Event]:
    """Play a round: take a 1, fire it, and leave the other die to the automaton."""
    begin_round(game, 1, left)
    return play(game, f"0 fire {shot}")


def shot_of(events: list[Event]) -> AutomatonFired:
    """Return the automaton's shot."""
    (shot,) = [event for event in events if isinstance(event, AutomatonFired)]
    return shot


def boxes(game: Game) -> dict[str, int]:
    """Return the marked systems of the solo panel with their marks, by name."""
    marks = zip(game.sheet.systems, game.players[0].boxes, strict=True)
    return {system.id: count for system, count in marks if count}


def outcome(game: Game) -> Outcome:
    """Return how a game ended."""
    assert game.outcome is not None
    return game.outcome


def test_each_round_two_dice_are_rolled_and_one_is_chosen() -> None:
    """The player takes either of two dice and goes on to phases 2 and 3."""
    game = new_solo()
    play(game, "roll 4 6")
    assert game.seats_to_move() == (0,)
    assert game.options(0).picks == (0, 1)
    play(game, "0 take 1")
    assert (game.die_of(0), game.die_left, game.stage) == (6, 4, Stage.ACT)


def test_fins_copy_the_die_you_did_not_take() -> None:
    """In solo, fins name no seat; they copy the die that is left."""
    game = new_solo()
    switch_on(game, 0, System.FINS)
    begin_round(game, 2, 5)
    assert game.options(0).modifications == (Modify(0, System.FINS),)
    play(game, "0 use fins")
    assert game.face_of(0) == 5


def test_phases_2_and_3_are_as_above() -> None:
    """Systems start off, are activated instead of firing, and work from the next round on."""
    game = new_solo()
    begin_round(game, 3, 1)
    assert refused(game, "0 use tower +1") == "system_off"
    play(game, "0 activate tower")
    begin_round(game, 3, 1)
    play(game, "0 use tower +1", "0 fire A1 A3 C1 C3")
    assert game.players[0].hits.bit_count() == 3


def test_an_explosion_box_for_every_enemy_system_destroyed() -> None:
    """Each enemy system destroyed marks one box; a damaged one marks none."""
    game = new_solo()
    solo_round(game, left=4, shot="A1")
    assert game.players[0].explosions == 0
    events = solo_round(game, left=4, shot="A2")
    assert game.players[0].explosions == 1
    assert Destroyed(None, System.PERISCOPE, by=0) in events
    assert game.players[0].destroyed == System.FINS.bit


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_die_not_taken_names_the_system_hit(die: int) -> None:
    """Face 1 to 6 marks one box of system 1 to 6 of your own dashboard."""
    game = new_solo()
    events = solo_round(game, left=die)
    assert shot_of(events) == AutomatonFired(die, System(die), System(die), Effect.HIT)
    assert boxes(game) == {System(die).id: 1}
    assert game.players[0].destroyed == 0


def test_one_box_does_not_harm() -> None:
    """A system with one box marked works as before."""
    game = new_solo()
    switch_on(game, 0, System.TOWER)
    solo_round(game, left=3)
    assert game.status(0, System.TOWER) is Status.READY


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_with_the_second_box_the_system_is_destroyed_at_once(die: int) -> None:
    """After the second box, the system can be neither used nor activated."""
    system = System(die)
    game = new_solo()
    switch_on(game, 0, *(s for s in System if s is not system and s.has_switch))
    solo_round(game, left=die)
    events = solo_round(game, left=die)
    assert shot_of(events) == AutomatonFired(die, system, system, Effect.DESTROYED)
    assert Destroyed(0, system, by=None) in events
    assert boxes(game) == {system.id: 2}
    assert game.status(0, system) is Status.DESTROYED
    begin_round(game, 2, 2)
    words = {"tower": "tower +1"}.get(system.id, system.id)
    assert refused(game, f"0 use {words}") == "system_destroyed"
    if system.has_switch:
        assert refused(game, f"0 activate {system.id}") == "system_destroyed"


def test_the_system_may_be_used_in_the_round_in_which_the_automaton_destroys_it() -> None:
    """The automaton fires after phases 2 and 3."""
    game = new_solo()
    switch_on(game, 0, System.TOWER)
    solo_round(game, left=3)
    begin_round(game, 2, 3)
    play(game, "0 use tower -1", "0 fire D1")
    assert game.status(0, System.TOWER) is Status.DESTROYED


def test_a_system_destroyed_by_the_automaton_counts_for_its_screen() -> None:
    """A destroyed tower counts for artillery as it does with several players."""
    game = new_solo()
    switch_on(game, 0, System.PERISCOPE)
    solo_round(game, left=3)
    assert game.status(0, System.ARTILLERY) is Status.SCREEN_INCOMPLETE
    solo_round(game, left=3)
    assert game.status(0, System.ARTILLERY) is Status.READY_BY_SCREEN
    begin_round(game, 1, 6)
    assert game.is_legal(parse_move("0 use artillery"))


def test_already_destroyed_with_an_explosion_in_this_round_misses() -> None:
    """A shot at a destroyed system misses after an explosion, and marks nothing."""
    game = new_solo()
    destroy(game, 0, System.FINS)
    events = solo_round(game, left=4, shot="A6")
    assert game.players[0].explosions == 1
    assert shot_of(events) == AutomatonFired(4, System.FINS, System.FINS, Effect.MISSED)
    assert boxes(game) == {"fins": 2}


def test_an_explosion_of_an_earlier_round_does_not_help() -> None:
    """Only an explosion box marked in this round makes the automaton miss."""
    game = new_solo()
    destroy(game, 0, System.FINS)
    solo_round(game, left=4, shot="A6")
    events = solo_round(game, left=4)
    assert shot_of(events) == AutomatonFired(4, System.FINS, System.ENGINE, Effect.HIT)


@pytest.mark.parametrize(
    ("lost", "die", "marked"),
    [
        ("1", 1, 2),
        ("12", 1, 3),
        ("2345", 2, 6),
        ("6", 6, 7),
        ("67", 6, 1),
        ("561", 5, 7),
        ("5671", 5, 2),
        ("123456", 3, 7),
        ("34567", 6, 1),
        ("24567", 4, 1),
    ],
)
def test_already_destroyed_follow_the_arrows(lost: str, die: int, marked: int) -> None:
    """Without an explosion, the arrows lead on to the next intact system, wrapping around."""
    game = new_solo()
    destroy(game, 0, *(System(int(number)) for number in lost))
    events = solo_round(game, left=die)
    assert shot_of(events) == AutomatonFired(die, System(die), System(marked), Effect.HIT)
    assert boxes(game)[System(marked).id] == 1


def test_the_arrows_end_can_destroy_too() -> None:
    """A box marked via the arrows may be the second one."""
    game = new_solo()
    destroy(game, 0, System.FINS)
    solo_round(game, left=5)
    events = solo_round(game, left=4)
    assert shot_of(events) == AutomatonFired(4, System.FINS, System.ENGINE, Effect.DESTROYED)


def test_only_by_the_arrows_can_the_propeller_be_hit() -> None:
    """No face names the propeller; while systems 1 to 6 are intact, it is never marked."""
    for die in range(1, 7):
        game = new_solo()
        assert shot_of(solo_round(game, left=die)).system is not System.PROPELLER
    game = new_solo()
    destroy(game, 0, System.PORTHOLES)
    assert shot_of(solo_round(game, left=6)).system is System.PROPELLER


def test_the_arrows_are_the_sheets_own() -> None:
    """A sheet can define other arrows."""
    data = drill_data()
    data["solo"]["arrows"].reverse()
    game = Game.new(parse_sheet(data), "solo", 1)
    destroy(game, 0, System.FINS, System.TOWER)
    assert shot_of(solo_round(game, left=4)).system is System.ARTILLERY


def test_the_boxes_are_the_sheets_own() -> None:
    """On a sheet with three boxes, the third one destroys a system."""
    data = drill_data()
    data["solo"]["boxes"] = 3
    game = Game.new(parse_sheet(data), "solo", 1)
    effects = [shot_of(solo_round(game, left=2)).effect for _ in range(3)]
    assert effects == [Effect.HIT, Effect.HIT, Effect.DESTROYED]


def test_the_explosion_boxes_are_the_sheets_own() -> None:
    """With no explosion box left to mark, destroying a system doesn't make the automaton miss."""
    data = drill_data()
    data["solo"]["explosions"] = 1
    game = Game.new(parse_sheet(data), "solo", 1)
    destroy(game, 0, System.FINS)
    assert shot_of(solo_round(game, left=4, shot="A6")).effect is Effect.MISSED
    assert shot_of(solo_round(game, left=4, shot="A8")).effect is Effect.HIT
    assert game.players[0].explosions == 1


def test_you_win_when_the_last_enemy_system_is_destroyed() -> None:
    """A win scores 10 for each own system left and 5 for each reserve torpedo left."""
    game = new_solo()
    hit_all_but(game, 0, System.FINS)
    destroy(game, 0, System.FINS, System.TOWER, System.ENGINE, System.PERISCOPE, System.PROPELLER)
    game.players[0].reserve = 3
    solo_round(game, left=2, shot=AT[System.FINS])
    result = outcome(game)
    assert (result.reason, result.winners) == (Reason.SUNK, (0,))
    assert result.solo == SoloResult(won=True, score=35, rank=Rank.CAPTAIN, systems_left=2)


def test_systems_left_are_counted_after_the_automatons_shot() -> None:
    """Systems that the automaton destroys in the last round don't count."""
    game = new_solo()
    hit_all_but(game, 0, System.FINS)
    game.players[0].boxes = (0, 1, 0, 0, 0, 0, 0)
    game.players[0].reserve = 0
    solo_round(game, left=2, shot="A8")
    assert outcome(game).solo == SoloResult(won=True, score=60, rank=Rank.ADMIRAL, systems_left=6)


def test_you_lose_when_you_mark_the_skull() -> None:
    """The skull ends a solo game without a score."""
    game = new_solo()
    game.players[0].reserve = 0
    solo_round(game, left=2)
    result = outcome(game)
    assert (result.reason, result.winners, result.skulls) == (Reason.SKULL, (), (0,))
    assert result.solo == SoloResult(won=False)


def test_you_lose_when_the_automaton_destroys_your_last_system() -> None:
    """Losing your last system loses the game, without a score."""
    game = new_solo()
    destroy(game, 0, *(system for system in System if system is not System.FINS))
    solo_round(game, left=4)
    assert game.outcome is None
    solo_round(game, left=1)
    result = outcome(game)
    assert (result.reason, result.winners, result.skulls) == (Reason.AUTOMATON, (), ())
    assert result.solo == SoloResult(won=False)


def test_a_missed_shot_spares_the_last_system() -> None:
    """After an explosion, the automaton misses and the last system survives."""
    game = new_solo()
    destroy(game, 0, *(system for system in System if system is not System.FINS))
    solo_round(game, left=4)
    solo_round(game, left=1, shot="A6")
    assert game.outcome is None
    assert boxes(game)["fins"] == 1
