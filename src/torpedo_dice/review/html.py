"""A review as one self-contained HTML page: no scripts, no requests, nothing outside the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from torpedo_dice.locale import decimal, in_use
from torpedo_dice.review.figures import sums
from torpedo_dice.review.html_drawings import chart, grid
from torpedo_dice.review.judge import SCORE, WIN, Option
from torpedo_dice.review.labels import option_label, percent, rank_label, signed
from torpedo_dice.review.narrative import names_of, notes, tell_turning_points, title_of
from torpedo_dice.review.profile import Profile
from torpedo_dice.review.profile_report import (
    luck_sentences,
    mean_label,
    profile_title,
    rank_sentences,
)
from torpedo_dice.review.rank import estimate_rank
from torpedo_dice.review.sentences import words
from torpedo_dice.review.values import ChoiceKind, Decision, Grade, Phase, Review
from torpedo_dice.rulebook.svg import Markup, element
from torpedo_dice.rules import Fire
from torpedo_dice.text.words import Names

_STYLE = """
:root { color-scheme: light dark; --line: #8888; --s0: #0e7490; --s1: #b45309; --s2: #7e22ce;
  --s3: #15803d; --good: #15803d; --bad: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --s0: #22d3ee; --s1: #fbbf24; --s2: #d8b4fe;
  --s3: #4ade80; --good: #4ade80; --bad: #f87171; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: auto; padding: 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; }
caption { text-align: left; font-weight: 600; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child, .words td, .words th { text-align: left; }
svg { max-width: 100%; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: currentColor; }
.s0 { fill: var(--s0); } .s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); }
.edge { stroke: Canvas; stroke-width: 2; fill: none; }
.axis { stroke: var(--line); } .luck { fill: #64748b; } .play { fill: #db2777; }
svg .inside { fill: Canvas; font-weight: 600; }
.target { fill: #64748b66; } .hull { fill: #64748b22; } .hit { fill: #64748b; }
.taken { fill: none; stroke: var(--bad); stroke-width: 3; }
.best { fill: var(--good); }
details { border-top: 1px solid var(--line); padding: .4rem 0; }
summary { cursor: pointer; } .bad { color: var(--bad); } .best-choice { color: var(--good); }
"""


def review_page(reviews: Sequence[Review], profiles: Sequence[Profile] = ()) -> str:
    """Return a page with all reviews, and profiles if there are several games."""
    titles = [title_of(review, names_of(review.players)) for review in reviews]
    parts = [part for profile in profiles for part in _profile(profile)]
    for review in reviews:
        parts += _review(review)
    head = element(
        "head",
        {},
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        element("title", {}, titles[0] if len(titles) == 1 else "Torpedo Dice"),
        element("style", {}, Markup(_STYLE)),
    )
    page = element("html", {"lang": in_use()}, head, element("body", {}, *parts))
    return f"<!doctype html>\n{page}\n"


def _review(review: Review) -> Iterator[Markup]:
    names = names_of(review.players)
    yield element("h1", {}, title_of(review, names))
    yield _sums(review, names)
    yield element("h2", {}, words.CHART_TITLE_SOLO if review.is_solo else words.CHART_TITLE)
    yield element("div", {"class": "scroll"}, chart(review, names))
    yield element("h2", {}, words.TURNING_TITLE)
    points = tell_turning_points(review, names)
    yield element("ul", {}, *(element("li", {}, point) for point in points))
    yield _choices(review, names)
    yield element("h2", {}, words.CHOICES)
    for number, decision in review.decisions():
        yield _decision(review, number, decision, names)
    for note in notes(review):
        yield element("p", {}, note)


def _table(title: str, rows: Iterable[Sequence[str]], *, css: str | None = None) -> Markup:
    """Return a table; the first row holds the headings."""
    head, *body = rows
    lines = [element("tr", {}, *(element("th", {"scope": "col"}, text) for text in head))]
    lines += [element("tr", {}, *(element("td", {}, text) for text in row)) for row in body]
    table = element("table", {"class": css}, element("caption", {}, title), *lines)
    return element("div", {"class": "scroll"}, table)


def _sums(review: Review, names: Names) -> Markup:
    end = words.RESULT if review.is_finished else words.SO_FAR
    rows = [[words.PLAYER, words.START, words.LUCK, words.OWN, words.OTHERS, words.ERROR, end]]
    for seat, name in enumerate(names):
        for number, parts in enumerate(sums(review, seat)):
            label = (words.WIN_CHANCE, words.SCORE)[number] if review.is_solo else name
            changes = map(signed, (parts.luck, parts.own, parts.others, parts.error))
            rows.append([label, decimal(parts.start, 1), *changes, decimal(parts.end, 1)])
    return _table(words.SUM_TITLE_SOLO if review.is_solo else words.SUM_TITLE, rows)


def _choices(review: Review, names: Names) -> Markup:
    grades = [words.GRADES[grade] for grade in Grade]
    rows = [[words.PLAYER, words.CHOICES, *grades, words.COST_EACH, words.PLAYS_LIKE]]
    for seat, name in enumerate(names):
        totals = review.totals(seat)
        cost = "-" if totals.mean_loss is None else percent(totals.mean_loss, 2)
        grades = [str(totals.grades[grade]) for grade in Grade]
        rank = rank_label(estimate_rank(review, seat))
        rows.append([name, str(totals.decisions), *grades, cost, rank])
    return _table(words.CHOICES_TITLE_SOLO if review.is_solo else words.CHOICES_TITLE, rows)


def _decision(review: Review, number: int, decision: Decision, names: Names) -> Markup:
    """Return a decision that can be opened; the ones that cost something are open."""
    taken = option_label(decision, decision.taken.move, names)
    kind, grade = words.KINDS[decision.kind], words.GRADES[decision.grade]
    is_best = decision.grade is Grade.BEST
    css = {Grade.BEST: "best-choice", Grade.BAD: "bad"}.get(decision.grade)
    summary = element(
        "summary",
        {},
        f"{number} · {names[decision.seat]} · {kind}: {taken} · ",
        element("span", {"class": css}, grade if is_best else f"{grade} −{percent(decision.loss)}"),
    )
    rows = [["", *_headings(review, names)]]
    rows += [_option(review, decision, option, names) for option in decision.candidates]
    inside = [_table("", rows)]
    if isinstance(decision.taken.move, Fire) and decision.kind is ChoiceKind.AIM:
        inside.insert(0, grid(decision))
    state = {} if is_best else {"open": ""}
    return element("details", state, summary, *inside)


def _headings(review: Review, names: Names) -> list[str]:
    return [f"{words.WIN_CHANCE} (%)", words.SCORE] if review.is_solo else list(names)


def _option(review: Review, decision: Decision, option: Option, names: Names) -> list[str]:
    marks = {decision.taken.move: words.CHOSEN, decision.best.move: words.BEST}
    label = option_label(decision, option.move, names)
    mark = marks.get(option.move)
    figures = [percent(share) for share in option.outlook]
    if review.is_solo:
        figures = [percent(option.outlook[WIN]), decimal(option.outlook[SCORE], 1)]
    return [label if mark is None else f"{label} ({mark})", *figures]


def _profile(profile: Profile) -> Iterator[Markup]:
    yield element("h1", {}, profile_title(profile))
    kinds: list[ChoiceKind | None] = [*ChoiceKind, None]
    phases: list[Phase | None] = [*Phase, None]
    rows = [["", *(words.PHASES[phase] for phase in Phase), words.ALL_CHOICES]]
    for kind in kinds:
        label = words.ALL_CHOICES if kind is None else words.KINDS[kind]
        rows.append([label, *(mean_label(profile.mean(kind, phase)) for phase in phases)])
    yield _table(words.PROFILE_LOSS, rows)
    for sentence in (*rank_sentences(profile), *luck_sentences(profile)):
        yield element("p", {}, sentence)
    habits = profile.habits()
    if not habits:
        yield element("p", {}, words.NO_HABITS)
        return
    costs = [[habit.label, str(habit.times), percent(habit.loss)] for habit in habits]
    yield _table(words.HABITS_TITLE, [["", words.TIMES, words.COST_TOTAL], *costs])
