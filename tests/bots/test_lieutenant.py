"""The lieutenant: sensible in each single round, and true to its opinions."""

from __future__ import annotations

import itertools

import pytest

from tests.bots.games import at_act, decisions, key_of
from torpedo_dice.bots import Lieutenant, make_bot
from torpedo_dice.lab.play import play_game
from torpedo_dice.rules import (
    Activate,
    Fire,
    Game,
    Mode,
    Modify,
    Roll,
    Sheet,
    SoloEnd,
    Stage,
    Start,
    System,
    Take,
)

TABLES = [(Mode.SOLO, 1), *itertools.product([Mode.TRAINING, Mode.MISSION], [2, 4])]


def test_a_lieutenant_fires_the_most_hits(mission: Sheet) -> None:
    """With no system left to use or activate, only the shot counts."""
    game = at_act(mission, Mode.MISSION, (4, 6, 1))
    game.players[0].destroyed = mission.all_systems
    move = make_bot("lieutenant", 1).choose(game.view(0), 0)
    assert isinstance(move, Fire)
    best = max(mask.bit_count() for mask in game.shots(0).masks)
    assert mission.mask_of(move.fields).bit_count() == best


def test_a_lieutenant_switches_on_rather_than_fire_a_single_torpedo(mission: Sheet) -> None:
    """A 1 is worth less than an active system at the start of a game."""
    game = at_act(mission, Mode.MISSION, (1, 1, 1))
    assert isinstance(make_bot("lieutenant", 1).choose(game.view(0), 0), Activate)


def test_a_lieutenant_uses_a_system_that_makes_its_die_better(training: Sheet) -> None:
    """With a 1 in Training, some system always beats a single torpedo."""
    game = at_act(training, Mode.TRAINING, (1, 1, 1))
    assert isinstance(make_bot("lieutenant", 1).choose(game.view(0), 0), Modify)


def test_a_lieutenant_does_not_mark_the_skull_if_it_can_help_it(mission: Sheet) -> None:
    """With an empty reserve and one target left it activates, or fires without a miss."""
    game = at_act(mission, Mode.MISSION, (6, 6, 6))
    game.players[0].hits = mission.all_targets & ~1
    game.players[0].reserve = 0
    move = make_bot("lieutenant", 1).choose(game.view(0), 0)
    assert isinstance(move, Activate)


def test_a_lieutenant_minds_the_die_it_leaves_to_the_automaton(mission: Sheet) -> None:
    """Of two equally good dice, it takes the one that would destroy its system."""
    game = Game.new(mission, Mode.SOLO, 1)
    game.apply(Roll((1, 2)))
    # Activating beats anything a 1 or a 2 can do, so only the threat makes a difference.
    boxes = [0] * len(mission.systems)
    boxes[mission.systems.index(System.ARTILLERY)] = 1
    game.players[0].boxes = tuple(boxes)
    assert game.stage is Stage.TAKE
    assert make_bot("lieutenant", 1).choose(game.view(0), 0) == Take(0, 1)


def test_the_lieutenant_outranks_the_ensign(training: Sheet, mission: Sheet) -> None:
    """It wins far more than half of the games from either seat."""
    wins = 0
    for number in range(20):
        sheet, mode = [(training, Mode.TRAINING), (mission, Mode.MISSION)][number % 2]
        bots = ["lieutenant", "ensign"] if number % 4 < 2 else ["ensign", "lieutenant"]
        outcome = play_game(sheet, mode, bots, f"ranks {number}").game.outcome
        assert outcome is not None
        wins += outcome.winners == (bots.index("lieutenant"),)
    assert wins >= 18


def test_a_lieutenant_can_win_alone_both_ways(mission: Sheet) -> None:
    """It wins solo games under both `solo_end` settings."""
    for solo_end in SoloEnd:
        outcomes = [
            play_game(mission, Mode.SOLO, ["lieutenant"], f"{n}", solo_end=solo_end).game.outcome
            for n in range(10)
        ]
        assert any(outcome is not None and outcome.winners == (0,) for outcome in outcomes)


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_a_lieutenant_chooses_by_its_opinions(
    mode: Mode, players: int, training: Sheet, mission: Sheet
) -> None:
    """No option gives its player a higher chance than the chosen move."""
    sheet = training if mode is Mode.TRAINING else mission
    seen = set()
    for number, (view, seat) in enumerate(decisions(sheet, mode, players, 4)):
        bot = Lieutenant(number)
        own = {key_of(view, seat, o.move): o.chances[seat] for o in bot.opinions(view, seat)}
        move = bot.choose(view, seat)
        assert own[key_of(view, seat, move)] == max(own.values())
        seen.add(type(move))
    assert seen >= {Take, Modify, Fire}


def test_a_lieutenant_sees_the_skull_coming(mission: Sheet) -> None:
    """A shot that marks the skull has almost no chance, unlike activating a system."""
    game = Game.new(mission, Mode.MISSION, 2)
    for move in (Start(0), Roll((6, 6, 6)), Take(0, 0), Take(1, 1)):
        game.apply(move)
    game.players[0].hits = mission.all_targets & ~1
    game.players[0].reserve = 0
    chances = {o.move: o.chances[0] for o in Lieutenant(1).opinions(game.view(0), 0)}
    assert all((chance < 0.001) == isinstance(move, Fire) for move, chance in chances.items())
