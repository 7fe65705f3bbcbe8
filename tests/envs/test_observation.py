"""Observations: every part agrees with the game, and hidden choices stay hidden."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.envs.driver import good_action
from torpedo_dice.envs.env_game import EnvGame
from torpedo_dice.envs.observation import highest, observation_size, parts_of
from torpedo_dice.fast.tables import formation_number
from torpedo_dice.record import PlayerInfo
from torpedo_dice.rules import Game, Seat, Stage, System


def new_env_game(mode: str, players: int) -> EnvGame:
    """Return a game between people."""
    return EnvGame(mode, [PlayerInfo(f"seat {n}") for n in range(players)])


def expected(game: Game, seat: Seat) -> dict[str, list[int]]:
    """Compute an observation from the game, part by part."""
    parts: dict[str, list[int]] = {}
    sheet = game.sheet
    for distance in range(len(game.players)):
        other = (seat + distance) % len(game.players)
        player = game.players[other]
        uses = dict(zip(sheet.limit, player.uses, strict=True))
        die = 0 if player.pick is None else game.dice[player.pick]
        parts |= {
            f"seat {distance}: targets hit": [
                player.hits >> target & 1 for target in range(len(sheet.targets))
            ],
            f"seat {distance}: systems switched on": [
                int(bool(player.switched & system.bit)) for system in System
            ],
            f"seat {distance}: systems destroyed": [
                int(bool(player.destroyed & system.bit)) for system in System
            ],
            f"seat {distance}: uses of limited systems": [uses.get(s, 0) for s in System],
            f"seat {distance}: reserve torpedoes": [player.reserve],
            f"seat {distance}: die taken": [die],
            f"seat {distance}: has chosen in this round": [int(player.action is not None)],
        }
    return parts | common(game, seat)


def common(game: Game, seat: Seat) -> dict[str, list[int]]:
    """Return the common part, and the observer's private part."""
    player = game.players[seat]
    taken = {other.pick for other in game.players}
    dice = [0 if n in taken else die for n, die in enumerate(game.dice)]
    formation = [0] * 24
    if game.stage is Stage.ACT:
        its = game.shots(seat).formation
        formation[formation_number(its.face, its.system)] = 1
    boxes = dict(zip(game.sheet.systems, player.boxes, strict=False))
    return {
        "dice are being taken": [int(game.stage is Stage.TAKE)],
        "systems are used, shots fired": [int(game.stage is Stage.ACT)],
        "start player, as a distance to the left": [(game.start - seat) % len(game.players)],
        "round": [min(game.round, 100)],
        "dice on the table; 0 where one was taken": dice + [0] * (5 - len(dice)),
        "formation in hand: face, then artillery, engine, portholes": formation,
        "a system was used on the own die": [int(player.modify is not None)],
        "solo: boxes marked by the automaton": [boxes.get(system, 0) for system in System],
        "solo: explosions": [player.explosions],
    }


@pytest.mark.parametrize(
    ("mode", "players"), [("mission", 2), ("training", 3), ("mission", 4), ("solo", 1)]
)
def test_every_part_says_what_the_game_says(mode: str, players: int) -> None:
    """For every seat, at every decision of whole games."""
    chance = Random(f"{mode} {players}")
    env_game = new_env_game(mode, players)
    most = highest(env_game.sheet, players)
    for number in range(5):
        env_game.begin(f"parts {number}")
        while True:
            for seat in range(players):
                seen = env_game.observe(seat)
                assert ((seen >= 0) & (seen <= most)).all()
                found = {
                    part.name: seen[part.start : part.start + part.size].tolist()
                    for part in parts_of(env_game.sheet, players)
                }
                assert found == expected(env_game.game, seat)
            if (decider := env_game.seat) is None:
                break
            action = good_action(env_game.game, decider, env_game.mask(decider), chance)
            env_game.apply(env_game.move_of(decider, action))


@pytest.mark.parametrize(("mode", "players"), [("mission", 2), ("training", 4), ("solo", 1)])
def test_the_parts_fill_it(mode: str, players: int) -> None:
    """They are contiguous."""
    sheet = new_env_game(mode, players).sheet
    parts = parts_of(sheet, players)
    ends = [part.start + part.size for part in parts]
    assert [0, *ends[:-1]] == [part.start for part in parts]
    assert ends[-1] == observation_size(sheet, players) == len(highest(sheet, players))


def test_a_hidden_choice_is_in_no_other_seats_observation() -> None:
    """Whatever a seat chooses in phases 2 and 3, the others see the same until all have chosen."""
    chance = Random(3)
    games = [new_env_game("mission", 3) for _ in range(2)]
    for number in range(10):
        for env_game in games:
            env_game.begin(f"hidden {number}")
        compared = 0
        while (decider := games[0].seat) is not None and compared < 40:
            mask = games[0].mask(decider)
            action = good_action(games[0].game, decider, mask, chance)
            others = [seat for seat in range(3) if seat != decider]
            waits = games[0].game.stage is Stage.ACT and _others_to_act(games[0].game, decider)
            if waits and action >= 16:
                another = chance.choice([int(a) for a in np.flatnonzero(mask) if a >= 16])
                games[1].begin(f"hidden {number}")
                _repeat(games[1], games[0])
                games[1].apply(games[1].move_of(decider, another))
                games[0].apply(games[0].move_of(decider, action))
                for seat in others:
                    np.testing.assert_array_equal(games[0].observe(seat), games[1].observe(seat))
                    np.testing.assert_array_equal(games[0].mask(seat), games[1].mask(seat))
                compared += 1
            else:
                games[0].apply(games[0].move_of(decider, action))
        assert compared


def _others_to_act(game: Game, seat: Seat) -> bool:
    return any(p.action is None for other, p in enumerate(game.players) if other != seat)


def _repeat(env_game: EnvGame, like: EnvGame) -> None:
    """Bring a game to the same position as another."""
    text = like.game.to_text()
    copy = Game.from_text(text, like.sheet)
    for name in ("players", "stage", "start", "round", "dice", "outcome"):
        setattr(env_game.game, name, getattr(copy, name))
