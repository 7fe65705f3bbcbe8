"""What all bots have in common: every move is legal and reproducible."""

from __future__ import annotations

import pytest

from tests.bots.games import at_act
from torpedo_dice.bots import BOTS, UnknownBotError, make_bot
from torpedo_dice.lab.play import play_game
from torpedo_dice.rules import (
    Mode,
    Sheet,
)

# Each mode, and each number of players.
TABLES = [(Mode.SOLO, 1), (Mode.TRAINING, 2), (Mode.TRAINING, 3), (Mode.MISSION, 4)]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_a_bot_plays_a_whole_game_in_every_mode(
    bot: str, mode: Mode, players: int, training: Sheet, mission: Sheet
) -> None:
    """Every move is legal, or the game would reject it; every game ends."""
    sheet = training if mode is Mode.TRAINING else mission
    table = play_game(sheet, mode, [bot] * players, f"{mode}")
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
