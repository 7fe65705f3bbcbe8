"""The short help: short enough, complete, and with the numbers of the rules."""

from __future__ import annotations

import pytest

from torpedo_dice.locale import LANGUAGES, use
from torpedo_dice.rules import Game, Sheet, SoloEnd
from torpedo_dice.rules.outcome import POINTS_PER_SYSTEM, POINTS_PER_TORPEDO, RANKS
from torpedo_dice.text.help import help_lines
from torpedo_dice.text.sentences import say

WIDEST = 80
MOST_LINES = 50


def told(game: Game) -> str:
    """Return the help as one line."""
    return " ".join(" ".join(help_lines(game)).split())


def test_it_has_the_formations_and_every_system(mission: Sheet, training: Sheet) -> None:
    """Only with the systems of this game."""
    for game in (Game.new(mission, "solo", 1), Game.new(training, "training", 2)):
        text = told(game)
        assert "2, 3 and 6 can be rotated" in text
        assert all(system.id in text for system in game.sheet.systems)
        assert ("propeller" in text) == game.sheet.is_mission
        assert ("activate" in text) == game.sheet.is_mission
        assert ("automaton" in text) == game.is_solo
        for command in ("look", "words", "log", "back", "quit"):
            assert f"{command}:" in text
        assert "torpedo rules" in text


def test_it_tells_how_a_game_of_several_ends(mission: Sheet, training: Sheet) -> None:
    """Sinking, the skull and what the others then count, ties, and nobody's win."""
    for game in (Game.new(mission, "mission", 3), Game.new(training, "training", 2)):
        text = told(game)
        for words in (
            "Miss with none left, and you mark the skull.",
            "can end when a round is resolved",
            "every system of your target and have no skull, you win",
            "has marked the skull: they’re out, even if they sank their target",
            "a point for each hit and each reserve torpedo left, and the highest score wins",
            "Ties go to the most reserve torpedoes",
            "Still tied? Then you share the win.",
            "nobody wins",
        ):
            assert words in text
        assert "Admiral" not in text


def test_it_tells_how_a_solo_game_goes_and_ends(mission: Sheet) -> None:
    """Explosions, the arrows of this sheet, the end, points and ranks."""
    text = told(Game.new(mission, "solo", 1))
    for words in (
        "Miss with none left, and you mark the skull.",
        "the die you leave decides which of your systems is hit",
        "you mark an explosion box",
        "misses if you’ve marked an explosion box",
        "arrows (1 2 3 4 5 6 7 1)",
        "2 hits destroy",
        "You win when you destroy the last enemy system",
        "You lose when you mark the skull, even with the shot that sinks the enemy",
        "or when the automaton destroys your last system",
    ):
        assert words in text
    assert f"{POINTS_PER_SYSTEM} points for each system you have" in text
    assert f"{POINTS_PER_TORPEDO} for each reserve torpedo" in text
    assert "Lieutenant from 0, Captain from 30 and Admiral from 45" in text
    assert "after the automaton’s shot. If you both lose your last system" in text
    early = Game.new(mission, "solo", 1, solo_end=SoloEnd.AFTER_FIRE)
    assert "the automaton doesn’t fire any more" in told(early)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_a_small_window_in_every_language(
    language: str, mission: Sheet, training: Sheet
) -> None:
    """Every number and every rank is there too."""
    use(language)
    try:
        for game in (
            Game.new(mission, "solo", 1),
            Game.new(mission, "mission", 4),
            Game.new(training, "training", 2),
        ):
            lines = help_lines(game)
            assert max(map(len, lines)) <= WIDEST
            assert len(lines) <= MOST_LINES
            if game.is_solo:
                for least, rank in RANKS:
                    assert say.RANK_FROM.format(rank=say.RANKS[rank], least=least) in told(game)
    finally:
        use(None)
