"""Random play: legal, repeatable, and distributed like random play by the rules."""

from __future__ import annotations

from random import Random
from statistics import mean, stdev

import numpy as np
import pytest

from tests.rules.random_games import SETUPS, Setup, game_in_act, new_game
from torpedo_dice.fast.chance import new_chance
from torpedo_dice.fast.convert import from_game, to_game
from torpedo_dice.fast.playouts import play_out_all, play_out_copies, random_games
from torpedo_dice.fast.state import ROW
from torpedo_dice.fast.tables import fast_sheet
from torpedo_dice.rules import (
    Activate,
    Fire,
    Game,
    Move,
    Reroll,
    Roll,
    Sheet,
    Stage,
    Start,
    System,
    Take,
)
from torpedo_dice.rules.round_end import outcome_of


@pytest.mark.parametrize("setup", SETUPS)
def test_games_end_as_the_rules_say(setup: Setup) -> None:
    """Each game is over, in a valid position, with the outcome that the rules give it."""
    new = new_game(setup)
    sheet, players = new.sheet, len(new.players)
    rows, decisions = random_games(50, sheet, new.mode, players, 1, solo_end=new.solo_end)
    assert decisions > 50 * players * 2
    for row in rows:
        game = to_game(row, sheet)
        assert game.stage is Stage.OVER
        assert game.outcome == outcome_of(game)
        assert Game.from_text(game.to_text(), sheet) == game


def test_a_seed_decides_everything(mission: Sheet) -> None:
    """The same seed plays the same games, another seed different ones."""
    first, again, other = (random_games(50, mission, "mission", 3, seed) for seed in (1, 1, 2))
    assert first[0].tobytes() == again[0].tobytes()
    assert first[1] == again[1]
    assert first[0].tobytes() != other[0].tobytes()


@pytest.mark.parametrize("setup", SETUPS)
def test_a_game_is_played_on_from_where_it_stands(setup: Setup) -> None:
    """Also from the middle of a round, and from a view, whose covered choices are made again."""
    chance = Random(8)  # noqa: S311
    game = game_in_act(setup, chance)
    tables = fast_sheet(game.sheet).tables
    rows = np.zeros(20, ROW)
    for start in (game, game.view(0)):
        play_out_copies(tables, from_game(start), rows, new_chance(2))
        for row in rows:
            played = to_game(row, game.sheet)
            assert played.outcome == outcome_of(played) is not None
            for player, before in zip(played.players, game.players, strict=True):
                assert player.hits & before.hits == before.hits
                assert player.reserve <= before.reserve


def test_covered_choices_are_made_anew(mission: Sheet) -> None:
    """A view in which the other seat has chosen can be played on."""
    game = Game.new(mission, "mission", 2)
    moves: list[Move] = [Start(0), Roll((1, 2, 3)), Take(0, 0), Take(1, 1)]
    for move in [*moves, Activate(1, System.TOWER)]:
        game.apply(move)
    rows = np.array([from_game(game.view(0))] * 50)
    play_out_all(fast_sheet(mission).tables, rows, new_chance(3))
    assert (rows["reason"] > 0).all()


def test_random_play_is_as_the_rules_random_play(mission: Sheet) -> None:
    """The means of rounds, hits and activations agree."""
    chance = Random(9)  # noqa: S311
    slow = [_rules_game(mission, chance) for _ in range(100)]
    rows, _ = random_games(20_000, mission, "mission", 2, 9)
    for name, found in (
        ("round", [game.round for game in slow]),
        ("hits", [game.players[0].hits.bit_count() for game in slow]),
        ("switched", [game.players[1].switched.bit_count() for game in slow]),
    ):
        error = stdev(found) / len(found) ** 0.5
        assert abs(mean(found) - _mean_of(rows, name)) < 4 * error, name


def _mean_of(rows: np.ndarray, name: str) -> float:
    if name == "round":
        return float(rows[name].mean())
    seat = 0 if name == "hits" else 1
    return float(np.bitwise_count(rows[name][:, seat]).mean())


def _rules_game(sheet: Sheet, chance: Random) -> Game:
    """Play a game by the rules in which all distinct moves are equally likely."""
    game = Game.new(sheet, "mission", 2)
    game.apply(Start(chance.randrange(2)))
    while not game.is_over:
        for roll in game.chances():
            faces = tuple(chance.choices(range(1, 7), k=roll.count))
            game.apply(Roll(faces) if roll.seat is None else Reroll(roll.seat, faces[0]))
        for seat in game.seats_to_move():
            game.apply(_any_move(game, seat, chance))
    return game


def _any_move(game: Game, seat: int, chance: Random) -> Move:
    options = game.options(seat)
    moves: list[Move] = [
        *(Take(seat, pick) for pick in options.picks),
        *options.modifications,
        *(Activate(seat, system) for system in options.activations),
    ]
    if options.shots is not None:
        moves += (Fire(seat, fields) for fields in options.shots.distinct.values())
    return chance.choice(moves)
