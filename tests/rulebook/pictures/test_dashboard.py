"""The pictures of the dashboard show what is active according to the rules."""

from __future__ import annotations

from tests.rulebook.pictures.drawings import drawn, having, panels
from torpedo_dice.rulebook.pictures import dashboard
from torpedo_dice.rules import System, status
from torpedo_dice.sheets import load_sheet


def test_the_dashboard_is_dark_at_the_start() -> None:
    """Each system is on its screen, no lamp is lit, and switches are where the rules have one."""
    sheet, picture = load_sheet("mission"), drawn("dashboard")
    assert len(panels(picture)) == len(sheet.screens)
    assert len(having(picture, "draw-system")) == len(sheet.systems)
    assert not having(picture, "draw-lit")
    assert len(having(picture, "draw-switch")) == sum(s.has_switch for s in sheet.systems)


def test_the_five_switch_cases() -> None:
    """The portholes' lamp is lit exactly where the rules say so, and the note agrees."""
    sheet = load_sheet("mission")
    mates = (System.ENGINE, System.PROPELLER)
    lit = []
    for states, panel in zip(dashboard.CASES, panels(drawn("switches")), strict=True):
        player = dashboard.player_in_case(sheet, dict(zip(mates, states, strict=True)))
        is_active = status(sheet, player, System.PORTHOLES).is_active
        (tile,) = having(panel, "portholes")
        assert bool(having(tile, "draw-lit")) is is_active
        assert ("inactive" in (panel.get("aria-label") or "")) is not is_active
        lit.append(is_active)
    assert lit == [True, True, True, False, False]
