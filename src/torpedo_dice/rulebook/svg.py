"""Build HTML and SVG elements as text; the only place where names and values are escaped.

Styling uses classes, never `style` attributes: the content security policy forbids inline styles.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TypeAlias

Attributes: TypeAlias = Mapping[str, object]


class Markup(str):
    """Text that is already markup and must not be escaped again."""

    __slots__ = ()


def element(name: str, attributes: Attributes | None = None, *children: str) -> Markup:
    """Return an element; escape children that aren't `Markup`, skip attributes that are None."""
    shown = "".join(
        f' {key}="{escape(_value(value))}"'
        for key, value in (attributes or {}).items()
        if value is not None
    )
    inside = "".join(
        child if isinstance(child, Markup) else escape(child, quote=False) for child in children
    )
    return Markup(f"<{name}{shown}>{inside}</{name}>")


def _value(value: object) -> str:
    # Two decimals are enough for any drawing and keep the files small.
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def group(x: float, y: float, *children: str, css: str | None = None, scale: float = 1) -> Markup:
    """Return drawings translated to a position, optionally scaled."""
    move = f"translate({_value(float(x))} {_value(float(y))})"
    if scale != 1:
        move += f" scale({_value(float(scale))})"
    return element("g", {"class": css, "transform": move}, *children)


def rect(css: str, x: float, y: float, width: float, height: float, round_by: float = 0) -> Markup:
    """Return a rectangle."""
    return element(
        "rect",
        {"class": css, "x": x, "y": y, "width": width, "height": height, "rx": round_by or None},
    )


def circle(css: str, x: float, y: float, radius: float) -> Markup:
    """Return a circle."""
    return element("circle", {"class": css, "cx": x, "cy": y, "r": radius})


def path(css: str, line: str) -> Markup:
    """Return a path."""
    return element("path", {"class": css, "d": line})


def label(css: str, x: float, y: float, words: str) -> Markup:
    """Return a text centred on a point."""
    return element("text", {"class": css, "x": x, "y": y}, words)


def drawing(width: float, height: float, spoken: str, *children: str) -> Markup:
    """Return a complete SVG; `spoken` is its text alternative for screen readers."""
    return element(
        "svg",
        {
            "class": "drawing",
            "viewBox": f"0 0 {_value(float(width))} {_value(float(height))}",
            "width": width,
            "height": height,
            "role": "img",
            "aria-label": spoken,
        },
        *children,
    )
