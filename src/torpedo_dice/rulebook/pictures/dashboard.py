"""The dashboard: its screens, and the five combinations of switches around the portholes."""

from __future__ import annotations

from torpedo_dice.rulebook.drawn import TILE, panel, panels, tile
from torpedo_dice.rulebook.svg import Markup, drawing, rect
from torpedo_dice.rulebook.words import Words
from torpedo_dice.rules import Player, Sheet, Status, System, status
from torpedo_dice.sheets import load_sheet

_PAD = 8
# All combinations of states of the two systems next to one without a switch.
CASES: tuple[tuple[str, str], ...] = (
    ("on", "on"),
    ("on", "destroyed"),
    ("destroyed", "destroyed"),
    ("on", "off"),
    ("off", "off"),
)


def player_in_case(sheet: Sheet, states: dict[System, str]) -> Player:
    """Return a player whose systems are in the given states."""
    player = Player.at_start(sheet, solo=False)
    for system, state in states.items():
        player.switched |= system.bit if state == "on" else 0
        player.destroyed |= system.bit if state == "destroyed" else 0
    return player


def screen_of(sheet: Sheet, system: System) -> tuple[System, ...]:
    """Return the screen that a system is on."""
    return next(screen for screen in sheet.screens if system in screen)


def dashboard(words: Words) -> Markup:
    """Draw the three screens at the start of a Mission."""
    sheet = load_sheet("mission")
    player = Player.at_start(sheet, solo=False)
    return panels(
        *(
            panel(screen_drawing(words, sheet, player, screen, _names(words, screen)))
            for screen in sheet.screens
        )
    )


def _names(words: Words, systems: tuple[System, ...]) -> str:
    return ", ".join(f"{system.value} {words.system(system)}" for system in systems)


def switches(words: Words) -> Markup:
    """Draw the five cases."""
    sheet = load_sheet("mission")
    return panels(*(_case(words, sheet, states) for states in CASES))


def _case(words: Words, sheet: Sheet, states: tuple[str, str]) -> Markup:
    asked = System.PORTHOLES
    screen = screen_of(sheet, asked)
    mates = [system for system in screen if system is not asked]
    player = player_in_case(sheet, dict(zip(mates, states, strict=True)))
    parts = [told(words, mate, state) for mate, state in zip(mates, states, strict=True)]
    is_active = status(sheet, player, asked).is_active
    result = told(words, asked, "active" if is_active else "inactive")
    note = f"{', '.join(parts)}. {result}."
    return panel(screen_drawing(words, sheet, player, screen, note), note)


def told(words: Words, system: System, state: str) -> str:
    """Name a system and its state."""
    return words.say("state_of", system=words.system(system), state=words.say(f"state_{state}"))


def state_of(sheet: Sheet, player: Player, system: System) -> str:
    """Return the visual state of a system's tile."""
    found = status(sheet, player, system)
    if found is Status.DESTROYED:
        return "destroyed"
    return "on" if found.is_active else "off"


def screen_drawing(
    words: Words, sheet: Sheet, player: Player, screen: tuple[System, ...], spoken: str
) -> Markup:
    """Draw one screen of a player's dashboard, with switches where the sheet has them."""
    width = len(screen) * TILE - 6 + 2 * _PAD
    tiles = (
        tile(
            _PAD + place * TILE,
            _PAD,
            system,
            words.system(system),
            state_of(sheet, player, system),
            active=status(sheet, player, system).is_active,
            has_switch=sheet.is_mission and system.has_switch,
        )
        for place, system in enumerate(screen)
    )
    height = 74 + 2 * _PAD
    return drawing(width, height, spoken, rect("draw-screen", 0, 0, width, height, 12), *tiles)
