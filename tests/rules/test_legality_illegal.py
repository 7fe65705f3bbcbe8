"""Moves that the rules forbid, and moves that are not the seat's to make."""

from __future__ import annotations

import pytest

from tests.rules.positions import (
    acting,
    destroy,
    drill_sheet,
    hit_all_but,
    new_game,
    new_solo,
    play,
    refusal,
)
from torpedo_dice.rules import (
    Fire,
    Game,
    IllegalMoveError,
    MoveError,
    NotYourMoveError,
    Stage,
    System,
    parse_move,
)


def illegal(game: Game, move: str) -> tuple[str, str]:
    """Apply a move that must be illegal; return the error's code and message."""
    error = refusal(game, parse_move(move))
    assert type(error) is IllegalMoveError
    return error.code, error.why


def not_yours(game: Game, move: str) -> tuple[str, str]:
    """Apply a move that is not the seat's to make; return the error's code and message."""
    error = refusal(game, parse_move(move))
    assert type(error) is NotYourMoveError
    return error.code, error.why


def at(stage: Stage) -> Game:
    """Return a game in the given stage."""
    game = Game.new(drill_sheet(), "mission", 2)
    moves = ["start 0", "roll 1 1 1", "0 take 0", "1 take 1", "0 fire A8", "1 fire D1"]
    if stage is Stage.OVER:
        hit_all_but(game, 0, System.FINS)
    for move in moves:
        if game.stage is stage:
            return game
        play(game, move)
    assert game.stage is stage
    return game


SENTENCES = {
    Stage.START: "the start player hasn’t been chosen yet",
    Stage.ROLL: "the dice for the next round haven’t been rolled yet",
    Stage.TAKE: "the dice are still being taken",
    Stage.ACT: "all dice have been taken: modify, fire or activate",
    Stage.OVER: "the game is over",
}
ALLOWED = {
    Stage.START: {"start 0"},
    Stage.ROLL: {"roll 1 2 3"},
    Stage.TAKE: {"0 take 0"},
    Stage.ACT: {"0 fire A1", "0 use engine", "0 activate engine", "0 rerolls 3"},
    Stage.OVER: set(),
}


@pytest.mark.parametrize("stage", list(Stage))
def test_each_move_has_its_stage(stage: Stage) -> None:
    """In each stage, the moves of all other stages are refused with the reason."""
    for move in set().union(*ALLOWED.values()) - ALLOWED[stage] - {"start 0"}:
        assert illegal(at(stage), move) == (f"stage_{stage}", SENTENCES[stage])


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.START])
def test_the_start_player_is_named_once(stage: Stage) -> None:
    """Once the start player is known, no other can be named."""
    assert illegal(at(stage), "start 1") == ("already_started", "the game has already started")


def test_in_solo_no_start_player_is_named() -> None:
    """The only player always starts."""
    assert illegal(new_solo(), "start 0")[0] == "already_started"


@pytest.mark.parametrize("stage", [stage for stage in Stage if stage is not Stage.ACT])
def test_nothing_is_taken_back_in_another_stage(stage: Stage) -> None:
    """Only choices of phases 2 and 3 can be taken back."""
    with pytest.raises(IllegalMoveError) as caught:
        at(stage).take_back(0)
    assert (caught.value.code, caught.value.why) == (f"stage_{stage}", SENTENCES[stage])


def test_not_your_turn() -> None:
    """Dice are taken in order: another seat has to wait."""
    assert not_yours(at(Stage.TAKE), "1 take 0") == (
        "not_your_turn",
        "it’s player 1’s turn to take a die",
    )


def test_already_finished() -> None:
    """A player who has finished the round can't modify, fire or activate again."""
    game = at(Stage.ACT)
    play(game, "0 fire A1")
    for move in ("0 fire A2", "0 activate engine", "0 use engine"):
        assert not_yours(game, move) == (
            "already_finished",
            "player 1 has already finished this round",
        )


def test_roll_pending() -> None:
    """While the propeller's roll is pending, its player can neither act nor take it back."""
    game = acting(2, 2, 2, switched=(System.PROPELLER,))
    play(game, "0 use propeller")
    why = "player 1’s propeller is still rolling"
    for move in ("0 fire A1 C3", "0 activate engine", "0 use engine"):
        assert illegal(game, move) == ("roll_pending", why)
    with pytest.raises(IllegalMoveError, match=why) as caught:
        game.take_back(0)
    assert caught.value.code == "roll_pending"


def test_no_roll() -> None:
    """A reroll is refused if no propeller is pending, including a second one."""
    game = acting(2, 2, 2)
    why = "player 1’s propeller isn’t rolling"
    assert illegal(game, "0 rerolls 3") == ("no_roll", why)
    play(game, "0 use propeller", "0 rerolls 3")
    assert illegal(game, "0 rerolls 4") == ("no_roll", why)
    assert game.face_of(0) == 3


def test_die_taken() -> None:
    """A die can be taken only once."""
    game = at(Stage.TAKE)
    play(game, "0 take 2")
    assert illegal(game, "1 take 2") == ("die_taken", "that die has already been taken")


def test_already_modified() -> None:
    """Only one system may be used in a round."""
    game = acting(2, 2, 2)
    play(game, "0 use periscope")
    assert illegal(game, "0 use engine") == (
        "already_modified",
        "only one system can be used each round",
    )


@pytest.mark.parametrize(("die", "step"), [(6, "+1"), (1, "-1")])
def test_tower_wrap(die: int, step: str) -> None:
    """The tower doesn't wrap around."""
    assert illegal(acting(die, 2, 2), f"0 use tower {step}") == (
        "tower_wrap",
        f"the tower can’t turn a {die} by {step}: no wrapping from 6 to 1",
    )


def test_fins_own_die() -> None:
    """Fins can't copy their player's own die."""
    assert illegal(acting(2, 2, 2), "0 use fins 0") == (
        "fins_own_die",
        "the fins copy another player’s die, not your own",
    )


def test_system_off() -> None:
    """An inactive system can't be used."""
    assert illegal(acting(2, 2, 2, switched=()), "0 use engine") == (
        "system_off",
        "player 1 can’t use engine: the switch is off",
    )


def test_system_screen_incomplete() -> None:
    """A system without a switch needs the others of its screen."""
    code, why = illegal(acting(2, 2, 2, switched=(System.ENGINE,)), "0 use portholes")
    assert code == "system_screen_incomplete"
    assert "player 1 can’t use portholes" in why
    assert "both other systems on that screen must be on or destroyed" in why


def test_system_uses_spent() -> None:
    """A system can't be used beyond its limit."""
    game = acting(2, 2, 2, mode="training")
    game.players[0].uses = (3, 0)
    assert illegal(game, "0 use artillery") == (
        "system_uses_spent",
        "player 1 can’t use artillery: no uses left in this game",
    )


def test_system_destroyed() -> None:
    """A destroyed system can be neither used nor activated."""
    game = acting(2, 2, 2)
    destroy(game, 0, System.ENGINE)
    assert illegal(game, "0 use engine") == (
        "system_destroyed",
        "player 1 can’t use engine: that system is destroyed",
    )
    assert illegal(game, "0 activate engine") == ("system_destroyed", "the engine is destroyed")


def test_no_such_system() -> None:
    """Training has no propeller."""
    assert illegal(acting(2, 2, 2, mode="training"), "0 use propeller") == (
        "no_such_system",
        "this submarine has no propeller",
    )


def test_no_switches() -> None:
    """Training has no switches."""
    assert illegal(acting(2, 2, 2, mode="training"), "0 activate engine") == (
        "no_switches",
        "Training has no switches: fire instead",
    )


@pytest.mark.parametrize("system", ["artillery", "portholes"])
def test_no_switch(system: str) -> None:
    """Artillery and portholes have no switch."""
    assert illegal(acting(2, 2, 2), f"0 activate {system}") == (
        "no_switch",
        f"the {system} has no switch",
    )


def test_already_on() -> None:
    """A system can be switched on only once."""
    assert illegal(acting(2, 2, 2), "0 activate engine") == (
        "already_on",
        "the engine is already on",
    )


@pytest.mark.parametrize(
    ("modify", "shot", "why"),
    [
        ("", "A1 C3", "every pip fires: a 3 has 3, not 2"),
        ("engine", "A1 B2 C3", "every pip fires: a 3 with engine has 2, not 3"),
        ("artillery", "", "every pip fires: a 3 with artillery has 4, not 0"),
    ],
)
def test_torpedo_count(modify: str, shot: str, why: str) -> None:
    """The message states the required number of torpedoes."""
    game = acting(3, 2, 2)
    if modify:
        play(game, f"0 use {modify}")
    assert illegal(game, f"0 fire {shot}") == ("torpedo_count", why)


@pytest.mark.parametrize(
    ("modify", "shot", "why"),
    [
        ("", "A1 A2", "that isn’t a formation of a 2"),
        ("portholes", "A1 C3", "that isn’t a formation of a 2 with portholes"),
        ("artillery", "A1 C3 D4", "that isn’t a formation of a 2 with artillery"),
    ],
)
def test_formation(modify: str, shot: str, why: str) -> None:
    """The message states which formation the torpedoes should have formed."""
    game = acting(2, 2, 2)
    if modify:
        play(game, f"0 use {modify}")
    assert illegal(game, f"0 fire {shot}") == ("formation", why)


@pytest.mark.parametrize("shot", ["X1 Z3", "E1 G3", "A-2 C0", "A9 C11", "A500 C502"])
def test_off_the_grid(shot: str) -> None:
    """The pattern must cover a field of the grid."""
    assert illegal(acting(2, 2, 2), f"0 fire {shot}") == (
        "off_the_grid",
        "the pattern must cover at least one field of the grid",
    )


def test_off_the_map() -> None:
    """A field beyond the reach of any shot is refused, too, and written as numbers."""
    game = acting(2, 2, 2)
    error = refusal(game, Fire(0, ((100, 0), (102, 2))))
    assert error.code == "off_the_grid"
    assert "(100,0) (102,2)" in str(error)


def test_nothing_to_take_back() -> None:
    """A player who has chosen nothing, or only seen a roll, has nothing to undo."""
    game = acting(2, 2, 2)
    play(game, "1 use propeller", "1 rerolls 2")
    for seat in (0, 1):
        before = game.copy()
        with pytest.raises(IllegalMoveError) as caught:
            game.take_back(seat)
        error: MoveError = caught.value
        assert error.code == "nothing_to_take_back"
        assert error.move == f"{seat} takes back"
        assert str(error) == (
            f'"{seat} takes back" (round 1, act): player {seat + 1} has nothing to undo'
        )
        assert game == before


def test_the_whole_sentence() -> None:
    """A message names the move, the position and the reason."""
    error = refusal(new_game(), parse_move("0 take 1"))
    assert str(error) == (
        '"0 take 1" (round 0, roll): the dice for the next round haven’t been rolled yet'
    )
    assert (error.where, error.move) == ("round 0, roll", "0 take 1")
    assert isinstance(error, ValueError)
