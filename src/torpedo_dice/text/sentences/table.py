"""The table as a player sees it: grid, dashboard, other players, a sheet."""

from __future__ import annotations

from torpedo_dice.locale.texts import Plural, Text


class TableSentences:
    """Sentences about the state of the game."""

    ATTACKS = Text("{name} attacks {target}’s submarine.")
    GRID_TITLE = Text("{target}’s submarine, attacked by {name} ({hits} of {targets} targets hit)")
    GRID_TITLE_SOLO = Text("The enemy submarine ({hits} of {targets} targets hit)")
    LEGEND = Text("1-{last}: target   X: hit   *: miss   o: hull   .: water")
    LEGEND_SHOT = Text("[ ]: your shot")
    DASHBOARD_TITLE = Text("{name}’s systems")
    RESERVE_LINE = Text("Reserve torpedoes: {reserve} of {all}. Skull: {skull}.")
    SKULL_MARKED = Text("marked")
    SKULL_FREE = Text("not marked")
    BOXES_MARKED = Text("{hits} of {all} boxes marked")
    FIELDS_HIT = Text("{hits} of {all} fields hit")
    EXPLOSIONS = Text("Explosion boxes: {marked} of {all}.")
    GLANCE_STATE = Text("{state}: {systems}.")
    GLANCE_DAMAGE = Text("Hits on your systems: {systems}.")
    DAMAGE = Text("{system} {hits} of {all}")
    GLANCE_OTHER = Text("{name}: {hits} so far, {reserve} left.")
    OTHER = Text("{name}: {hits} so far, {reserve} left; active: {active}; destroyed: {destroyed}.")
    OTHER_CHOSE = Text("{name} has already chosen.")
    SYSTEM_TO_HIT = Text("{number} {system}: {left} of {all} fields to hit: {fields}.")
    SYSTEM_GONE = Text("{number} {system}: destroyed.")
    MISSES_SO_FAR = Text("Misses so far: {fields}.")
    SYSTEM_STATE = Text("{number} {system}, {screen}: {state}; {damage}.")
    SHEET_TITLE = Text("The sheet {sheet}")
    SHEET_LIMIT = Plural("{system}: {count} use per game", "{system}: {count} uses per game")
    SHEET_SCREEN = Text("{screen}: {systems}")
    SHEET_RESERVE = Text("reserve torpedoes: {count}")
    SHEET_BOXES = Text("automaton: {boxes} boxes per system, {explosions} explosion boxes")
    SHEET_ARROWS = Text("automaton’s arrows: {systems}")
