"""What a seat or a spectator can see, and what can be taken back."""

from __future__ import annotations

import pytest

from tests.rules.positions import acting, begin_round, new_game, play, refused
from torpedo_dice.rules import (
    COVERED,
    Finished,
    IllegalMoveError,
    Stage,
    System,
    TookBack,
    parse_move,
    visible_events,
)


def test_a_view_shows_ones_own_choice() -> None:
    """A seat sees its own choice, but of the others only who has finished."""
    game = acting(2, 2, 2, 2)
    play(game, "0 use tower -1", "0 fire A6", "1 use propeller", "1 rerolls 6", "2 use engine")
    view = game.view(1)
    assert view.players[1] == game.players[1]
    assert view.players[0].action is COVERED
    assert (view.players[2].modify, view.players[2].action) == (None, None)


def test_a_spectator_sees_nobodys_choice() -> None:
    """To spectators, every choice of phases 2 and 3 is hidden."""
    game = acting(2, 2, 2)
    play(game, "0 use tower -1", "0 fire A6", "1 use propeller", "1 rerolls 6")
    view = game.view(None)
    assert [(p.modify, p.rolled, p.action) for p in view.players] == [
        (None, None, COVERED),
        (None, None, None),
    ]


def test_a_view_hides_that_a_propeller_is_rolling() -> None:
    """While a seat waits for a roll, the others see a player who has not finished."""
    game = acting(2, 2, 2)
    quiet = game.view(0)
    play(game, "1 use propeller")
    assert game.view(0) == quiet
    assert game.view(0).chances() == ()
    assert game.view(1).chances() == game.chances() != ()


def test_a_view_shows_all_that_is_open() -> None:
    """Dice, picks, hits, reserves, switches and destroyed systems are public."""
    game = acting(1, 1, 3)
    play(game, "0 fire A6", "1 fire A1")
    play(game, "roll 6 5 4", "1 take 2")
    for seat in (0, 1, None):
        assert game.view(seat) == game


def test_a_view_is_a_copy() -> None:
    """Moves made in a view don't affect the game."""
    game = acting(2, 2, 2)
    before = game.copy()
    view = game.view(0)
    play(view, "0 use tower -1", "0 fire A6")
    assert game == before
    assert view != game


@pytest.mark.parametrize("move", ["0 fire A1", "0 activate fins"])
def test_a_view_cannot_end_the_round(move: str) -> None:
    """The last seat to act sees what is legal in its view, but can't find out what follows."""
    game = acting(1, 1, 1, switched=())
    play(game, "1 fire A6")
    view = game.view(0)
    before = view.copy()
    assert view.is_legal(parse_move(move))
    with pytest.raises(
        IllegalMoveError, match="a view doesn’t contain the other players’ choices"
    ) as caught:
        view.apply(parse_move(move))
    assert caught.value.code == "view"
    assert view == before


def test_a_view_of_three_goes_on_while_somebody_thinks() -> None:
    """With one choice hidden and one seat still to act, a seat may act in its view."""
    game = acting(1, 1, 1, 1)
    play(game, "1 fire A6")
    view = game.view(0)
    assert play(view, "0 fire A1") == [Finished(0)]
    with pytest.raises(IllegalMoveError, match="a view doesn’t contain the other players’ choices"):
        view.apply(parse_move("2 fire A1"))


def test_an_error_does_not_tell_what_the_others_have_chosen() -> None:
    """The position in an error is the mover's view."""
    game = acting(1, 1, 1)
    play(game, "1 fire A6")
    error = game.why_not(parse_move("0 fire A1 A2"))
    assert error is not None
    assert error.position == game.view(0).to_text() != game.to_text()


def test_take_back_puts_the_choice_back() -> None:
    """A choice can be taken back as a whole while others are still choosing."""
    game = acting(2, 2, 2)
    before = game.copy()
    play(game, "0 use tower -1", "0 fire A6")
    assert game.take_back(0) == [TookBack(0)]
    assert game == before


def test_take_back_of_a_use_alone() -> None:
    """A system whose use is taken back is unused again."""
    game = acting(2, 2, 2)
    before = game.copy()
    play(game, "0 use artillery")
    game.take_back(0)
    assert game == before


def test_take_back_keeps_a_roll_that_was_seen() -> None:
    """A propeller's roll stays; only what came after it is taken back."""
    game = acting(2, 2, 2)
    play(game, "0 use propeller", "0 rerolls 1")
    rolled = game.copy()
    play(game, "0 fire A6")
    game.take_back(0)
    assert game == rolled
    assert refused(game, "0 use engine") == "already_modified"


def test_take_back_spends_no_training_use() -> None:
    """A use that was taken back doesn't count towards the limit."""
    game = acting(2, 2, 2, mode="training")
    play(game, "0 use artillery")
    game.take_back(0)
    play(game, "0 fire A1 C3", "1 fire A1 C3")
    assert game.players[0].uses == (0, 0)


def test_take_back_tells_the_others_nothing_but_who_thinks_again() -> None:
    """Taking back before finishing is private; otherwise the others would learn of the use."""
    game = acting(2, 2, 2)
    play(game, "0 use tower -1")
    assert visible_events(game.take_back(0), 1) == []
    play(game, "0 fire A1 C3")
    assert visible_events(game.take_back(0), 1) == [TookBack(0)]


def test_after_the_round_nothing_can_be_taken_back() -> None:
    """When all have finished, the shots have landed."""
    game = acting(1, 1, 1)
    play(game, "0 fire A6", "1 fire D1")
    assert game.stage is Stage.ROLL
    with pytest.raises(ValueError, match="the dice for the next round haven’t been rolled yet"):
        game.take_back(0)
    assert game.players[1].destroyed == System.TOWER.bit


def test_a_use_is_counted_when_the_round_ends() -> None:
    """The uses left are public, so a hidden use counts only when the choices are revealed."""
    game = begin_round(new_game("training"), 2, 2, 2)
    play(game, "0 use artillery", "0 fire A1 A2 C3")
    assert game.view(1).players[0].uses == (0, 0)
    play(game, "1 fire A1 C3")
    assert game.view(1).players[0].uses == (1, 0)
