"""Map each refusal of a move to the rule in the rulebook that explains it."""

from __future__ import annotations

from typing import Final

from torpedo_dice.rules import MoveError, Status

# The anchor of the rule for each error code that a player's move can cause.
RULES: Final = {
    "stage_start": "ruling-start",
    "stage_roll": "round",
    "stage_take": "phase-1",
    "stage_act": "round",
    "stage_over": "end",
    "not_your_turn": "phase-1",
    "die_taken": "phase-1",
    "already_modified": "phase-2",
    "already_finished": "same-time",
    "nothing_to_take_back": "same-time",
    "roll_pending": "propeller",
    "tower_wrap": "tower",
    "fins_own_die": "fins",
    "no_such_system": "modes",
    "no_switches": "modes",
    "no_switch": "no-switch",
    "already_on": "switch",
    "system_off": "switch",
    "system_screen_incomplete": "no-switch",
    "system_uses_spent": "ruling-limits",
    "system_destroyed": "destroyed",
    "torpedo_count": "fire",
    "formation": "formations",
    "off_the_grid": "edge",
}


def rule_of(error: MoveError) -> str | None:
    """Return the anchor of the rule that a move breaks; None if the move is malformed."""
    return RULES.get(error.code)


def rule_of_status(status: Status) -> str | None:
    """Return the anchor of the rule that makes a system unusable; None if it is usable."""
    return RULES.get(f"system_{status}")
