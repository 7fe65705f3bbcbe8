"""The report of one review, for a terminal or a file."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from torpedo_dice.locale import decimal
from torpedo_dice.review.figures import sums
from torpedo_dice.review.judge import SCORE, WIN
from torpedo_dice.review.labels import option_label, percent, rank_label, signed
from torpedo_dice.review.narrative import names_of, notes, tell_turning_points, title_of
from torpedo_dice.review.rank import estimate_rank
from torpedo_dice.review.sentences import words
from torpedo_dice.review.values import Decision, Grade, Review, RoundReview
from torpedo_dice.text.words import Names

_BAR = 40
# Every seat has its own fill, so that the chart doesn't depend on colour.
_FILLS = "█▒▓░"
_STYLES = ("cyan", "yellow", "magenta", "green")
MOST_COSTLY = 8


def report(review: Review) -> RenderableType:
    """Return the full report of a review."""
    names = names_of(review.players)
    lines = [Text(line) for line in tell_turning_points(review, names)]
    return Group(
        Text(title_of(review, names), style="bold"),
        _sums(review, names),
        _chart(review, names),
        Text(f"\n{words.TURNING_TITLE}", style="bold"),
        *lines,
        _choices(review, names),
        _costly(review, names),
        *(Text(note, style="dim") for note in notes(review)),
    )


def new_table(title: str, *columns: str) -> Table:
    """Return a table with names in the first column and figures in the others."""
    table = Table(title=title, title_justify="left")
    # Long headings are folded: an ellipsis would hide what the figures are.
    table.add_column(columns[0], overflow="fold")
    for column in columns[1:]:
        table.add_column(column, justify="right", overflow="fold")
    return table


def _sums(review: Review, names: Names) -> Table:
    table = new_table(
        words.SUM_TITLE_SOLO if review.is_solo else words.SUM_TITLE,
        *(words.PLAYER, words.START, words.LUCK, words.OWN, words.OTHERS, words.ERROR),
        words.RESULT if review.is_finished else words.SO_FAR,
    )
    for seat, name in enumerate(names):
        for number, parts in enumerate(sums(review, seat)):
            label = (words.WIN_CHANCE, words.SCORE)[number] if review.is_solo else name
            changes = (parts.luck, parts.own, parts.others, parts.error)
            figures = [decimal(parts.start, 1), *map(signed, changes), decimal(parts.end, 1)]
            table.add_row(Text(label), *figures)
    return table


def _chart(review: Review, names: Names) -> Table:
    """Return a bar for every round: the players' shares of the win, or the score in solo."""
    table = Table(
        title=words.CHART_TITLE_SOLO if review.is_solo else words.CHART_TITLE,
        title_justify="left",
        show_edge=False,
        box=None,
    )
    table.add_column("", justify="right")
    table.add_column("", no_wrap=True)
    headings = [words.SCORE, f"{words.WIN_CHANCE} (%)"] if review.is_solo else list(names)
    for seat, heading in enumerate(headings):
        mark = "" if review.is_solo else f"{_FILLS[seat]} "
        table.add_column(Text(f"{mark}{heading}"), justify="right")
    for each in review.rounds:
        table.add_row(str(each.number or words.START), *_chart_row(review, each))
    return table


def _chart_row(review: Review, each: RoundReview) -> list[RenderableType]:
    if review.is_solo:
        highest = max(max(other.after[SCORE] for other in review.rounds), 1.0)
        bar = _bar([each.after[SCORE] / highest])
        return [bar, decimal(each.after[SCORE], 1), percent(each.after[WIN])]
    return [_bar(each.after), *(percent(share) for share in each.after)]


def _bar(shares: tuple[float, ...] | list[float]) -> Text:
    """Return a bar in which every share has its length, rounded so that they fit."""
    bar, begun, so_far = Text(), 0, 0.0
    for seat, share in enumerate(shares):
        so_far += share
        end = round(_BAR * min(1.0, so_far))
        bar.append(_FILLS[seat] * (end - begun), style=_STYLES[seat])
        begun = end
    return bar


def _choices(review: Review, names: Names) -> Table:
    table = new_table(
        words.CHOICES_TITLE_SOLO if review.is_solo else words.CHOICES_TITLE,
        *(words.PLAYER, words.CHOICES, *(words.GRADES[grade] for grade in Grade), words.COST_EACH),
        words.PLAYS_LIKE,
    )
    for seat, name in enumerate(names):
        totals = review.totals(seat)
        cost = "-" if totals.mean_loss is None else percent(totals.mean_loss, 2)
        grades = [str(totals.grades[grade]) for grade in Grade]
        rank = rank_label(estimate_rank(review, seat))
        table.add_row(Text(name), str(totals.decisions), *grades, cost, rank)
    return table


def costly(review: Review, most: int = MOST_COSTLY) -> list[tuple[int, Decision]]:
    """Return the decisions that weren't among the best, the costliest first."""
    found = [pair for pair in review.decisions() if pair[1].grade is not Grade.BEST]
    return sorted(found, key=lambda pair: -pair[1].loss)[:most]


def _costly(review: Review, names: Names) -> RenderableType:
    found = costly(review)
    if not found:
        return Text(words.NOTHING_COSTLY)
    table = Table(title=words.COSTLY_TITLE, title_justify="left")
    for heading in (words.ROUND, words.PLAYER, words.KIND, words.CHOSEN, words.BEST, words.COST):
        table.add_column(heading, justify="right" if heading == words.COST else "left")
    for number, decision in found:
        table.add_row(
            str(number),
            Text(names[decision.seat]),
            words.KINDS[decision.kind],
            Text(option_label(decision, decision.taken.move, names)),
            Text(option_label(decision, decision.best.move, names)),
            percent(decision.loss),
        )
    return table
