"""A round, phase by phase."""

from __future__ import annotations

import pytest

from tests.rules.positions import (
    SWITCHED,
    acting,
    begin_round,
    destroy,
    hit,
    new_game,
    new_solo,
    play,
    refused,
)
from torpedo_dice.rules import (
    Activated,
    Destroyed,
    Field,
    Finished,
    Fired,
    Game,
    Modified,
    Modify,
    Rolled,
    RoundEnded,
    Stage,
    Started,
    Status,
    System,
    Taken,
    parse_move,
)


def test_the_start_player_rolls_all_dice() -> None:
    """A round begins with one roll of all dice, and its event names the start player."""
    game = Game.new(acting(1, 1, 1, 1).sheet, "mission", 3)
    assert play(game, "start 2", "roll 6 5 4 3") == [Started(2), Rolled(1, 2, (6, 5, 4, 3))]
    assert game.dice == (6, 5, 4, 3)


@pytest.mark.parametrize(("start", "order"), [(0, (0, 1, 2)), (1, (1, 2, 0)), (2, (2, 0, 1))])
def test_phase_1_start_player_first_then_clockwise(start: int, order: tuple[int, ...]) -> None:
    """The start player takes a die first, then the others clockwise, one at a time."""
    game = Game.new(new_game().sheet, "mission", 3)
    play(game, f"start {start}", "roll 1 2 3 4")
    assert game.draft_order == order
    for pick, seat in enumerate(order):
        assert game.seats_to_move() == (seat,)
        assert game.options(seat).picks == tuple(range(pick, 4))
        for other in set(order) - {seat}:
            assert game.options(other).picks == ()
            assert refused(game, f"{other} take {pick}") == "not_your_turn"
        play(game, f"{seat} take {pick}")
    assert game.stage is Stage.ACT


def test_phase_1_each_takes_one_die_without_turning_it() -> None:
    """A die is taken as it lies, and nobody takes a second one."""
    game = new_game()
    assert play(game, "roll 5 3 2", "0 take 2", "1 take 0") == [
        Rolled(1, 0, (5, 3, 2)),
        Taken(0, 2, 2),
        Taken(1, 0, 5),
    ]
    assert (game.die_of(0), game.die_of(1)) == (2, 5)
    assert refused(game, "0 take 1") == "stage_act"


def test_phase_1_a_taken_die_is_gone() -> None:
    """A die that has been taken can't be taken again, even if another shows the same face."""
    game = new_game()
    play(game, "roll 4 4 4", "0 take 1")
    assert refused(game, "1 take 1") == "die_taken"
    assert game.options(1).picks == (0, 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_phase_1_one_die_is_left(players: int) -> None:
    """When everyone has a die, exactly one is left in the middle."""
    game = begin_round(new_game(players=players), *range(1, players + 2))
    assert sorted([*map(game.die_of, game.seats), game.die_left]) == list(range(1, players + 2))
    assert game.die_left == players + 1


def one_torpedo(seat: int, *, pick: int, at: Field) -> Fired:
    """Return the event of an unmodified 1 that hits, in a two-player game."""
    return Fired(
        seat,
        target=1 - seat,
        pick=pick,
        die=1,
        modify=None,
        face=1,
        fields=(at,),
        struck=(at,),
        reserve=12,
        skull=False,
    )


def test_phase_2_is_optional() -> None:
    """Even with every system active, a die may be fired unmodified."""
    game = acting(1, 1, 1)
    events = play(game, "0 fire A6", "1 fire D1")
    assert events[2] == one_torpedo(0, pick=0, at=(0, 5))


def test_phase_2_one_system_once() -> None:
    """After one use, neither another system nor the same one can be used in this round."""
    game = acting(3, 1, 1)
    assert play(game, "0 use tower +1") == [Modified(0, Modify(0, System.TOWER, step=1), 4)]
    for again in ("tower +1", "tower -1", "engine", "periscope", "fins 1"):
        assert refused(game, f"0 use {again}") == "already_modified"
    assert game.options(0).modifications == ()


def test_phase_2_also_after_the_propellers_roll() -> None:
    """A second system can't change the propeller's new face."""
    game = acting(3, 1, 1)
    play(game, "0 use propeller", "0 rerolls 6")
    assert refused(game, "0 use engine") == "already_modified"
    assert refused(game, "0 use propeller") == "already_modified"


def test_phase_2_only_your_own_systems() -> None:
    """The neighbour's active systems are of no use to you."""
    game = acting(3, 3, 1, switched=())
    game.players[1].switched = System.TOWER.bit
    assert refused(game, "0 use tower +1") == "system_off"
    assert game.is_legal(parse_move("1 use tower +1"))


def test_phase_2_a_new_round_allows_a_new_use() -> None:
    """The system can be used again in the next round."""
    game = acting(2, 2, 2)
    play(game, "0 use tower -1", "0 fire D1", "1 use tower -1", "1 fire D1")
    begin_round(game, 2, 2, 2)
    assert game.is_legal(parse_move("0 use tower -1"))


def test_phases_2_and_3_are_done_at_the_same_time() -> None:
    """Players may act in any order, even interleaving their moves."""
    game = acting(2, 2, 2, 2)
    assert game.seats_to_move() == (0, 1, 2)
    play(game, "2 use tower -1", "1 use tower +1", "2 fire D1")
    assert game.seats_to_move() == (0, 1)
    play(game, "0 fire A1 C3", "1 fire A1 B2 C3")
    assert game.stage is Stage.ROLL


def test_the_order_of_acting_does_not_matter() -> None:
    """The same choices in another order lead to the same game."""
    mine, yours = ["0 use engine", "0 fire A1 A3 C1"], ["1 use tower -1", "1 fire D1"]
    one, two = acting(4, 2, 5), acting(4, 2, 5)
    shown_one = play(one, *mine, *yours)
    shown_two = play(two, *yours, *mine)
    assert one == two
    reveal = Fired | Activated | Destroyed | RoundEnded
    assert [e for e in shown_one if isinstance(e, reveal)] == [
        e for e in shown_two if isinstance(e, reveal)
    ]


def test_phase_3_all_pips_are_fired() -> None:
    """A shot with fewer or more torpedoes than pips is refused."""
    game = acting(5, 1, 1)
    assert refused(game, "0 fire A1 A3 C1 C3") == "torpedo_count"
    assert refused(game, "0 fire") == "torpedo_count"
    assert refused(game, "0 fire A1 A2 A3 B2 C1 C3") == "torpedo_count"
    assert game.is_legal(parse_move("0 fire A1 A3 B2 C1 C3"))


@pytest.mark.parametrize("system", SWITCHED)
def test_phase_3_activate_instead_of_firing(system: System) -> None:
    """In Mission, one system is activated instead of firing; it works from the next round on."""
    game = acting(1, 1, 1, switched=())
    events = play(game, f"0 activate {system.id}", "1 fire D1")
    assert events[:2] == [Finished(0), Finished(1)]
    assert events[2] == Activated(0, 0, 1, None, 1, system)
    assert game.players[0].switched == system.bit
    assert (game.players[0].hits, game.players[0].reserve) == (0, 12)
    assert game.status(0, system) is Status.READY
    assert game.status(1, system) is Status.OFF


def test_phase_3_activated_is_too_late_for_phase_2() -> None:
    """A player who activates has finished the round and can't use the system in it."""
    game = acting(1, 1, 1, switched=())
    play(game, "0 activate engine")
    assert refused(game, "0 use engine") == "already_finished"


@pytest.mark.parametrize(
    ("system", "code"),
    [("artillery", "no_switch"), ("portholes", "no_switch"), ("tower", "already_on")],
)
def test_phase_3_only_a_switch_that_is_not_on(system: str, code: str) -> None:
    """A system without a switch, or one already on, can't be activated."""
    assert refused(acting(1, 1, 1, switched=(System.TOWER,)), f"0 activate {system}") == code


def test_phase_3_not_a_destroyed_system() -> None:
    """A destroyed system can't be activated."""
    game = acting(1, 1, 1, switched=())
    destroy(game, 0, System.TOWER)
    assert refused(game, "0 activate tower") == "system_destroyed"


def test_phase_3_nobody_activates_in_training() -> None:
    """Activating is only possible in Mission."""
    game = acting(1, 1, 1, mode="training")
    for system in game.sheet.systems:
        assert refused(game, f"0 activate {system.id}") == "no_switches"


def test_phase_3_nothing_happens_before_all_have_finished() -> None:
    """Hits, misses and switches take effect only after the last player has chosen."""
    game = acting(1, 1, 1, switched=())
    before = game.copy()
    assert play(game, "0 fire A6") == [Finished(0)]
    assert (game.players[0].hits, game.players[1].destroyed) == (0, 0)
    assert game.players[1] == before.players[1]
    assert game.stage is Stage.ACT


def test_a_system_falls_when_its_last_field_is_hit() -> None:
    """The periscope has two fields: it survives one hit and is destroyed by the second."""
    game = acting(1, 1, 1)
    events = play(game, "0 fire A1", "1 fire D1")
    assert not any(isinstance(event, Destroyed) for event in events)
    begin_round(game, 1, 1, 1)
    events = play(game, "1 fire D1", "0 fire A2")
    assert Destroyed(1, System.PERISCOPE, by=0) in events
    assert game.status(1, System.PERISCOPE) is Status.DESTROYED


def test_in_the_round_in_which_it_falls_it_still_works() -> None:
    """The owner can still use a system in the round in which it is destroyed, but not later."""
    for order in ([0, 1], [1, 0]):
        game = acting(1, 2, 1)
        moves = {0: ["0 fire A6"], 1: ["1 use tower -1", "1 fire D1"]}
        events = play(game, *(move for seat in order for move in moves[seat]))
        assert Destroyed(1, System.TOWER, by=0) in events
        begin_round(game, 2, 2, 2)
        assert refused(game, "1 use tower -1") == "system_destroyed"
        assert game.is_legal(parse_move("0 use tower -1"))


def test_in_the_round_in_which_it_falls_it_can_still_be_switched_on() -> None:
    """It is switched on, but destroyed from the next round on."""
    game = acting(1, 1, 1, switched=())
    play(game, "0 fire A6", "1 activate tower")
    assert game.status(1, System.TOWER) is Status.DESTROYED
    assert System.TOWER.bit & game.players[1].switched


def test_phase_4_the_left_neighbour_starts_the_next_round() -> None:
    """The start player moves clockwise, and rounds are counted."""
    game = new_game(players=3)
    for number, start in enumerate([0, 1, 2, 0, 1], start=1):
        assert game.start == start
        begin_round(game, 1, 1, 1, 1)
        assert game.round == number
        events = play(game, *(f"{seat} activate {SWITCHED[number - 1].id}" for seat in range(3)))
        assert events[-1] == RoundEnded(number)


def test_phase_4_the_dice_and_choices_are_put_away() -> None:
    """After a round, nobody has a die or a choice, and the next roll is due."""
    game = acting(1, 2, 3)
    play(game, "0 use engine", "0 fire", "1 use propeller", "1 rerolls 1", "1 fire D1")
    assert game.dice == ()
    for player in game.players:
        assert (player.pick, player.modify, player.rolled, player.action) == (None,) * 4
    assert game.seats_to_move() == ()


def test_events_of_a_round_come_in_the_order_of_the_seats_that_chose() -> None:
    """All actions are revealed from the start player on; then losses; then the end of the round."""
    game = Game.new(new_game().sheet, "mission", 2)
    play(game, "start 1")
    begin_round(game, 1, 1, 1)
    events = play(game, "0 fire A6", "1 fire A8")
    assert events == [
        Finished(0),
        Finished(1),
        one_torpedo(1, pick=0, at=(0, 7)),
        one_torpedo(0, pick=1, at=(0, 5)),
        Destroyed(0, System.FINS, by=1),
        Destroyed(1, System.TOWER, by=0),
        RoundEnded(1),
    ]


def test_a_seat_without_a_die_has_no_face() -> None:
    """Asking for a die not yet taken, or a roll still due, raises a descriptive error."""
    game = new_solo()
    with pytest.raises(ValueError, match="seat 0 has not taken a die"):
        game.die_of(0)
    game = acting(2, 2, 2)
    play(game, "0 use propeller")
    with pytest.raises(ValueError, match="the propeller of seat 0 has not been rolled"):
        game.face_of(0)


def test_free_targets_are_those_not_hit() -> None:
    """The free targets are all targets not yet hit."""
    game = new_game()
    hit(game, 0, "A1 A6")
    assert set(game.sheet.fields_of(game.free_targets(0))) == {
        (0, 1), (0, 3), (0, 7), (2, 0), (2, 2), (2, 4)
    }  # fmt: skip
    assert game.free_targets(1) == game.sheet.all_targets
