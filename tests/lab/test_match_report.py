"""The report of a match: what it tells of two, of several, of one alone, and of failures."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.console import Console

from torpedo_dice.lab.match import Match, MatchGame
from torpedo_dice.lab.match_report import match_report
from torpedo_dice.lab.play import Forfeit
from torpedo_dice.lab.standings import Standings
from torpedo_dice.rules import Mode, Sheet

BOTS = ["lieutenant", "ensign"]


def report_of(match: Match, games: Iterable[MatchGame]) -> str:
    """Return the report as text, on a wide terminal."""
    standings = Standings(match)
    for game in games:
        standings.add(game)
    console = Console(width=120, force_terminal=False)
    with console.capture() as captured:
        console.print(match_report(standings))
    return captured.get()


def test_the_report_of_three_players_tells_the_fair_share(mission: Sheet) -> None:
    """Each side of a pairing has a row; to win all among two others is three fair shares."""
    match = Match(mission, Mode.MISSION, BOTS, games=6, seed=1, players=3)
    games = [
        MatchGame(0, lineup, 0, "sunk", (lineup.seats.index("lieutenant"),), 9, (1, 1, 1), ())
        for lineup in match.lineups
    ]
    report = report_of(match, games)
    assert re.search(r"1 lieutenant vs 2 ensign .* 100.0% .* 3.00", report)
    assert re.search(r"1 ensign vs 2 lieutenant .* 0.0% .* 0.00", report)
    assert re.search(r"ensign +│ +0 │ +- │ +- │", report)


def test_the_report_of_solo_tells_scores(mission: Sheet) -> None:
    """Won games with their median score, and one bot alone has no rating."""
    match = Match(mission, Mode.SOLO, ["ensign"], games=3, seed=1)
    games = [
        MatchGame(dice, match.lineups[0], 0, "sunk", (0,), 9, (1,), (), solo_score=score)
        for dice, score in enumerate([35, 40, 60])
    ]
    report = report_of(match, games)
    assert "Solo, sheet mission, seed 1: 3 games on 3 sets of dice" in report
    assert " 40 " in report
    assert "rating" not in report


def test_a_report_of_nothing_decided_has_no_share(mission: Sheet) -> None:
    """An interrupted match may not know anything of a pairing yet."""
    match = Match(mission, Mode.MISSION, BOTS, games=2, seed=1)
    nobody = MatchGame(0, match.lineups[0], 0, "all_skulls", (), 9, (1, 1), (0, 1))
    report = report_of(match, [nobody])
    assert "nan " not in report
    assert "1 game on 1 set of dice" in report


def test_a_bot_that_failed_is_told_with_its_first_message(mission: Sheet) -> None:
    """How often, where, and what it did; a message and a name are text, never markup."""
    match = Match(mission, Mode.MISSION, BOTS, games=4, seed=1)
    forfeit = Forfeit(1, "ensign", "raised RuntimeError: [red]boom[/red]")
    lost = MatchGame(3, match.lineups[0], 0, "forfeit", (0,), 2, (1, 1), (), forfeit=forfeit)
    assert (
        "ensign forfeited 2 games, first on dice 3 as player 2: "
        "raised RuntimeError: [red]boom[/red]"
    ) in report_of(match, [lost, lost])
