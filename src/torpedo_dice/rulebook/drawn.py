"""Building blocks of the pictures: dice, patterns, fields, torpedoes, systems. No rules here."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from torpedo_dice.rulebook.icons import icon
from torpedo_dice.rulebook.svg import Markup, circle, element, group, label, path, rect
from torpedo_dice.rules import Face, Field, System
from torpedo_dice.rules.formations import ORIENTATIONS, PATTERN_SIZE

DIE = 46
CELL = 17
ARROW = 34
TILE = 78


def nothing() -> Markup:
    """Return an empty drawing."""
    return Markup("")


def joined(parts: Iterable[str]) -> Markup:
    """Concatenate several drawings."""
    return Markup("".join(parts))


def die(x: float, y: float, face: Face, *, css: str = "", size: float = DIE) -> Markup:
    """Return a die showing a face."""
    pips = (
        circle("draw-pip", 11.5 + column * 11.5, 11.5 + row * 11.5, 4.1)
        for row, column in ORIENTATIONS[face][0]
    )
    return group(
        x,
        y,
        rect("draw-die-side", 0, 2, DIE, DIE, 10),
        rect("draw-die-body", 0, 0, DIE, DIE, 10),
        *pips,
        css=f"draw-die {css}".strip(),
        scale=size / DIE,
    )


def arrow(x: float, y: float, length: float = ARROW - 12) -> Markup:
    """Return an arrow to the right."""
    head = x + length
    return path("draw-arrow", f"M{x} {y}H{head}M{head - 6} {y - 5}L{head} {y}L{head - 6} {y + 5}")


def verdict(x: float, y: float, *, good: bool) -> Markup:
    """Return a tick or a cross in a small disc."""
    sign = "M-3.5 0l2.4 3 4.600-5.500" if good else "M-3 -3l6 6m0 -6l-6 6"
    return group(
        x,
        y,
        circle("draw-badge", 0, 0, 7.5),
        path("draw-sign", sign),
        css="draw-good" if good else "draw-bad",
    )


def pattern(
    x: float,
    y: float,
    pips: Collection[Field],
    *,
    frame: int = PATTERN_SIZE,
    added: Collection[Field] = (),
    removed: Collection[Field] = (),
    free: Collection[Field] = (),
    cell: float = CELL,
) -> Markup:
    """Return a die's pattern; added, removed and possible pips are drawn differently."""

    def spot(row: int, column: int) -> Markup:
        middle = (column + 0.5) * cell, (row + 0.5) * cell
        if (row, column) in added:
            return circle("draw-shot draw-added", *middle, cell * 0.34)
        if (row, column) in pips:
            return circle("draw-shot", *middle, cell * 0.34)
        if (row, column) in removed:
            return circle("draw-removed", *middle, cell * 0.32)
        if (row, column) in free:
            return circle("draw-free", *middle, cell * 0.3)
        return circle("draw-spot", *middle, cell * 0.08)

    side = frame * cell
    spots = (spot(row, column) for row in range(frame) for column in range(frame))
    return group(x, y, rect("draw-frame", 0, 0, side, side, 5), *spots, css="draw-pattern")


def torpedo(x: float, y: float, *, crossed: bool) -> Markup:
    """Return a reserve torpedo, optionally crossed off."""
    return group(
        x,
        y,
        path("draw-torpedo", "M5 3h13q6 0 8 3-2 3-8 3H5zM5 4.500L1 2v8l4-2.500z"),
        path("draw-pen", "M6 0Q13 6 21 12M21 0Q13 6 5 12") if crossed else nothing(),
        css="draw-reserve draw-crossed" if crossed else "draw-reserve",
    )


def reserve_row(x: float, y: float, all_torpedoes: int, left: int, *, skull: bool) -> Markup:
    """Return the reserve, ending in its skull box."""
    step, box = 28, 22
    torpedoes = (
        torpedo(step * place, 0, crossed=place < all_torpedoes - left)
        for place in range(all_torpedoes)
    )
    end = step * all_torpedoes + 2
    marked = "draw-skull draw-marked" if skull else "draw-skull"
    return group(
        x,
        y,
        *torpedoes,
        group(
            end,
            -5,
            rect("draw-skull-box", 0, 0, box, box, 6),
            icon("skull", box / 2, box / 2, 17),
            css=marked,
        ),
    )


def reserve_width(all_torpedoes: int) -> float:
    """Return the width of the reserve as drawn."""
    return 28 * all_torpedoes + 26


def tile(
    x: float,
    y: float,
    system: System,
    name: str,
    state: str,
    *,
    active: bool,
    has_switch: bool,
) -> Markup:
    """Return a system of the dashboard, crossed out if it is destroyed."""
    width, height = TILE - 6, 74
    is_destroyed = state == "destroyed"
    return group(
        x,
        y,
        rect("draw-tile", 0, 0, width, height, 8),
        rect("draw-tile-colour", 0, 0, width, 5, 2),
        label("draw-number", 12, 21, str(system.value)),
        icon(system.id, width / 2 + 4, 27, 27),
        label("draw-name", width / 2, 54, name),
        circle("draw-lamp draw-lit" if active else "draw-lamp", 12, 65, 4.500),
        _switch(width - 30, 60, is_on=state == "on") if has_switch else nothing(),
        path("draw-pen", f"M8 10L{width - 8} {height - 10}M{width - 8} 10L8 {height - 10}")
        if is_destroyed
        else nothing(),
        css=f"draw-system {system.id} draw-{state}",
    )


def _switch(x: float, y: float, *, is_on: bool) -> Markup:
    return group(
        x,
        y,
        rect("draw-switch", 0, 0, 22, 10, 5),
        circle("draw-knob", 17 if is_on else 5, 5, 3.600),
    )


def cross(x: float, y: float, size: float) -> Markup:
    """Return a hand-drawn cross."""
    part = size / 2
    line = f"M{x - part} {y - part}Q{x} {y + 1} {x + part} {y + part}"
    back = f"M{x + part} {y - part}Q{x} {y - 1} {x - part} {y + part}"
    return path("draw-pen", f"{line}{back}")


def panels(*parts: Markup) -> Markup:
    """Return the drawings of one picture side by side, wrapping where there is no room."""
    return element("div", {"class": "panels"}, *parts)


def panel(picture: Markup, note: str = "") -> Markup:
    """Return a drawing with an optional note below it."""
    below = element("p", {"class": "note"}, note) if note else nothing()
    return element("div", {"class": "panel-of-picture"}, picture, below)
