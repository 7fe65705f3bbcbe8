"""Rulings where the printed rulebooks disagree or are silent, one test per question."""

from __future__ import annotations

from tests.rules.positions import (
    AT,
    acting,
    begin_round,
    destroy,
    drill_sheet,
    hit_all_but,
    new_game,
    new_solo,
    play,
    refused,
    switch_on,
)
from torpedo_dice.rules import (
    AutomatonFired,
    Chance,
    Destroyed,
    Effect,
    Event,
    Fired,
    Game,
    Modified,
    Reason,
    SoloEnd,
    SoloResult,
    Start,
    System,
    parse_move,
    uses_left,
    visible_events,
)
from torpedo_dice.sheets import load_sheet


def automaton(events: list[Event]) -> AutomatonFired:
    """Return the automaton's shot of a solo round."""
    (shot,) = [event for event in events if isinstance(event, AutomatonFired)]
    return shot


def about_to_sink(*, solo_end: SoloEnd = SoloEnd.END_OF_ROUND) -> Game:
    """Return a solo game in which A8 is the enemy's last field."""
    game = new_solo(solo_end=solo_end)
    hit_all_but(game, 0, System.FINS)
    return game


def test_which_two_systems_are_limited_in_training() -> None:
    """Portholes and artillery, three times each."""
    assert load_sheet("training").limit == {System.ARTILLERY: 3, System.PORTHOLES: 3}


def test_who_starts() -> None:
    """One seat is drawn or named: every seat may be the first to roll."""
    for players in (2, 3, 4):
        for seat in range(players):
            game = Game.new(load_sheet("mission"), "mission", players)
            assert game.chances() == (Chance(Start, players),)
            play(game, f"start {seat}")
            assert game.start == seat
            assert game.draft_order[0] == seat


def test_fins_in_solo() -> None:
    """Fins copy the die not taken."""
    game = acting(2, 6)
    play(game, "0 use fins")
    assert game.face_of(0) == 6


def test_when_a_solo_win_counts() -> None:
    """After the automaton's shot; with `after_fire`, the automaton no longer fires."""
    game = begin_round(about_to_sink(), 1, 2)
    events = play(game, "0 fire A8")
    assert automaton(events) == AutomatonFired(2, System.ARTILLERY, System.ARTILLERY, Effect.HIT)
    assert game.players[0].boxes == (0, 1, 0, 0, 0, 0, 0)
    assert game.outcome is not None
    assert game.outcome.winners == (0,)

    french = begin_round(about_to_sink(solo_end=SoloEnd.AFTER_FIRE), 1, 2)
    events = play(french, "0 fire A8")
    assert automaton(events) == AutomatonFired(2, System.ARTILLERY, None, Effect.NONE)
    assert french.players[0].boxes == (0,) * 7
    assert french.outcome is not None
    assert french.outcome.winners == (0,)


def test_the_french_way_changes_nothing_else() -> None:
    """With `after_fire`, a round without a win still ends with the automaton's shot."""
    game = begin_round(new_solo(solo_end=SoloEnd.AFTER_FIRE), 1, 2)
    assert automaton(play(game, "0 fire A8")).effect is Effect.HIT


def test_solo_you_sink_the_enemy_and_the_automaton_destroys_your_last_system() -> None:
    """A win: sinking takes priority, although no system is left to score for."""
    game = about_to_sink()
    destroy(game, 0, *(system for system in System if system is not System.FINS))
    game.players[0].boxes = (2, 2, 2, 1, 2, 2, 2)
    game.players[0].reserve = 4
    begin_round(game, 1, 4)
    events = play(game, "0 fire A8")
    assert automaton(events).effect is Effect.DESTROYED
    assert game.players[0].destroyed == game.sheet.all_systems
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.winners) == (Reason.SUNK, (0,))
    assert game.outcome.solo is not None
    assert (game.outcome.solo.won, game.outcome.solo.score) == (True, 20)


def test_solo_the_shot_that_sinks_the_enemy_also_marks_the_skull() -> None:
    """A loss, with either `solo_end`."""
    for solo_end in SoloEnd:
        game = about_to_sink(solo_end=solo_end)
        game.players[0].reserve = 0
        begin_round(game, 2, 4)
        play(game, "0 fire A8 C6")
        assert game.players[0].hits == game.sheet.all_targets
        assert game.outcome is not None
        assert (game.outcome.reason, game.outcome.winners) == (Reason.SKULL, ())
        assert game.outcome.solo == SoloResult(won=False)


def test_solo_does_the_automaton_still_fire_after_a_skull() -> None:
    """No: the game is over, and no box is marked."""
    game = new_solo()
    game.players[0].reserve = 0
    begin_round(game, 1, 4)
    events = play(game, "0 fire D1")
    assert automaton(events) == AutomatonFired(4, System.FINS, None, Effect.NONE)
    assert game.players[0].boxes == (0,) * 7
    assert game.is_over


def test_all_players_mark_the_skull_in_one_round() -> None:
    """Nobody wins."""
    for players in (2, 3, 4):
        game = new_game(players=players)
        for player in game.players:
            player.reserve = 0
        begin_round(game, *[1] * (players + 1))
        play(game, *(f"{seat} fire D1" for seat in range(players)))
        assert game.outcome is not None
        assert (game.outcome.reason, game.outcome.winners) == (Reason.ALL_SKULLS, ())
        assert game.outcome.skulls == tuple(range(players))


def test_all_players_mark_the_skull_though_one_sank() -> None:
    """Nobody wins, because the player who sank also marked the skull."""
    game = new_game()
    hit_all_but(game, 0, System.FINS)
    for player in game.players:
        player.reserve = 0
    begin_round(game, 2, 1, 1)
    play(game, "0 fire A8 C6", "1 fire D1")
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.winners) == (Reason.ALL_SKULLS, ())


def test_a_pattern_hanging_over_the_grids_edge() -> None:
    """Legal; each pip outside is a miss."""
    game = acting(4, 1, 1)
    events = play(game, "0 fire Y1 Y3 A1 A3", "1 fire D1")
    (fired,) = [e for e in events if isinstance(e, Fired) and e.seat == 0]
    assert (fired.hits, fired.misses) == (1, 3)


def test_may_a_whole_shot_miss() -> None:
    """Yes."""
    game = acting(4, 1, 1)
    play(game, "0 fire B5 B7 D5 D7", "1 fire D1")
    assert (game.players[0].hits, game.players[0].reserve) == (0, 8)


def test_artillery_on_a_spot_that_has_a_pip() -> None:
    """Illegal: the spot must be free, and a field can't be fired at twice."""
    for die, shot in ((1, "A1 A1"), (4, "A1 A1 A3 C1 C3"), (5, "A1 A3 B2 B2 C1 C3")):
        game = acting(die, 1, 1)
        play(game, "0 use artillery")
        assert refused(game, f"0 fire {shot}") == "field_twice"


def test_engine_on_a_1() -> None:
    """Legal, and no torpedo is fired."""
    game = acting(1, 1, 1)
    play(game, "0 use engine")
    assert [str(move) for move in game.legal_moves(0)] == ["0 fire"]
    play(game, "0 fire", "1 fire D1")
    assert (game.players[0].hits, game.players[0].reserve) == (0, 12)


def test_portholes_with_a_1() -> None:
    """Legal without any effect; in Training it still counts as a use."""
    game = acting(1, 1, 1, mode="training")
    plain = set(game.shots(0))
    play(game, "0 use portholes")
    assert set(game.shots(0)) == plain
    play(game, "0 fire A1", "1 fire D1")
    assert game.players[0].hits.bit_count() == 1
    assert uses_left(game.sheet, game.players[0], System.PORTHOLES) == 2
    assert uses_left(game.sheet, game.players[0], System.ARTILLERY) == 3


def test_modify_then_activate() -> None:
    """Legal with every system, even after a propeller's roll."""
    mods = ["0 use tower +1", "0 use periscope", "0 use propeller", "0 use portholes"]
    for modify in mods:
        on = (System.TOWER, System.PERISCOPE, System.ENGINE, System.PROPELLER)
        game = acting(2, 1, 1, switched=on)
        play(game, modify, *(["0 rerolls 6"] if "propeller" in modify else []))
        play(game, "0 activate fins", "1 fire D1")
        assert game.players[0].switched & System.FINS.bit
        assert (game.players[0].hits, game.players[0].reserve) == (0, 12)


def test_modify_then_activate_spends_a_use() -> None:
    """The use counts when the system is used, even if no shot follows."""
    game = Game.new(drill_sheet(limits={"portholes": 3}), "mission", 2)
    switch_on(game, 0, System.ENGINE, System.PROPELLER)
    play(game, "start 0")
    begin_round(game, 2, 1, 1)
    play(game, "0 use portholes", "0 activate fins", "1 fire D1")
    assert uses_left(game.sheet, game.players[0], System.PORTHOLES) == 2


def test_fins_on_the_die_left_in_the_middle() -> None:
    """Illegal with several players: fins must name another player's seat."""
    game = acting(2, 3, 6)
    assert refused(game, "0 use fins") == "other"
    assert refused(game, "0 use fins 0") == "fins_own_die"
    assert refused(game, "0 use fins 2") == "no_such_seat"
    assert game.is_legal(parse_move("0 use fins 1"))
    assert acting(2, 6).is_legal(parse_move("0 use fins"))


def test_seeing_the_others_phase_2_and_3_choices() -> None:
    """They are hidden until everybody has finished, then revealed together."""
    game = acting(2, 2, 2)
    events = play(game, "0 use tower -1", "0 fire A6")
    assert not any(isinstance(e, Modified | Fired) for e in visible_events(events, 1))
    shown = game.view(1).players[0]
    assert (shown.modify, shown.rolled) == (None, None)
    assert "A6" not in game.view(1).to_text()
    events = visible_events(play(game, "1 fire A1 C3"), 1)
    fired = {e.seat: (e.modify, e.fields) for e in events if isinstance(e, Fired)}
    assert fired[0] == (parse_move("0 use tower -1"), ((0, 5),))
    assert fired[1] == (None, ((0, 0), (2, 2)))


def test_two_systems_destroyed_by_one_solo_shot() -> None:
    """Two explosion boxes are marked."""
    game = begin_round(new_solo(), 4, 1)
    events = play(game, "0 fire A6 A8 C6 C8")
    assert game.players[0].explosions == 2
    assert [e.system for e in events if isinstance(e, Destroyed)] == [System.TOWER, System.FINS]


def test_explosion_in_the_round_whose_automaton_shot_hits_a_standing_system() -> None:
    """The shot hits: the automaton only misses if the system is already destroyed."""
    game = begin_round(new_solo(), 1, 4)
    events = play(game, f"0 fire {AT[System.TOWER]}")
    assert game.players[0].explosions == 1
    assert automaton(events) == AutomatonFired(4, System.FINS, System.FINS, Effect.HIT)
