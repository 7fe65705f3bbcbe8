"""The drawings of a review: the bands of win chances, and a shot with the best one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from torpedo_dice.review.judge import SCORE
from torpedo_dice.review.labels import option_label
from torpedo_dice.review.sentences import words
from torpedo_dice.review.values import Decision, Review
from torpedo_dice.rulebook.svg import Markup, element
from torpedo_dice.rules import Field, Fire, field_name
from torpedo_dice.rules.sheet import WATER
from torpedo_dice.text.words import Names

_HEIGHT, _STEP, _LEFT, _TOP = 200.0, 44.0, 40.0, 16.0
# The bars below the bands: dice and choices of each round.
_SPLIT = 60.0
_CELL = 26.0
# Lower bands have no label.
_LEAST_LABELLED = 0.07


def chart(review: Review, names: Names) -> Markup:
    """Draw the outlook after each round as bands, and below them what dice and choices changed.

    Bands are labelled with names, and stacked in the order of the seats: colour isn't needed.
    """
    highest = max(1.0, *(each.after[SCORE] for each in review.rounds)) if review.is_solo else 1.0
    columns = [SCORE] if review.is_solo else list(range(len(names)))
    heights = [[each.after[column] / highest for column in columns] for each in review.rounds]
    width = _LEFT + _STEP * max(1, len(heights) - 1) + 160
    parts = list(_bands(heights))
    labels = [words.SCORE] if review.is_solo else list(names)
    parts += _labels(heights[0], labels, _LEFT + 6, "inside")
    parts += _labels(heights[-1], labels, _LEFT + _STEP * max(1, len(heights) - 1) + 6, "beside")
    for number in range(len(heights)):
        parts.append(_text(_LEFT + _STEP * number, _TOP + _HEIGHT + 16, str(number)))
    scale = highest if review.is_solo else 1.0
    for row, column in enumerate(columns):
        top = _TOP + _HEIGHT + 30 + (_SPLIT + 14) * row
        parts += _split(review, column, scale, top, labels[row])
    total = _TOP + _HEIGHT + 34 + (_SPLIT + 14) * len(columns)
    title = words.CHART_TITLE_SOLO if review.is_solo else words.CHART_TITLE
    return element(
        "svg",
        {"viewBox": f"0 0 {width:.0f} {total:.0f}", "width": width, "role": "img"},
        element("title", {}, title),
        *parts,
    )


def _text(x: float, y: float, text: str, anchor: str = "middle", css: str | None = None) -> Markup:
    return element("text", {"class": css, "x": x, "y": y, "text-anchor": anchor}, text)


def _bands(heights: Sequence[Sequence[float]]) -> Iterator[Markup]:
    """Yield one band per seat, from the top down."""
    rows = heights if len(heights) > 1 else [heights[0], heights[0]]
    upper = [0.0] * len(rows)
    for seat in range(len(rows[0])):
        lower = [high + row[seat] for high, row in zip(upper, rows, strict=True)]
        there = [_point(n, share) for n, share in enumerate(upper)]
        back = [_point(n, share) for n, share in enumerate(lower)][::-1]
        yield element("polygon", {"class": f"s{seat}", "points": " ".join([*there, *back])})
        yield element("polyline", {"class": "edge", "points": " ".join(back)})
        upper = lower


def _point(number: int, share: float) -> str:
    return f"{_LEFT + _STEP * number:.1f},{_TOP + _HEIGHT * min(1.0, share):.1f}"


def _labels(shares: Sequence[float], names: Sequence[str], x: float, css: str) -> Iterator[Markup]:
    """Yield the names of the bands that are high enough to have one."""
    above = 0.0
    for share, name in zip(shares, names, strict=True):
        if share > _LEAST_LABELLED:
            yield _text(x, _TOP + _HEIGHT * (above + share / 2) + 4, name, "start", css)
        above += share


def _split(review: Review, column: int, scale: float, top: float, name: str) -> Iterator[Markup]:
    """Yield the bars of one player: for each round, dice on the left and choices on the right."""
    middle = top + _SPLIT / 2
    parts = [(each.luck[column] / scale, each.play[column] / scale) for each in review.rounds]
    largest = max(0.05, *(abs(part) for pair in parts for part in pair))
    end = _LEFT + _STEP * max(1, len(parts) - 1)
    yield element("line", {"class": "axis", "x1": _LEFT, "x2": end, "y1": middle, "y2": middle})
    yield _text(end + 6, middle - 2, name, "start")
    yield _text(end + 6, middle + 12, f"{words.LUCK} / {words.CHOICES}", "start")
    for number, pair in enumerate(parts):
        for side, (part, css) in enumerate(zip(pair, ("luck", "play"), strict=True)):
            height = abs(part) / largest * _SPLIT / 2
            x = _LEFT + _STEP * number + (side - 1) * 10.0
            y = middle - height if part > 0 else middle
            yield element("rect", {"class": css, "x": x, "y": y, "width": 9.0, "height": height})


def grid(decision: Decision) -> Markup:
    """Draw the submarine with the shot that was fired (rings) and the best one (dots)."""
    view = decision.view
    taken, best = decision.taken.move, decision.best.move
    fields = [*_fields(taken), *_fields(best)]
    rows = _reach(view.sheet.height, [row for row, _ in fields])
    columns = _reach(view.sheet.width, [column for _, column in fields])
    parts: list[Markup] = []
    for row in rows:
        parts.append(_text(10, (row - rows[0] + 1.7) * _CELL, field_name((row, 0))[0]))
        for column in columns:
            x, y = (column - columns[0] + 1) * _CELL, (row - rows[0] + 1) * _CELL
            parts += _cell(decision, (row, column), x, y)
    for column in columns:
        x = (column - columns[0] + 1.5) * _CELL
        parts.append(_text(x, _CELL - 8, str(column + 1)))
    width, height = _CELL * (len(columns) + 1.2), _CELL * (len(rows) + 1.2)
    labels = [option_label(decision, move, ()) for move in (taken, best)]
    described = f"{words.CHOSEN}: {labels[0]}. {words.BEST}: {labels[1]}."
    return element(
        "svg",
        {"viewBox": f"0 0 {width:.0f} {height:.0f}", "width": width, "role": "img"},
        element("title", {}, described),
        *parts,
    )


def _fields(move: object) -> tuple[Field, ...]:
    return move.fields if isinstance(move, Fire) else ()


def _reach(size: int, places: Sequence[int]) -> range:
    return range(min([0, *places]), max([size - 1, *places]) + 1)


def _cell(decision: Decision, spot: Field, x: float, y: float) -> Iterator[Markup]:
    sheet, player = decision.view.sheet, decision.view.players[decision.seat]
    if sheet.is_on_grid(spot):
        kind = sheet.rows[spot[0]][spot[1]]
        bit = sheet.target_bits.get(spot, 0)
        css = "hit" if bit & player.hits else "target" if bit else "hull"
        if kind != WATER:
            size = _CELL - 2
            yield element("rect", {"class": css, "x": x, "y": y, "width": size, "height": size})
        if bit:
            sign = "×" if bit & player.hits else kind
            yield _text(x + _CELL / 2 - 1, y + _CELL * 0.68, sign)
    middle = {"cx": x + _CELL / 2 - 1, "cy": y + _CELL / 2 - 1}
    if spot in _fields(decision.taken.move):
        yield element("circle", {"class": "taken", **middle, "r": _CELL / 2 - 3})
    if spot in _fields(decision.best.move):
        # In a corner, where it doesn't hide the number of the system.
        yield element("circle", {"class": "best", "cx": x + _CELL - 7, "cy": y + 5, "r": 4.0})
