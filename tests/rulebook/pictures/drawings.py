"""Draw a picture and read what it shows."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator

from torpedo_dice.rulebook import load_text
from torpedo_dice.rulebook.pictures import PICTURES


def drawn(name: str, language: str = "en") -> ET.Element:
    """Draw and parse a picture, which must be well-formed."""
    return ET.fromstring(PICTURES[name](load_text(language).words))  # noqa: S314  # our own markup


def having(picture: ET.Element, css: str) -> list[ET.Element]:
    """Return the elements with a class."""
    return [part for part in picture.iter() if css in part.get("class", "").split()]


def panels(picture: ET.Element) -> list[ET.Element]:
    """Return the drawings of a picture."""
    return having(picture, "drawing")


def pips(die: ET.Element) -> int:
    """Return the face of a drawn die."""
    return len(having(die, "draw-pip"))


def dice(picture: ET.Element) -> list[int]:
    """Return the faces of all dice in a drawing, in order."""
    return [pips(die) for die in having(picture, "draw-die")]


def rows(table: ET.Element) -> Iterator[list[str]]:
    """Yield the cells of each row of a table's body."""
    for row in table.iterfind(".//tbody/tr"):
        yield ["".join(cell.itertext()) for cell in row]
