"""The pictures of the rulebook, each drawn on demand from the real rules."""

from __future__ import annotations

from collections.abc import Callable

from torpedo_dice.rulebook.pictures import (
    automaton,
    dashboard,
    endings,
    formations,
    shots,
    systems,
    table,
    worked_round,
)
from torpedo_dice.rulebook.svg import Markup
from torpedo_dice.rulebook.words import Words

# By their names in the texts, such as `{picture:periscope}`.
PICTURES: dict[str, Callable[[Words], Markup]] = {
    "seats": table.seats,
    "dice-count": table.dice_count,
    "submarine": shots.submarine,
    "dashboard": dashboard.dashboard,
    "draft": table.draft,
    "periscope": systems.periscope,
    "artillery": systems.artillery,
    "tower": systems.tower,
    "fins": systems.fins,
    "engine": systems.engine,
    "portholes": systems.portholes,
    "propeller": systems.propeller,
    "formations": formations.formations,
    "shot": shots.shot_on_target,
    "edge": shots.shot_over_edge,
    "skull": shots.shot_with_skull,
    "switches": dashboard.switches,
    "solo-panel": automaton.solo_panel,
    "round-dice": worked_round.dice,
    "round-systems": worked_round.systems,
    "round-shots": worked_round.shots,
    "round-fallen": worked_round.fallen,
    "sinking": endings.endings_by_sinking,
    "scoring": endings.endings_by_skull,
    "solo-end": endings.endings_of_solo,
    "ranks": endings.ranks,
}
