"""The bots: always legal, always reproducible, and as strong as their rank suggests."""

from __future__ import annotations

import itertools

import pytest

from torpedo_dice.bots import BOTS, UnknownBotError, make_bot
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

TABLES = [(Mode.SOLO, 1), *itertools.product([Mode.TRAINING, Mode.MISSION], [2, 3, 4])]


def at_act(sheet: Sheet, mode: Mode, dice: tuple[int, ...]) -> Game:
    """Return a game in which everyone has taken a die in order, starting with seat 0."""
    players = len(dice) - 1
    game = Game.new(sheet, mode, players)
    if players > 1:
        game.apply(Start(0))
    game.apply(Roll(dice))
    for seat in range(players):
        game.apply(Take(seat, seat))
    return game


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_a_bot_plays_whole_games_in_every_mode(
    bot: str, mode: Mode, players: int, training: Sheet, mission: Sheet
) -> None:
    """Every move is legal, or the game would reject it; every game ends."""
    sheet = training if mode is Mode.TRAINING else mission
    for number in range(3):
        table = play_game(sheet, mode, [bot] * players, f"{mode} {number}")
        assert table.game.outcome is not None


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_seed_plays_the_same_game(bot: str, mission: Sheet) -> None:
    """A bot's randomness depends on its seed alone."""
    games = [
        play_game(mission, Mode.MISSION, [bot, bot], name).record()
        for name in ("one", "one", "another")
    ]
    assert games[0] == games[1]
    assert games[0]["rounds"] != games[2]["rounds"]


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_leaves_the_view_as_it_was(bot: str, mission: Sheet) -> None:
    """Choosing a move does not modify the view."""
    game = at_act(mission, Mode.MISSION, (5, 3, 1))
    before = game.copy()
    make_bot(bot, 1).choose(game, 0)
    assert game == before


def test_an_unknown_bot_lists_the_known_ones() -> None:
    """A misspelt name produces a list of the known ones."""
    with pytest.raises(UnknownBotError, match=r"'captian'.*known: ensign, lieutenant"):
        make_bot("captian", 1)


def test_an_ensign_never_misses_with_everything(training: Sheet) -> None:
    """Even a beginner hits something with every shot."""
    for number in range(20):
        record = play_game(training, Mode.TRAINING, ["ensign"] * 2, f"beginners {number}").record()
        turns = [turn for played in record["rounds"] for turn in played["turns"]]
        assert all(turn["hits"] > 0 for turn in turns)


def test_an_ensign_does_everything_sometimes(mission: Sheet) -> None:
    """It fires, activates, and uses every system it can."""
    done = set()
    for number in range(60):
        record = play_game(mission, Mode.MISSION, ["ensign"] * 3, f"everything {number}").record()
        for played in record["rounds"]:
            for turn in played["turns"]:
                done.add("activate" if "activate" in turn else "fire")
                done.add(turn["modify"] and turn["modify"]["system"])
    assert done == {"activate", "fire", None, *(system.id for system in System)}


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
