"""The standings of a match as tables for a terminal or a file."""

from __future__ import annotations

from collections import Counter
from statistics import median

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from torpedo_dice.lab.rating import rate
from torpedo_dice.lab.report import new_table, number, percent
from torpedo_dice.lab.standings import GroupedShare, Side, Standings

_NOTHING = "-"


def match_report(standings: Standings) -> RenderableType:
    """Return everything that is known of a match so far. Bots' names are text, never markup."""
    match = standings.match
    parts: list[RenderableType] = [_headline(standings)]
    parts.append(_solo(standings) if match.is_solo else _pairings(standings))
    if len(match.bots) > 1:
        parts.append(_ratings(standings))
    parts += _forfeits(standings)
    return Group(*parts)


def _headline(standings: Standings) -> Text:
    match = standings.match
    games = _count(standings.games, "game")
    dice = _count(-(-standings.games // len(match.lineups)), "set")
    players = "" if match.is_solo else f", {match.seats} players"
    return Text(
        f"{str(match.mode).capitalize()}{players}, sheet {match.sheet.name}, seed {match.seed}: "
        f"{games} on {dice} of dice"
    )


def _count(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"


def _pairings(standings: Standings) -> Table:
    match = standings.match
    table = new_table(
        "Wins, as a share of decided games (95 % interval over the dice)",
        *("", "games", "wins", "nobody", "share"),
    )
    table.columns[-1].no_wrap = True
    if match.seats > 2:
        table.add_column("times fair", justify="right")
    for side in match.sides:
        share = standings.share(side)
        row = [
            str(share.games),
            number(share.wins),
            str(share.games - share.decided),
            _percent(share),
        ]
        if match.seats > 2:
            row.append(f"{match.seats * share.value:.2f}" if share.decided else _NOTHING)
        table.add_row(Text(_side_name(side, match.seats)), *row)
    return table


def _side_name(side: Side, players: int) -> str:
    one, many = side
    return f"{one} vs {many}" if players == 2 else f"1 {one} vs {players - 1} {many}"


def _percent(share: GroupedShare) -> str:
    return percent(share) if share.decided else _NOTHING


def _solo(standings: Standings) -> Table:
    table = new_table(
        "Solo (95 % interval)", *("", "games", "won", "share", "winning score, median")
    )
    for side in standings.match.sides:
        share = standings.share(side)
        scores = standings.solo_scores[side[0]]
        middle = f"{median(scores):g}" if scores else _NOTHING
        row = [str(share.games), number(share.wins), _percent(share), middle]
        table.add_row(Text(side[0]), *row)
    return table


def _ratings(standings: Standings) -> Table:
    table = new_table("Points above the weakest (95 %)", "", "rating", "from", "to")
    for bot, rating in rate(standings.match.bots, standings.duels()).items():
        # Of the weakest there is nothing to be unsure: it is where the count begins.
        is_weakest = rating.low == rating.high
        interval = [_NOTHING] * 2 if is_weakest else [f"{rating.low:.0f}", f"{rating.high:.0f}"]
        table.add_row(Text(bot), f"{rating.points:.0f}", *interval)
    return table


def _forfeits(standings: Standings) -> list[Text]:
    """Tell of each bot that failed how often, and how it did first."""
    counts = Counter(forfeit.bot for _, forfeit in standings.forfeits)
    lines = []
    for bot, count in counts.items():
        game, forfeit = next(pair for pair in standings.forfeits if pair[1].bot == bot)
        lines.append(
            Text(
                f"{bot} lost {_count(count, 'game')} by forfeit. "
                f"The first, on dice {game.dice} at seat {forfeit.seat}: {forfeit.message}"
            )
        )
    return lines
