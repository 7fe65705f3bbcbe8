"""The page's icons, shared with the rulebook."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from torpedo_dice.rulebook.svg import Markup, group, path

_FILE = Path(__file__).parents[1] / "web" / "js" / "render" / "icon-paths.js"
# Side length of the icons' view box.
_SQUARE = 24


@cache
def icon_paths() -> dict[str, str]:
    """Return each icon's path; the file is JSON wrapped in a JavaScript module."""
    _, data = _FILE.read_text(encoding="utf-8").split("export default", 1)
    paths: dict[str, str] = json.loads(data.rstrip().removesuffix(";"))
    return paths


def icon(name: str, x: float, y: float, size: float, css: str = "draw-icon") -> Markup:
    """Return an icon centred on a point."""
    corner = size / 2
    return group(x - corner, y - corner, path(css, icon_paths()[name]), scale=size / _SQUARE)
