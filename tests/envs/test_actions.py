"""Actions: every legal move has exactly one number, and the conversion round-trips."""

from __future__ import annotations

from random import Random

import pytest

from tests.envs.driver import check_mask, deciding, good_action
from tests.fast.random_sheets import random_sheet
from torpedo_dice.envs.actions import (
    FIRST_ACTIVATE,
    FIRST_FIRE,
    FIRST_USE,
    action_count,
    action_to_move,
    action_words,
    move_to_action,
)
from torpedo_dice.envs.env_game import EnvGame, IllegalActionError
from torpedo_dice.record import PlayerInfo
from torpedo_dice.rules import (
    Fire,
    Game,
    Modify,
    Roll,
    Sheet,
    Start,
    System,
    Take,
)


def new_env_game(mode: str, players: int, sheet: Sheet | None = None) -> EnvGame:
    """Return a game between people."""
    return EnvGame(mode, [PlayerInfo(f"seat {n}") for n in range(players)], sheet=sheet)


@pytest.mark.parametrize(
    ("mode", "players"),
    [*((mode, n) for mode in ("mission", "training") for n in (2, 3, 4)), ("solo", 1)],
)
def test_the_mask_is_what_the_rules_allow(mode: str, players: int) -> None:
    """At every decision of some games, on our sheet."""
    chance = Random(f"{mode} {players}")
    env_game = new_env_game(mode, players)
    for number in range(4):
        env_game.begin(f"mask {number}")
        while (seat := env_game.seat) is not None:
            mask = env_game.mask(seat)
            check_mask(env_game.game, seat, mask)
            env_game.apply(env_game.move_of(seat, good_action(env_game.game, seat, mask, chance)))


@pytest.mark.parametrize("seed", range(12))
def test_it_holds_on_any_sheet(seed: int) -> None:
    """Unusual grids, screens and limits have masks of their own size."""
    chance = Random(seed)
    sheet = random_sheet(chance)
    env_game = new_env_game("mission" if sheet.is_mission else "training", 3, sheet)
    env_game.begin("any sheet")
    while (seat := env_game.seat) is not None and env_game.game.round < 12:
        mask = env_game.mask(seat)
        check_mask(env_game.game, seat, mask)
        env_game.apply(env_game.move_of(seat, good_action(env_game.game, seat, mask, chance)))


def test_the_numbers_are_those_of_the_documents(mission: Sheet, training: Sheet) -> None:
    """The table of the module, and the sizes on our sheets."""
    assert (FIRST_USE, FIRST_ACTIVATE, FIRST_FIRE) == (5, 16, 21)
    assert (action_count(mission), action_count(training)) == (262, 265)


def in_act(sheet: Sheet, players: int) -> Game:
    """Return a game in phase 2, seat 0 with a 5 and everything switched on."""
    game = Game.new(sheet, "mission", players)
    game.apply(Start(0))
    game.apply(Roll((5, 3, 1, 2, 6)[: players + 1]))
    for seat in range(players):
        game.apply(Take(seat, seat))
        game.players[seat].switched = sheet.all_systems
    return game


def test_fins_name_the_other_seat_by_distance(mission: Sheet) -> None:
    """At seat 2 of four the left neighbour is seat 3, and the next one seat 0."""
    game = in_act(mission, 4)
    fins = move_to_action(game, Modify(2, System.FINS, other=3))
    assert fins == FIRST_USE + 4
    assert action_to_move(game, 2, fins + 1) == Modify(2, System.FINS, other=0)
    assert action_to_move(game, 0, fins) == Modify(0, System.FINS, other=1)
    with pytest.raises(ValueError, match="2 seats to the left: nobody's"):
        action_to_move(in_act(mission, 2), 0, fins + 1)


def test_words(mission: Sheet) -> None:
    """An action reads as the rules write its move."""
    game = in_act(mission, 2)
    assert action_words(game, 0, 2) == "0 take 2"
    assert action_words(game, 0, FIRST_USE + 3) == "0 use tower -1"
    assert action_words(game, 1, FIRST_ACTIVATE + 3) == "1 activate engine"
    corners = Fire(0, ((1, 5), (1, 7), (2, 6), (3, 5), (3, 7)))
    action = move_to_action(game, corners)
    assert action_words(game, 0, action).startswith("0 fire ")
    fired = action_to_move(game, 0, action)
    assert isinstance(fired, Fire)
    assert game.sheet.mask_of(fired.fields) == game.sheet.mask_of(corners.fields)


def test_invalid_actions_are_refused_with_a_reason(mission: Sheet) -> None:
    """Beyond the range, beyond the formation, before a die is taken, and chance."""
    game = in_act(mission, 2)
    with pytest.raises(ValueError, match="262 is not an action: they go from 0 to 261"):
        action_to_move(game, 0, 262)
    with pytest.raises(ValueError, match=r"there is no shot 200: this formation has 67"):
        action_to_move(game, 0, FIRST_FIRE + 200)
    with pytest.raises(ValueError, match="is chance"):
        move_to_action(game, Roll((1, 1, 1)))
    with pytest.raises(ValueError, match="needs a die"):
        action_to_move(Game.new(mission, "mission", 2), 0, FIRST_FIRE)


def test_an_illegal_action_changes_nothing() -> None:
    """The error gives the reason in the words of the rules."""
    env_game = new_env_game("mission", 2)
    env_game.begin("illegal")
    before = env_game.game.to_text()
    seat = deciding(env_game.game)
    with pytest.raises(IllegalActionError, match=f'action 16, "{seat} activate periscope": '):
        env_game.move_of(seat, 16)
    with pytest.raises(IllegalActionError, match="-1 is not an action"):
        env_game.move_of(seat, -1)
    assert env_game.game.to_text() == before
