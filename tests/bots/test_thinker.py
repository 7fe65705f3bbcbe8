"""Captain and admiral: legal, reproducible, sensible, true to their opinions, and stronger."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.bots.games import at_act
from torpedo_dice.bots import make_bot, opinions_of
from torpedo_dice.lab.play import play_game
from torpedo_dice.lab.random_sheet import random_sheet
from torpedo_dice.rules import Activate, Fire, Game, Mode, Modify, Roll, Sheet, Start, System, Take
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet

STRONG = ["captain", "admiral"]


@pytest.mark.parametrize("bot", STRONG)
@pytest.mark.parametrize("mode", Mode)
def test_a_strong_bot_plays_any_sheet(bot: str, mode: Mode) -> None:
    """Including a submarine it was never trained on, with few and with many players."""
    players = {Mode.SOLO: 1, Mode.TRAINING: 4, Mode.MISSION: 2}[mode]
    sheet = random_sheet(f"strange {players}", mission=mode is not Mode.TRAINING)
    assert play_game(sheet, mode, [bot] * players, "strange").game.outcome is not None


@pytest.mark.parametrize("bot", STRONG)
def test_a_strong_bot_sinks_when_it_can(bot: str, training: Sheet) -> None:
    """With one target left and a die showing 1, it fires there and wins."""
    game = at_act(training, Mode.TRAINING, (1, 6, 6))
    game.players[0].hits = training.all_targets & ~1
    game.players[1].destroyed = training.destroyed_by(game.players[0].hits)
    move = make_bot(bot, 1).choose(game.view(0), 0)
    if isinstance(move, Modify):
        game.apply(move)
        move = make_bot(bot, 1).choose(game.view(0), 0)
    assert isinstance(move, Fire)
    assert training.mask_of(move.fields) & 1


@pytest.mark.parametrize("bot", STRONG)
def test_a_strong_bot_does_not_mark_the_skull_if_it_can_help_it(bot: str, mission: Sheet) -> None:
    """With an empty reserve, it activates a system rather than miss."""
    game = at_act(mission, Mode.MISSION, (6, 6, 6))
    game.players[0].hits = mission.all_targets & ~1
    game.players[0].reserve = 0
    assert isinstance(make_bot(bot, 1).choose(game.view(0), 0), Activate)


@pytest.mark.parametrize("bot", STRONG)
def test_only_what_is_seen_decides(bot: str, mission: Sheet) -> None:
    """Another seat's hidden choice makes no difference: the bot never sees it."""
    games = [at_act(mission, Mode.MISSION, (5, 3, 1)) for _ in range(2)]
    games[0].apply(Activate(1, System.TOWER))
    games[1].apply(Fire(1, ((0, 6), (1, 7), (2, 8))))
    moves = [make_bot(bot, 7).choose(game.view(0), 0) for game in games]
    assert moves[0] == moves[1]


@pytest.mark.parametrize("bot", STRONG)
def test_the_same_position_leads_to_the_same_choice(bot: str, mission: Sheet) -> None:
    """Whatever the seed, and in whatever order the dice lie."""
    faces = []
    for seed, dice in enumerate(permutations((6, 1, 3))):
        game = Game.new(mission, Mode.MISSION, 2)
        game.apply(Start(0))
        game.apply(Roll(dice))
        choice = make_bot(bot, seed).choose(game.view(0), 0)
        assert isinstance(choice, Take)
        faces.append(dice[choice.pick])
    assert len(set(faces)) == 1


@pytest.mark.parametrize("bot", STRONG)
def test_opinions_cover_every_option_and_agree_with_the_choice(bot: str, training: Sheet) -> None:
    """Every modification and shot has an opinion; the chosen move has the best chance."""
    game = at_act(training, Mode.TRAINING, (3, 6, 2))
    view = game.view(0)
    opinions = opinions_of(make_bot(bot, 1), view, 0)
    rated = {opinion.move: opinion.chances for opinion in opinions}
    assert set(view.options(0).modifications) <= set(rated)
    assert any(isinstance(move, Fire) for move in rated)
    assert all(view.is_legal(move) for move in rated)
    for chances in rated.values():
        assert len(chances) == 2
        assert all(0 <= chance <= 1 for chance in chances)
        assert sum(chances) <= 1 + 1e-5
    chosen = make_bot(bot, 1).choose(view, 0)
    best = max(chances[0] for chances in rated.values())
    assert rated[chosen][0] == pytest.approx(best, abs=0.02)


def test_opinions_on_dice_and_the_propeller(mission: Sheet) -> None:
    """Dice are rated before they are taken, and the propeller over all its possible rolls."""
    game = Game.new(mission, Mode.MISSION, 2)
    game.apply(Start(0))
    game.apply(Roll((1, 6, 2)))
    game.players[0].switched = System.PROPELLER.bit
    bot = make_bot("admiral", 1)
    dice = {opinion.move for opinion in opinions_of(bot, game.view(0), 0)}
    assert dice == {Take(0, pick) for pick in range(3)}
    assert opinions_of(bot, game.view(1), 1) == []
    game.apply(Take(0, 0))
    game.apply(Take(1, 1))
    moves = [opinion.move for opinion in opinions_of(bot, game.view(0), 0)]
    assert Modify(0, System.PROPELLER) in moves
    assert Activate(0, System.TOWER) in moves


@pytest.mark.parametrize("mode", [Mode.MISSION, Mode.TRAINING])
def test_the_ladder_has_rungs(mode: Mode) -> None:
    """In 12 games on the same dice, seats swapped, the admiral clearly beats the lieutenant."""
    sheet = load_sheet(DEFAULT_SHEETS[mode])
    wins = 0.0
    for number in range(12):
        bots = ["admiral", "lieutenant"] if number % 2 else ["lieutenant", "admiral"]
        outcome = play_game(sheet, mode, bots, f"rungs {number // 2}").game.outcome
        assert outcome is not None
        wins += (bots.index("admiral") in outcome.winners) / max(1, len(outcome.winners))
    assert wins >= 8


def test_an_admiral_alone_wins_with_a_high_score(mission: Sheet) -> None:
    """Of ten solo games, nearly all are won, most with the rank of Admiral."""
    results = [
        play_game(mission, Mode.SOLO, ["admiral"], f"alone {number}").game.outcome
        for number in range(10)
    ]
    solos = [outcome.solo for outcome in results if outcome is not None and outcome.solo]
    assert sum(solo.won for solo in solos) >= 9
    assert sum(solo.rank == "admiral" for solo in solos) >= 6
