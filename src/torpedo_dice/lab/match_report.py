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
from torpedo_dice.locale import decimal, ngettext, shortest, told
from torpedo_dice.locale import gettext as _
from torpedo_dice.rules import PlayerAt

_NOTHING = "-"


def match_report(standings: Standings) -> RenderableType:
    """Return the report of a match so far. Names of bots are plain text, never markup."""
    match = standings.match
    parts: list[RenderableType] = [_headline(standings)]
    parts.append(_solo(standings) if match.is_solo else _pairings(standings))
    if any(standings.adjusted(side).groups for side in match.sides):
        parts.append(_adjusted(standings))
    if len(match.bots) > 1:
        parts.append(_ratings(standings))
    parts += _forfeits(standings)
    return Group(*parts)


def _headline(standings: Standings) -> Text:
    match = standings.match
    sets = -(-standings.games // len(match.lineups))
    mode = _(str(match.mode).capitalize())
    if not match.is_solo:
        mode = _("{mode}, {count} players").format(mode=mode, count=match.seats)
    sentence = _("{mode}, sheet {sheet}, seed {seed}: {games} on {dice}")
    # Not within Text(…): the extraction of texts takes that for one of ours.
    dice = ngettext("{count} set of dice", "{count} sets of dice", sets).format(count=sets)
    return Text(
        sentence.format(
            mode=mode,
            sheet=match.sheet.name,
            seed=match.seed,
            games=_games(standings.games),
            dice=dice,
        )
    )


def _games(count: int) -> str:
    return ngettext("{count} game", "{count} games", count).format(count=count)


def _pairings(standings: Standings) -> Table:
    match = standings.match
    table = new_table(
        _("Wins, as a share of decided games (95% confidence interval over the dice)"),
        *("", _("games"), _("wins"), _("nobody"), _("share")),
    )
    table.columns[-1].no_wrap = True
    if match.seats > 2:
        table.add_column(_("times fair"), justify="right")
    for side in match.sides:
        share = standings.share(side)
        row = [
            str(share.games),
            number(share.wins),
            str(share.games - share.decided),
            _percent(share),
        ]
        if match.seats > 2:
            row.append(decimal(match.seats * share.value, 2) if share.decided else _NOTHING)
        table.add_row(Text(_side_name(side, match.seats)), *row)
    return table


def _adjusted(standings: Standings) -> Table:
    """Return the shares after subtracting what the dice gave."""
    table = new_table(
        _("Share of all games after subtracting luck (95% confidence interval over the dice)"),
        *("", _("as played"), _("without luck"), _("from"), _("to"), _("variance ratio")),
    )
    for side in standings.match.sides:
        share = standings.adjusted(side)
        if len(share.groups) < 2:
            continue
        low, high = share.interval
        figures = [f"{decimal(100 * each, 1)}%" for each in (share.raw, share.value, low, high)]
        name = side[0] if standings.match.is_solo else _side_name(side, standings.match.seats)
        table.add_row(Text(name), *figures, decimal(share.variance_ratio, 1))
    return table


def _side_name(side: Side, players: int) -> str:
    one, many = side
    if players == 2:
        return _("{one} vs {many}").format(one=one, many=many)
    return _("1 {one} vs {count} {many}").format(one=one, count=players - 1, many=many)


def _percent(share: GroupedShare) -> str:
    return percent(share) if share.decided else _NOTHING


def _solo(standings: Standings) -> Table:
    table = new_table(
        _("Solo (95% confidence interval)"),
        *("", _("games"), _("won"), _("share"), _("winning score, median")),
    )
    for side in standings.match.sides:
        share = standings.share(side)
        scores = standings.solo_scores[side[0]]
        middle = shortest(median(scores)) if scores else _NOTHING
        row = [str(share.games), number(share.wins), _percent(share), middle]
        table.add_row(Text(side[0]), *row)
    return table


def _ratings(standings: Standings) -> Table:
    table = new_table(
        _("Points above the weakest (95% confidence interval)"), "", _("rating"), _("from"), _("to")
    )
    for bot, rating in rate(standings.match.bots, standings.duels()).items():
        # The weakest bot is the origin of the scale, so it has no interval.
        is_weakest = rating.low == rating.high
        interval = [_NOTHING] * 2 if is_weakest else [f"{rating.low:.0f}", f"{rating.high:.0f}"]
        table.add_row(Text(bot), f"{rating.points:.0f}", *interval)
    return table


def _forfeits(standings: Standings) -> list[Text]:
    """Return for each bot that failed how often, and its first failure."""
    counts = Counter(forfeit.bot for _, forfeit in standings.forfeits)
    lines = []
    for bot, count in counts.items():
        game, forfeit = next(pair for pair in standings.forfeits if pair[1].bot == bot)
        lines.append(
            Text(
                _("{bot} forfeited {games}, first on dice {dice} as {player}: {why}").format(
                    bot=bot,
                    games=_games(count),
                    dice=game.dice,
                    player=told(PlayerAt(forfeit.seat)),
                    why=told(forfeit.message),
                )
            )
        )
    return lines
