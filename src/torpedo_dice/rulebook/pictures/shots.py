"""Shots in a real game: what hit, what missed and why, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from torpedo_dice.rulebook.drawn import (
    cross,
    joined,
    nothing,
    panel,
    panels,
    reserve_row,
    reserve_width,
    verdict,
)
from torpedo_dice.rulebook.svg import Markup, circle, drawing, element, group, label, rect
from torpedo_dice.rulebook.words import Words
from torpedo_dice.rules import Face, Field, Fire, Fired, Game, Roll, Sheet, Start, Take
from torpedo_dice.rules.sheet import PLAIN, WATER
from torpedo_dice.sheets import load_sheet

Landing = Literal["hit", "plain", "water", "edge", "again"]
_FIELD = 38.0
# A margin of water, so that no outline is clipped.
_RIM = 4.0


@dataclass(frozen=True)
class Shot:
    """A shot to draw: the position before it, and the visible part of the grid."""

    face: Face
    fields: tuple[Field, ...]
    hit_before: tuple[Field, ...]
    reserve: int
    # First and last visible row and column.
    rows: tuple[int, int]
    columns: tuple[int, int]


ON_TARGET = Shot(5, ((3, 7), (3, 9), (4, 8), (5, 7), (5, 9)), ((4, 8),), 8, (1, 5), (5, 11))
OVER_EDGE = Shot(6, ((3, -1), (3, 0), (3, 1), (5, -1), (5, 0), (5, 1)), (), 8, (2, 5), (-2, 5))
SKULL = Shot(4, ((1, 6), (1, 8), (3, 6), (3, 8)), ((3, 6),), 1, (0, 4), (4, 11))


def fire(shot: Shot) -> tuple[Game, Fired]:
    """Fire a shot in a two-player game; return the game after the round, and the event."""
    game = Game.new(load_sheet("training"), "training", players=2)
    game.apply(Start(0))
    game.apply(Roll((shot.face, 1, 1)))
    game.players[0].hits = game.sheet.mask_of(shot.hit_before)
    game.players[0].reserve = shot.reserve
    for seat in game.seats:
        game.apply(Take(seat, seat))
    game.apply(Fire(0, shot.fields))
    events = game.apply(Fire(1, ((0, 0),)))
    return game, next(e for e in events if isinstance(e, Fired) and e.seat == 0)


def landings(
    sheet: Sheet, fired: Fired, hit_before: tuple[Field, ...] = ()
) -> dict[Field, Landing]:
    """Return where each torpedo landed: hits as counted by the game, everything else a miss."""
    return {
        spot: "hit" if spot in fired.struck else _missed(sheet, hit_before, spot)
        for spot in fired.fields
    }


def _missed(sheet: Sheet, hit_before: tuple[Field, ...], spot: Field) -> Landing:
    if spot in hit_before:
        return "again"
    if not sheet.is_on_grid(spot):
        return "edge"
    return "plain" if _kind(sheet, spot) == PLAIN else "water"


def shot_on_target(words: Words) -> Markup:
    """Draw hits, a torpedo on plain hull and one on a field already hit."""
    return panels(_shot(words, ON_TARGET))


def shot_over_edge(words: Words) -> Markup:
    """Draw a pattern that hangs over the edge."""
    return panels(_shot(words, OVER_EDGE))


def shot_with_skull(words: Words) -> Markup:
    """Draw a miss with no reserve torpedo left."""
    return panels(_shot(words, SKULL))


def _shot(words: Words, shot: Shot) -> Markup:
    game, fired = fire(shot)
    note = shot_note(words, game.sheet, fired, shot.hit_before)
    return shot_panel(game.sheet, fired, (shot.rows, shot.columns), note, shot.hit_before)


def shot_note(words: Words, sheet: Sheet, fired: Fired, hit_before: tuple[Field, ...] = ()) -> str:
    """Say what a shot hit, why the rest missed, and what is left in reserve."""
    where = list(landings(sheet, fired, hit_before).values())
    reasons = ", ".join(
        words.say(f"landing_{kind}", n=where.count(kind))
        for kind in dict.fromkeys(where)
        if kind != "hit"
    )
    numbers = {"face": fired.face, "hits": fired.hits, "misses": fired.misses}
    what = (
        words.say("shot_note", **numbers, reasons=reasons)
        if fired.misses
        else words.say("shot_clean", **numbers)
    )
    left = words.say("skull_marked") if fired.skull else words.say("reserve_left", n=fired.reserve)
    return f"{what} {left}"


def shot_panel(
    sheet: Sheet,
    fired: Fired,
    part: tuple[tuple[int, int], tuple[int, int]],
    note: str,
    hit_before: tuple[Field, ...] = (),
) -> Markup:
    """Draw a shot on the visible rows and columns of the grid, above the shooter's reserve."""
    torpedoes = landings(sheet, fired, hit_before)
    grid = grid_part(sheet, *part, hit_before, torpedoes=torpedoes)
    row = reserve_row(0, 0, sheet.reserve, fired.reserve, skull=fired.skull)
    return panel(_above_reserve(_size(*part), note, grid, row, sheet), note)


def submarine(words: Words) -> Markup:
    """Draw the submarine of the Mission sheet with its reserve."""
    sheet = load_sheet("mission")
    rows, columns = (0, sheet.height - 1), (0, sheet.width - 1)
    row = reserve_row(0, 0, sheet.reserve, sheet.reserve, skull=False)
    grid = grid_part(sheet, rows, columns, ())
    spoken = words.say(
        "submarine_spoken", rows=sheet.height, columns=sheet.width, targets=len(sheet.targets)
    )
    return panels(panel(_above_reserve(_size(rows, columns), spoken, grid, row, sheet)))


def _size(rows: tuple[int, int], columns: tuple[int, int]) -> tuple[float, float]:
    """Return the width and height of a part of the grid."""
    width = (columns[1] - columns[0] + 1) * _FIELD + 2 * _RIM
    return width, (rows[1] - rows[0] + 1) * _FIELD + 2 * _RIM


def _above_reserve(
    size: tuple[float, float], spoken: str, grid: Markup, reserve: Markup, sheet: Sheet
) -> Markup:
    """Return a grid above its reserve, which is scaled down where it would be wider."""
    width, height = size
    scale = min(1.0, width / reserve_width(sheet.reserve))
    below = height + 14
    return drawing(width, below + 24 * scale, spoken, grid, group(0, below, reserve, scale=scale))


def grid_part(
    sheet: Sheet,
    rows: tuple[int, int],
    columns: tuple[int, int],
    hits: tuple[Field, ...],
    *,
    torpedoes: dict[Field, Landing] | None = None,
) -> Markup:
    """Draw a part of a sheet's grid, with marks and optionally a shot."""
    spots = [
        (row, column)
        for row in range(rows[0], rows[1] + 1)
        for column in range(columns[0], columns[1] + 1)
    ]
    hull = [spot for spot in spots if sheet.is_on_grid(spot) and _kind(sheet, spot) != WATER]
    width, height = _size(rows, columns)
    move = (_RIM - columns[0] * _FIELD, _RIM - rows[0] * _FIELD)
    over = _torpedoes(torpedoes) if torpedoes else nothing()
    fields = group(
        *move,
        _edge(sheet, rows, columns),
        # Draw all outlines before the plates, so that the hull reads as one shape.
        *(_plate("draw-hull-line", spot, 2.5) for spot in hull),
        *(_plate("draw-hull", spot, 0.3) for spot in hull),
        *(_field(sheet, spot, is_hit=spot in hits) for spot in spots),
        over,
    )
    # A nested SVG clips whatever lies outside the visible part.
    box = {"width": width, "height": height, "class": "draw-part"}
    return element("svg", box, rect("draw-sea", 0, 0, width, height), fields)


def _kind(sheet: Sheet, spot: Field) -> str:
    return sheet.rows[spot[0]][spot[1]]


def _edge(sheet: Sheet, rows: tuple[int, int], columns: tuple[int, int]) -> Markup:
    """Draw the grid lighter than what lies beyond its edge."""
    top, left = max(rows[0], 0), max(columns[0], 0)
    bottom = min(rows[1] + 1, sheet.height)
    right = min(columns[1] + 1, sheet.width)
    return rect(
        "draw-printed",
        left * _FIELD,
        top * _FIELD,
        (right - left) * _FIELD,
        (bottom - top) * _FIELD,
    )


def _plate(css: str, spot: Field, more: float) -> Markup:
    side = _FIELD + 2 * more
    return rect(
        css, spot[1] * _FIELD - more, spot[0] * _FIELD - more, side, side, 8 if more > 1 else 6
    )


def _middle(spot: Field) -> tuple[float, float]:
    return (spot[1] + 0.5) * _FIELD, (spot[0] + 0.5) * _FIELD


def _field(sheet: Sheet, spot: Field, *, is_hit: bool) -> Markup:
    x, y = _middle(spot)
    if spot in sheet.target_bits:
        system = sheet.system_at(spot)
        return group(
            x,
            y,
            circle("draw-target-edge", 0, 0, _FIELD * 0.42),
            circle("draw-target", 0, 0, _FIELD * 0.37),
            label("draw-target-number", 0, 5, str(system.value)),
            cross(0, 0, 19) if is_hit else nothing(),
            css=f"draw-field {system.id}",
        )
    if sheet.is_on_grid(spot) and _kind(sheet, spot) == PLAIN:
        return circle("draw-plain", x, y, _FIELD * 0.3)
    return circle("draw-water", x, y, 1.5) if sheet.is_on_grid(spot) else nothing()


def _torpedoes(landed: dict[Field, Landing]) -> Markup:
    # The frame of a die's pattern, or of a line of the portholes.
    top, bottom = min(row for row, _ in landed), max(row for row, _ in landed)
    left, right = min(column for _, column in landed), max(column for _, column in landed)
    height, width = (bottom - top + 1) * _FIELD, (right - left + 1) * _FIELD
    frame = rect("draw-aim", left * _FIELD, top * _FIELD, width, height, 7)
    return joined((frame, *(_torpedo(spot, where) for spot, where in landed.items())))


def _torpedo(spot: Field, where: Landing) -> Markup:
    x, y = _middle(spot)
    good = where == "hit"
    ring = "draw-landed draw-good" if good else "draw-landed draw-bad"
    return joined(
        (
            circle(ring, x, y, _FIELD * 0.43),
            verdict(x + _FIELD * 0.32, y - _FIELD * 0.32, good=good),
        )
    )
