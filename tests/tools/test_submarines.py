"""The search for submarines measures what players notice."""

from __future__ import annotations

import pytest

from tools import submarines
from tools.submarines import Judge, search
from torpedo_dice.bots.brain.ranks import ADMIRAL, CAPTAIN, LIEUTENANT
from torpedo_dice.bots.brain.weights import load_network
from torpedo_dice.lab.league import lineups_of
from torpedo_dice.rules import Mode, Sheet
from torpedo_dice.sheets import DEFAULT_SHEETS, load_sheet


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Return a judge that plays few games."""
    fewer = lambda ranks, games: lineups_of(ranks, 1 + games // 20)  # noqa: E731
    monkeypatch.setattr(submarines, "lineups_of", fewer)
    # So few games may look unfair by chance.
    monkeypatch.setattr(submarines, "_HOPELESS", -50.0)
    return Judge(Mode.MISSION, load_network(Mode.MISSION))


def test_a_poor_submarine_has_a_poor_score(
    mission: Sheet, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Like that of version 1. Below a limit, games of admirals aren’t worth their time."""
    looked = judge.look(mission)
    assert looked.score < -1
    monkeypatch.setattr(submarines, "_HOPELESS", 1.0)
    assert not judge.look(mission).decided[ADMIRAL]
    assert 0.3 < looked.shares[LIEUTENANT] < 0.7
    assert 8 < looked.figures["rounds"] < 14


def test_a_good_submarine_is_measured_by_games_of_every_rank(judge: Judge) -> None:
    """Looking again adds games on other dice, so less is left to luck."""
    looked = judge.look(load_sheet(DEFAULT_SHEETS[Mode.MISSION]))
    games, used, hidden = looked.decided.copy(), looked.used.copy(), looked.promise - looked.score
    assert looked.shortfall < 2
    assert games[[LIEUTENANT, CAPTAIN, ADMIRAL]].all()
    judge.look_again(looked)
    assert looked.decided[LIEUTENANT] == games[LIEUTENANT]
    assert looked.decided[ADMIRAL] > games[ADMIRAL]
    assert looked.used[0] > used[0]
    assert looked.promise - looked.score < hidden


def test_a_search_returns_the_best(
    mission: Sheet, judge: Judge, capsys: pytest.CaptureFixture[str]
) -> None:
    """It begins with the submarine that it is given, and prints whenever another one is better."""
    assert search(mission, judge, 0.0, seed=1) is mission
    found = search(load_sheet(DEFAULT_SHEETS[Mode.MISSION]), judge, 2.0, seed=1)
    printed = capsys.readouterr().out.split("\n")
    assert printed[-2] == found.to_data()["grid"][-1] or printed[-2].startswith("start")
