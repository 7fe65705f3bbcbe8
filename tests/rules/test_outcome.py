"""The end of a game of two to four players, and the scores of solo games."""

from __future__ import annotations

import pytest

from tests.rules.positions import acting, begin_round, destroy, hit, hit_all_but, new_game, play
from torpedo_dice.rules import Ended, Game, Outcome, Rank, Reason, RoundEnded, Stage, System
from torpedo_dice.rules.outcome import rank_of, solo_score

# What a player does in the last round: sink with one torpedo, miss once, or hit one field.
SINK, MISS, HIT = "A8", "D1", "C1"


def end(
    shots: tuple[str, ...],
    reserves: tuple[int, ...],
    landed: dict[int, str] | None = None,
) -> Game:
    """Play a last round of 1s, in which firing at A8 sinks the target."""
    count = len(shots)
    game = new_game(players=count)
    for seat, shot in enumerate(shots):
        game.players[seat].reserve = reserves[seat]
        if shot == SINK:
            hit_all_but(game, seat, System.FINS)
    for seat, names in (landed or {}).items():
        hit(game, seat, names)
    begin_round(game, *[1] * (count + 1))
    events = play(game, *(f"{seat} fire {shot}" for seat, shot in enumerate(shots)))
    assert isinstance(events[-1], Ended) == game.is_over
    return game


def outcome(game: Game) -> Outcome:
    """Return how a game ended."""
    assert game.stage is Stage.OVER
    assert game.outcome is not None
    assert game.outcome.solo is None
    return game.outcome


def test_sunk_every_system_of_the_target_wins() -> None:
    """Destroying the last system wins, however few torpedoes are left."""
    result = outcome(end((SINK, HIT), (0, 12)))
    assert (result.reason, result.winners, result.skulls) == (Reason.SUNK, (0,), ())
    assert result.scores == (8, 13)


def test_six_of_seven_systems_are_not_enough() -> None:
    """With one system intact, the game isn’t over."""
    game = begin_round(new_game(), 1, 1, 1)
    hit_all_but(game, 0, System.FINS, System.TOWER)
    play(game, "0 fire A6", "1 fire D1")
    assert (game.outcome, game.stage) == (None, Stage.ROLL)


def test_training_is_sunk_with_six_systems() -> None:
    """In Training, six systems are all systems."""
    game = new_game("training")
    hit_all_but(game, 0, System.FINS)
    begin_round(game, 1, 1, 1)
    play(game, "0 fire A8", "1 fire D1")
    assert outcome(game).winners == (0,)


def test_the_end_is_checked_only_at_the_end_of_a_round() -> None:
    """After the sinking shot, the others still act and may sink theirs."""
    game = new_game()
    hit_all_but(game, 0, System.FINS)
    hit_all_but(game, 1, System.FINS)
    begin_round(game, 1, 1, 1)
    play(game, "0 fire A8")
    assert not game.is_over
    assert game.seats_to_move() == (1,)
    events = play(game, "1 fire A8")
    assert events[-2] == RoundEnded(1)
    assert events[-1] == Ended(outcome(game))


@pytest.mark.parametrize(
    ("reserves", "winners"),
    [((3, 2, 9), (0,)), ((2, 3, 9), (1,)), ((4, 4, 9), (0, 1)), ((0, 0, 9), (0, 1))],
)
def test_sunk_by_several_the_most_reserve_wins_else_shared(
    reserves: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """Among those who sank, the largest reserve wins and ties share; nobody else counts."""
    result = outcome(end((SINK, SINK, HIT), reserves))
    assert (result.reason, result.winners) == (Reason.SUNK, winners)


def test_sunk_by_all_four_may_be_shared_by_three() -> None:
    """The win is shared by those who are tied, and nobody else."""
    assert outcome(end((SINK,) * 4, (5, 4, 5, 5))).winners == (0, 2, 3)


def test_skull_who_marked_it_is_out() -> None:
    """The skull ends the game, and the highest score among the others wins."""
    result = outcome(end((MISS, HIT, HIT), (0, 3, 4), {0: "A1 A2 A4 A6 A8"}))
    assert (result.reason, result.winners, result.skulls) == (Reason.SKULL, (2,), (0,))
    assert result.scores == (5, 4, 5)


def test_skull_out_even_if_they_sank_in_this_very_round() -> None:
    """A player who sinks the target and marks the skull with one shot is out."""
    game = new_game()
    hit_all_but(game, 0, System.FINS)
    game.players[0].reserve = 0
    begin_round(game, 2, 1, 1)
    play(game, "0 fire A8 C6", "1 fire D1")
    result = outcome(game)
    assert game.players[0].hits == game.sheet.all_targets
    assert (result.reason, result.winners, result.skulls) == (Reason.SKULL, (1,), (0,))


def test_skull_the_score_is_hits_and_reserve() -> None:
    """Hits landed and torpedoes left count the same."""
    landed = {1: "A1 A2 A4", 2: "A1"}
    result = outcome(end((MISS, HIT, HIT), (0, 2, 5), landed))
    # Seat 1: four hits and two torpedoes; seat 2: two hits and five torpedoes.
    assert result.scores == (0, 6, 7)
    assert result.winners == (2,)


def test_skull_a_tie_goes_to_the_most_reserve() -> None:
    """Equal scores are decided by the larger reserve."""
    result = outcome(end((MISS, HIT, HIT), (0, 3, 4), {1: "A1"}))
    assert result.scores == (0, 5, 5)
    assert result.winners == (2,)


def test_skull_still_equal_is_shared() -> None:
    """With equal scores and equal reserves, the win is shared."""
    result = outcome(end((MISS, HIT, HIT, HIT), (0, 3, 3, 2), {1: "A1", 2: "A4"}))
    assert result.scores == (0, 5, 5, 3)
    assert result.winners == (1, 2)


def test_skull_with_two_players_the_other_one_wins() -> None:
    """With two players, the one without a skull wins with any score."""
    result = outcome(end((HIT, MISS), (0, 0), {1: "A1 A2 A4 A6"}))
    assert (result.reason, result.winners, result.skulls) == (Reason.SKULL, (0,), (1,))


def test_skull_of_several_leaves_the_others() -> None:
    """Everybody with a skull is out."""
    result = outcome(end((MISS, MISS, HIT, HIT), (0, 0, 1, 2)))
    assert (result.winners, result.skulls) == ((3,), (0, 1))


def test_sinking_beats_scoring() -> None:
    """One sinks without a skull while another marks it: the one who sank wins."""
    result = outcome(end((SINK, MISS, HIT), (0, 0, 12), {2: "A1 A2 A4 A6"}))
    assert result.scores[2] > result.scores[0]
    assert (result.reason, result.winners, result.skulls) == (Reason.SUNK, (0,), (1,))


def test_sunk_with_a_skull_does_not_beat_sunk_without() -> None:
    """Of two who sank, one with a skull, the other wins even with a smaller reserve."""
    game = new_game()
    for seat in (0, 1):
        hit_all_but(game, seat, System.FINS)
        game.players[seat].reserve = 0
    begin_round(game, 2, 1, 1)
    play(game, "0 fire A8 C6", "1 fire A8")
    result = outcome(game)
    assert (result.reason, result.winners, result.skulls) == (Reason.SUNK, (1,), (0,))


def test_the_game_goes_on_without_a_sinking_or_a_skull() -> None:
    """Neither losing all systems but one nor an empty reserve ends the game."""
    game = acting(1, 1, 1)
    destroy(game, 0, *(system for system in System if system is not System.FINS))
    game.players[0].reserve = 1
    play(game, "0 fire D1", "1 fire D1")
    assert (game.outcome, game.players[0].reserve) == (None, 0)


def test_after_the_end_nothing_is_waited_for() -> None:
    """A finished game accepts no move and expects no roll."""
    game = end((SINK, HIT), (1, 1))
    assert (game.seats_to_move(), game.chances()) == ((), ())
    assert all(not list(game.legal_moves(seat)) for seat in game.seats)


@pytest.mark.parametrize(
    ("systems", "reserve", "score"), [(0, 0, 0), (1, 0, 10), (0, 1, 5), (3, 4, 50), (7, 12, 130)]
)
def test_solo_score(systems: int, reserve: int, score: int) -> None:
    """A solo win scores 10 for each system left and 5 for each reserve torpedo left."""
    assert solo_score(systems, reserve) == score


@pytest.mark.parametrize(
    ("score", "rank"),
    [
        (0, Rank.LIEUTENANT),
        (25, Rank.LIEUTENANT),
        (30, Rank.CAPTAIN),
        (40, Rank.CAPTAIN),
        (45, Rank.ADMIRAL),
        (130, Rank.ADMIRAL),
    ],
)
def test_solo_ranks(score: int, rank: Rank) -> None:
    """25 or less is a Lieutenant, 30 to 40 a Captain, 45 or more an Admiral."""
    assert rank_of(score) is rank
