"""The check of a bot: what it covers, and what it finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bots.packages import install
from torpedo_dice.bots import UnknownBotError
from torpedo_dice.lab.bot_check import MOST_FAILURES, BotCheck, check_in_games, situations
from torpedo_dice.rules import Game, Mode, System

PICKY = """
from torpedo_dice.bots import Ensign

class Picky(Ensign):
    def choose(self, view, seat):
        if len(view.players) == 4 and seat == 3 and view.round == 2:
            raise ValueError("I never sit there")
        return super().choose(view, seat)

class Tired(Ensign):
    def choose(self, view, seat):
        raise ValueError("tired")

class Spy(Ensign):
    systems = set()

    def choose(self, view, seat):
        self.systems |= {modify.system for modify in view.options(seat).modifications}
        return super().choose(view, seat)
"""


@pytest.fixture
def in_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that run in this process, where the tests can look at them."""
    bots = {"picky": "odd_bots:Picky", "tired": "odd_bots:Tired", "spy": "odd_bots:Spy"}
    install(tmp_path, "odd-bots", PICKY, bots)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("TORPEDO_BOTS_IN_PROCESS", "1")


def test_every_situation_is_covered() -> None:
    """Each mode with each number of players at each seat, on ordinary and strange sheets."""
    games = list(situations())
    assert len({game.name for game in games}) == len(games)
    document = Path(__file__).parents[2] / "docs" / "bots.md"
    assert f"plays {len(games)} games against ensigns" in document.read_text(encoding="utf-8")
    seats = {(players, seat) for players in (2, 3, 4) for seat in range(players)}
    for mode in (Mode.TRAINING, Mode.MISSION):
        for is_strange in (False, True):
            played = {
                (game.players, game.seat)
                for game in games
                if game.mode is mode and game.sheet.name.startswith("random") == is_strange
            }
            assert played == seats
    assert {(game.players, game.seat) for game in games if game.mode is Mode.SOLO} == {(1, 0)}


@pytest.mark.usefixtures("in_process")
def test_a_good_bot_passes_and_meets_all_systems() -> None:
    """All games are played, every move but the first of each game is timed."""
    check = check_in_games("spy")
    assert check.failures == []
    assert check.games == len(list(situations()))
    assert len(check.seconds) > 10 * check.games
    assert 0 < check.percentile(0.5) <= check.percentile(0.95) <= max(check.seconds)
    import odd_bots  # type: ignore[import-not-found]

    assert odd_bots.Spy.systems == set(System)


@pytest.mark.usefixtures("in_process")
def test_a_failure_is_found_with_its_position() -> None:
    """The view can be read again, and the traceback leads to the line."""
    check = check_in_games("picky")
    assert check.failures
    for failure in check.failures:
        assert (failure.situation.players, failure.situation.seat) == (4, 3)
        assert "I never sit there" in failure.message
        assert "odd_bots.py" in failure.details
        assert Game.from_text(failure.view, failure.situation.sheet).round == 2


@pytest.mark.usefixtures("in_process")
def test_a_hopeless_bot_is_given_up() -> None:
    """Five failures are enough."""
    check = check_in_games("tired")
    assert check.games == len(check.failures) == MOST_FAILURES
    assert check.percentile(0.95) == 0


def test_an_unknown_bot_is_refused() -> None:
    """Before any game."""
    with pytest.raises(UnknownBotError):
        check_in_games("captian")


def test_percentiles_are_times_of_moves() -> None:
    """Of 100 moves, 95 took less than the 96th."""
    check = BotCheck("x", seconds=[float(number) for number in range(100)])
    assert (check.percentile(0.95), check.percentile(1)) == (95.0, 99.0)
