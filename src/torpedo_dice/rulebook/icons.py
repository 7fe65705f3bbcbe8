"""The icons of the page: the rulebook is drawn with the same ones."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from torpedo_dice.rulebook.svg import Markup, group, path

_FILE = Path(__file__).parents[1] / "web" / "js" / "render" / "icon-paths.js"
# The square that the icons are drawn in.
_SQUARE = 24


@cache
def icon_paths() -> dict[str, str]:
    """Return the line of each icon; the file is JSON behind the words of a module."""
    _, data = _FILE.read_text(encoding="utf-8").split("export default", 1)
    paths: dict[str, str] = json.loads(data.rstrip().removesuffix(";"))
    return paths


def icon(name: str, x: float, y: float, size: float, css: str = "draw-icon") -> Markup:
    """Return an icon around a place."""
    corner = size / 2
    return group(x - corner, y - corner, path(css, icon_paths()[name]), scale=size / _SQUARE)
