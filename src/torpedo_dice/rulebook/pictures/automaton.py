"""The solo panel, shot by shot, as the rules mark it."""

from __future__ import annotations

from dataclasses import dataclass

from torpedo_dice.rulebook.drawn import cross, die, joined, nothing, panel, panels
from torpedo_dice.rulebook.icons import icon
from torpedo_dice.rulebook.svg import Markup, drawing, group, label, path, rect
from torpedo_dice.rulebook.words import Words
from torpedo_dice.rules import AutomatonFired, Effect, Face, Player, Sheet, SoloPanel, System
from torpedo_dice.rules.automaton import automaton_fires
from torpedo_dice.sheets import load_sheet

_STEP = 41


@dataclass(frozen=True)
class Scene:
    """One shot of the automaton: the die that was left, and the panel before and after."""

    die: Face
    exploded: bool
    fired: AutomatonFired
    before: tuple[int, ...]
    after: Player


def solo_panel_of(sheet: Sheet) -> SoloPanel:
    """Return the sheet's solo panel, which must exist."""
    if sheet.solo is None:
        raise ValueError(f"sheet {sheet.name!r} has no solo panel")
    return sheet.solo


# The dice left, and whether an enemy system was destroyed in that round.
SHOTS: tuple[tuple[Face, bool], ...] = ((6, False), (6, False), (6, True), (6, False), (3, True))


def scenes() -> list[Scene]:
    """Have the automaton fire the shots one after the other."""
    sheet = load_sheet("mission")
    player = Player.at_start(sheet, solo=True)
    found = []
    for left, exploded in SHOTS:
        before = player.boxes
        player = player.copy()
        player.explosions += exploded
        fired = automaton_fires(sheet, solo_panel_of(sheet), player, left, exploded=exploded)
        found.append(Scene(left, exploded, fired, before, player))
    return found


def solo_panel(words: Words) -> Markup:
    """Draw the shots step by step."""
    return panels(
        *(
            panel(_scene(words, scene, n), _note(words, scene, n))
            for n, scene in enumerate(scenes(), 1)
        )
    )


def _note(words: Words, scene: Scene, number: int) -> str:
    fired = scene.fired
    if fired.system is None:
        raise ValueError("every shot that is shown aims at a system")
    aimed = System(scene.die)
    name = words.system(fired.system)
    is_led_on = fired.system is not aimed
    key = {
        Effect.HIT: "automaton_led_on" if is_led_on else "automaton_hit",
        Effect.DESTROYED: "automaton_destroyed",
        Effect.MISSED: "automaton_missed",
    }[fired.effect]
    if fired.effect is Effect.HIT and scene.exploded:
        key = "automaton_hit_anyway"
    return f"{number}. {words.say(key, die=scene.die, system=name, aimed=words.system(aimed))}"


def _scene(words: Words, scene: Scene, number: int) -> Markup:
    sheet = load_sheet("mission")
    panel_of = solo_panel_of(sheet)
    count = len(panel_of.arrows)
    width = count * _STEP + 8
    boxes = (
        _system(sheet, panel_of, scene, place, system)
        for place, system in enumerate(panel_of.arrows)
    )
    bursts = (
        group(
            0,
            0,
            icon("explosion", 70 + place * 21, 16, 16),
            css="draw-burst draw-marked" if place < scene.after.explosions else "draw-burst",
        )
        for place in range(panel_of.explosions)
    )
    return drawing(
        width,
        110,
        _note(words, scene, number),
        rect("draw-screen", 0, 0, width, 110, 12),
        die(10, 6, scene.die, size=26),
        *bursts,
        *boxes,
    )


def _system(sheet: Sheet, panel_of: SoloPanel, scene: Scene, place: int, system: System) -> Markup:
    index = sheet.systems.index(system)
    marked, before = scene.after.boxes[index], scene.before[index]
    is_destroyed = bool(scene.after.destroyed & system.bit)
    is_struck = marked > before
    boxes = joined(
        group(
            4.5 + box * 13,
            42,
            rect("draw-box", 0, 0, 11, 11, 3),
            cross(5.500, 5.500, 9) if box < marked else nothing(),
            css="draw-fresh" if before <= box < marked else None,
        )
        for box in range(panel_of.boxes)
    )
    has_arrow = place < len(panel_of.arrows) - 1
    return group(
        6 + place * _STEP,
        42,
        rect("draw-tile", 0, 0, 33, 60, 7),
        rect("draw-tile-colour", 0, 0, 33, 4, 2),
        label("draw-number", 16.500, 33, str(system.value)),
        icon(system.id, 16.500, 14, 15),
        boxes,
        path("draw-pen", "M5 6L28 38M28 6L5 38") if is_destroyed else nothing(),
        path("draw-follow", "M35 20l4 4-4 4") if has_arrow else nothing(),
        css=f"draw-system {system.id}{' draw-struck' if is_struck else ''}",
    )
