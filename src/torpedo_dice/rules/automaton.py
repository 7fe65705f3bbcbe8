"""The automaton of the solo game: where its shot lands, and what it marks on the solo panel."""

from __future__ import annotations

from torpedo_dice.rules.events import AutomatonFired, Effect
from torpedo_dice.rules.formations import Face
from torpedo_dice.rules.player import Player
from torpedo_dice.rules.sheet import Sheet, SoloPanel
from torpedo_dice.rules.systems import System


def automaton_fires(
    sheet: Sheet, panel: SoloPanel, player: Player, die: Face, *, exploded: bool
) -> AutomatonFired:
    """Fire the automaton's shot with the die that was left, and mark what it hits.

    `exploded` means that an explosion box was marked in this round: the automaton then misses a
    system that is already destroyed, but not an intact one.
    """
    aimed = System(die)
    if not player.destroyed & aimed.bit:
        return AutomatonFired(die, aimed, aimed, _mark(sheet, panel, player, aimed))
    if exploded:
        return AutomatonFired(die, aimed, aimed, Effect.MISSED)
    system = _next_standing(panel, player, aimed)
    return AutomatonFired(die, aimed, system, _mark(sheet, panel, player, system))


def _next_standing(panel: SoloPanel, player: Player, aimed: System) -> System:
    """Follow the arrows to the next intact system; there is one, or the game would be over."""
    after = panel.arrows.index(aimed) + 1
    ahead = panel.arrows[after:] + panel.arrows[:after]
    return next(system for system in ahead if not player.destroyed & system.bit)


def _mark(sheet: Sheet, panel: SoloPanel, player: Player, system: System) -> Effect:
    """Mark a box of a system; marking the last one destroys it."""
    boxes = list(player.boxes)
    index = sheet.systems.index(system)
    boxes[index] += 1
    player.boxes = tuple(boxes)
    if boxes[index] < panel.boxes:
        return Effect.HIT
    player.destroyed |= system.bit
    return Effect.DESTROYED
