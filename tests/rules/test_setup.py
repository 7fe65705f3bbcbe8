"""Who plays, and what is on the table."""

from __future__ import annotations

import pytest

from tests.rules.positions import begin_round, drill_sheet, new_game, new_solo, play
from torpedo_dice.rules import Chance, Destroyed, Game, GameSetupError, Mode, Roll, SoloEnd, System


@pytest.mark.parametrize(
    ("mode", "players"),
    [("solo", 1), *((mode, n) for mode in ("training", "mission") for n in (2, 3, 4))],
)
def test_one_to_four_players(mode: str, players: int) -> None:
    """A game is for two to four players, or for one on the Mission side."""
    game = Game.new(drill_sheet(mode), mode, players)
    assert len(game.players) == players
    assert list(game.seats) == list(range(players))
    assert game.mode is Mode(mode)


@pytest.mark.parametrize(
    ("mode", "players", "told"),
    [
        ("mission", 0, "mission is for 2 to 4 players, not 0"),
        ("mission", 1, "mission is for 2 to 4 players, not 1"),
        ("mission", 5, "mission is for 2 to 4 players, not 5"),
        ("mission", "2", "the number of players must be a whole number, not '2'"),
        ("mission", 2.0, "the number of players must be a whole number, not 2.0"),
        ("training", 1, "training is for 2 to 4 players, not 1"),
        ("training", 5, "training is for 2 to 4 players, not 5"),
        ("solo", 0, "solo is for one player, not 0"),
        ("solo", 2, "solo is for one player, not 2"),
    ],
)
def test_no_other_number_of_players(mode: str, players: int, told: str) -> None:
    """Any other number of players is refused with a message."""
    with pytest.raises(GameSetupError, match=told):
        Game.new(drill_sheet(mode), mode, players)


@pytest.mark.parametrize(
    ("sheet", "mode", "players", "told"),
    [
        ("mission", "training", 2, "has a propeller, so it isn’t for Training"),
        ("training", "mission", 2, "has no propeller, so it’s for Training only"),
        ("training", "solo", 1, "has no propeller, so it’s for Training only"),
    ],
)
def test_each_mode_has_its_side_of_the_sheet(
    sheet: str, mode: str, players: int, told: str
) -> None:
    """Training has its own side; Mission and solo share the other."""
    with pytest.raises(GameSetupError, match=told):
        Game.new(drill_sheet(sheet), mode, players)


def test_solo_needs_the_solo_panel() -> None:
    """A Mission side without a solo panel can't be played solo."""
    sheet = drill_sheet(solo=None)
    with pytest.raises(GameSetupError, match="'drill' has no solo panel"):
        Game.new(sheet, "solo", 1)
    assert len(Game.new(sheet, "mission", 2).players) == 2


def test_unknown_mode_or_option_is_named() -> None:
    """An unknown mode or `solo_end` is reported together with the valid ones."""
    with pytest.raises(GameSetupError, match="unknown mode 'war': use training, mission"):
        Game.new(drill_sheet(), "war", 2)
    with pytest.raises(GameSetupError, match="unknown solo_end 'never': use end_of_round"):
        Game.new(drill_sheet(), "solo", 1, solo_end="never")
    assert Game.new(drill_sheet(), "solo", 1, solo_end="after_fire").solo_end is SoloEnd.AFTER_FIRE


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_are_numbered_clockwise_and_left_is_the_next(players: int) -> None:
    """The left neighbour is the next seat clockwise, wrapping around to seat 0."""
    game = new_game(players=players)
    assert [game.left_of(seat) for seat in game.seats] == [*range(1, players), 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_you_attack_only_your_left_neighbour(players: int) -> None:
    """Hits destroy systems of the left neighbour and of nobody else."""
    for attacker in range(players):
        game = begin_round(new_game(players=players), *[1] * (players + 1))
        events = play(
            game,
            *(f"{seat} fire {'A6' if seat == attacker else 'D1'}" for seat in range(players)),
        )
        owner = (attacker + 1) % players
        destroyed = [event for event in events if isinstance(event, Destroyed)]
        assert destroyed == [Destroyed(owner, System.TOWER, by=attacker)]
        assert [p.destroyed for p in game.players] == [
            System.TOWER.bit if seat == owner else 0 for seat in range(players)
        ]
        assert [game.enemy_destroyed(seat) != 0 for seat in range(players)] == [
            seat == attacker for seat in range(players)
        ]


def test_the_player_on_your_right_attacks_yours() -> None:
    """With three players, seat 0 loses a system to seat 2 on its right."""
    game = begin_round(new_game(players=3), 1, 1, 1, 1)
    play(game, "0 fire D1", "1 fire D1", "2 fire C1")
    assert game.players[0].destroyed == System.ENGINE.bit


def test_every_player_has_a_clean_sheet_of_their_own() -> None:
    """At the start nothing is hit, destroyed, switched on or used, and the reserve is full."""
    for mode, players in (("training", 4), ("mission", 4), ("solo", 1)):
        for player in Game.new(drill_sheet(mode), mode, players).players:
            assert (player.hits, player.reserve, player.skull) == (0, 12, False)
            assert (player.switched, player.destroyed, player.explosions) == (0, 0, 0)
            assert player.uses == ((0, 0) if mode == "training" else ())
            assert player.boxes == ((0,) * 7 if mode == "solo" else ())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_die_more_than_players(players: int) -> None:
    """With N players, the game expects N+1 dice."""
    game = new_game(players=players)
    assert game.chances() == (Chance(Roll, players + 1),)
    assert game.dice_count == players + 1


def test_two_dice_in_a_solo_game() -> None:
    """A solo game is played with two dice, and no start player is drawn."""
    game = new_solo()
    assert game.chances() == (Chance(Roll, 2),)
    assert game.seats_to_move() == ()
