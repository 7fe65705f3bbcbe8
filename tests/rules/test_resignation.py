"""Giving up: alone a loss, between two the other one's win, and with more the game isn’t over."""

from __future__ import annotations

import pytest

from tests.rules.positions import acting, drill_sheet, end_of_game, hit, new_game, new_solo, play
from torpedo_dice.rules import (
    Ended,
    Game,
    MoveError,
    Outcome,
    PositionError,
    Reason,
    Resigned,
    SoloResult,
    Stage,
    Verdict,
    ends_by_resigning,
)


@pytest.mark.parametrize("seat", [0, 1])
def test_between_two_the_other_one_wins(seat: int) -> None:
    """The round is not resolved: choices already made have no effect, nor has the score."""
    game = acting(1, 2, 3)
    hit(game, seat, "A4")
    play(game, "0 fire A6")
    resigned, ended = game.resign(seat)
    assert resigned == Resigned(seat)
    assert isinstance(ended, Ended)
    outcome = game.outcome
    assert isinstance(outcome, Outcome)
    assert ended.outcome is outcome
    assert (outcome.reason, outcome.winners, outcome.resigned) == (
        Reason.RESIGNED,
        (1 - seat,),
        (seat,),
    )
    assert (outcome.explanation.code, outcome.explanation.contenders) == (Verdict.RESIGNED, (seat,))
    assert [standing.hits for standing in outcome.standings] == [1 - seat, seat]
    assert game.stage is Stage.OVER
    assert game.seats_to_move() == game.chances() == ()


def test_alone_it_is_a_loss() -> None:
    """Without a score or a rank."""
    game = new_solo()
    play(game, "roll 1 2")
    game.resign(0)
    assert game.outcome is not None
    assert game.outcome.solo == SoloResult(won=False)
    assert game.outcome.winners == ()
    assert game.outcome.explanation.code is Verdict.SOLO_RESIGNED


@pytest.mark.parametrize("players", [3, 4])
def test_with_more_players_the_game_goes_on(players: int) -> None:
    """Nothing changes: somebody else has to play for the seat."""
    game = acting(*range(1, players + 2))
    before = game.copy()
    assert game.resign(1) == [Resigned(1)]
    assert game == before
    assert not ends_by_resigning(players)


def test_who_cannot_resign() -> None:
    """A seat that does not exist, and anybody once the game is over; nothing changes."""
    game = acting(1, 2, 3)
    for one, seat, code in ((game, 2, "no_such_seat"), (end_of_game(), 0, "stage_over")):
        before = one.copy()
        with pytest.raises(MoveError) as refused:
            one.resign(seat)
        assert refused.value.code == code
        assert one == before
    game.resign(0)
    with pytest.raises(MoveError):
        game.resign(1)


@pytest.mark.parametrize("moves", [[], ["roll 1 2 3"], ["roll 1 2 3", "0 take 0"]])
def test_the_text_form_says_who_resigned(moves: list[str]) -> None:
    """It round-trips, although the marks do not tell why the game is over."""
    game = new_game()
    play(game, *moves)
    game.resign(1)
    text = game.to_text()
    assert " resigned:1 / " in text
    again = Game.from_text(text, game.sheet)
    assert (again, again.outcome) == (game, game.outcome)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("resigned:1", "resigned:2"),
        ("resigned:1", "resigned:x"),
        ("resigned:1", "resigned:"),
        (" resigned:1", ""),
        ("stage:over", "stage:roll"),
    ],
)
def test_a_text_form_that_cannot_be(old: str, new: str) -> None:
    """A seat that does not exist, no reason for the end, an end in the middle of the game."""
    game = new_game()
    play(game, "roll 1 2 3")
    game.resign(1)
    with pytest.raises(PositionError):
        Game.from_text(game.to_text().replace(old, new), game.sheet)


def test_a_text_form_of_three_is_never_resigned() -> None:
    """With three players nobody ends the game by resigning."""
    game = Game.new(drill_sheet(), "mission", 3)
    play(game, "start 0")
    text = game.to_text().replace("stage:roll dice:-", "stage:over dice:- resigned:1")
    with pytest.raises(PositionError):
        Game.from_text(text, game.sheet)
