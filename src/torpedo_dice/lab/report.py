"""The report of a tally as tables, for a terminal or a file."""

from __future__ import annotations

from fractions import Fraction
from statistics import mean, median, quantiles
from typing import Protocol

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from torpedo_dice.lab.tally import Share, Tally
from torpedo_dice.locale import N_, decimal, shortest, told
from torpedo_dice.locale import gettext as _
from torpedo_dice.rules import PlayerAt, Rank, Reason, System

# Why games end.
_REASONS = {
    Reason.SUNK: N_("sunk"),
    Reason.SKULL: N_("skull"),
    Reason.ALL_SKULLS: N_("all_skulls"),
    Reason.AUTOMATON: N_("automaton"),
    Reason.RESIGNED: N_("resigned"),
}


def report(tally: Tally, *, solo: bool) -> RenderableType:
    """Return the full report of a tally."""
    tables = [_solo(tally)] if solo else [_wins(tally)]
    return Group(*tables, _games(tally), _systems(tally))


class Estimate(Protocol):
    """A share with its interval."""

    @property
    def value(self) -> float:
        """The share itself."""

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95% confidence interval."""


def percent(share: Estimate) -> str:
    """Return a share with its interval, as `61.2 % (58.1 to 64.2)`."""
    share_now, low, high = (decimal(100 * part, 1) for part in (share.value, *share.interval))
    return _("{share}% ({low} to {high})").format(share=share_now, low=low, high=high)


def new_table(title: str, *columns: str) -> Table:
    """Return a table with names in the first column and figures in the others."""
    table = Table(title=title, title_justify="left")
    table.add_column(columns[0])
    for column in columns[1:]:
        table.add_column(column, justify="right")
    return table


def number(count: Fraction) -> str:
    """Return a count of wins, which may have been shared."""
    return str(count) if count.denominator == 1 else decimal(float(count), 1)


def _wins(tally: Tally) -> Table:
    table = new_table(
        _("Wins, of all games (95% confidence interval)"), "", _("games"), _("wins"), _("share")
    )
    for name, games in tally.games_by_player.items():
        share = Share(tally.wins_by_player[name], games)
        table.add_row(Text(name), str(games), number(share.count), percent(share))
    table.add_section()
    for seat in range(sum(tally.games_by_player.values()) // max(1, tally.games)):
        share = Share(tally.wins_by_seat[seat], tally.games)
        table.add_row(
            told(PlayerAt(seat)),
            str(tally.games),
            number(share.count),
            percent(share),
        )
    table.add_section()
    first = tally.first_player_share
    table.add_row(
        _("start player, of decided games"), str(first.total), number(first.count), percent(first)
    )
    return table


def _solo(tally: Tally) -> Table:
    table = new_table(_("Solo (95% confidence interval)"), "", _("games"), _("share"))
    won = Share(Fraction(len(tally.solo_scores)), tally.games)
    count = _("{count} of {all}").format(count=won.count, all=won.total)
    table.add_row(_("won"), count, percent(won))
    scores = tally.solo_scores
    if scores:
        table.add_section()
        for rank in Rank:
            share = Share(Fraction(tally.ranks[rank]), len(scores))
            name = _("{rank}, of the wins").format(rank=_(rank))
            table.add_row(name, str(share.count), percent(share))
    if len(scores) > 1:
        table.add_section()
        tenths = quantiles(scores, n=10, method="inclusive")
        values = " / ".join(shortest(score) for score in (tenths[0], median(scores), tenths[8]))
        table.add_row(_("winning score: lowest tenth / median / highest tenth"), "", values)
    return table


def _games(tally: Tally) -> Table:
    table = new_table(_("Games"), "", "")
    rounds = tally.rounds or [0]
    table.add_row(
        _("rounds: mean (least to most)"),
        _("{mean} ({least} to {most})").format(
            mean=decimal(mean(rounds), 2), least=min(rounds), most=max(rounds)
        ),
    )
    for reason in Reason:
        if tally.reasons[reason]:
            share = Share(Fraction(tally.reasons[reason]), tally.games)
            table.add_row(
                _("ended by: {reason}").format(reason=_(_REASONS[reason])), percent(share)
            )
    turns = max(1, tally.turns)
    table.add_row(_("hits per turn"), decimal(tally.hits / turns, 2))
    table.add_row(_("misses per turn"), decimal(tally.misses / turns, 2))
    return table


def _systems(tally: Tally) -> Table:
    table = new_table(_("Systems, per 100 turns"), "", _("used"), _("switched on"))
    turns = max(1, tally.turns)
    for system in System:
        used, on = tally.uses[system.id], tally.activations[system.id]
        table.add_row(_(system.id), decimal(100 * used / turns, 1), decimal(100 * on / turns, 1))
    return table
