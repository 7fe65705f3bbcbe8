"""The icons: one set, shared with the page."""

from __future__ import annotations

from torpedo_dice.rulebook.icons import icon, icon_paths
from torpedo_dice.rules import System


def test_the_icons_are_those_of_the_page() -> None:
    """Each system has an icon in the page's icon file."""
    assert {*(system.id for system in System), "skull", "explosion", "submarine"} <= set(
        icon_paths()
    )


def test_an_icon_is_centred_on_its_point() -> None:
    """It is moved by half its size and scaled from the icons' square of 24."""
    drawn = icon("skull", 20, 30, 12)
    assert 'transform="translate(14 24) scale(0.5)"' in drawn
    assert icon_paths()["skull"] in drawn
