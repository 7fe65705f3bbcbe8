"""The dashboard: whether each of a player's own systems is active and, if not, why."""

from __future__ import annotations

from enum import StrEnum

from torpedo_dice.rules.player import Player
from torpedo_dice.rules.sheet import Sheet
from torpedo_dice.rules.systems import System


class Status(StrEnum):
    """The state of a player's own system, as shown by its lamp on the dashboard."""

    READY = "ready"
    READY_BY_SCREEN = "ready_by_screen"
    OFF = "off"
    SCREEN_INCOMPLETE = "screen_incomplete"
    USES_SPENT = "uses_spent"
    DESTROYED = "destroyed"

    @property
    def is_active(self) -> bool:
        """Whether the system can be used."""
        return self in (Status.READY, Status.READY_BY_SCREEN)


def uses_left(sheet: Sheet, player: Player, system: System) -> int | None:
    """Return how many uses of a system are left; None if it is unlimited."""
    if not sheet.limits:
        return None
    for (limited, limit), used in zip(sheet.limits, player.uses, strict=True):
        if limited is system:
            return limit - used
    return None


def status(sheet: Sheet, player: Player, system: System) -> Status:
    """Return the state of a player's own system."""
    if player.destroyed & system.bit:
        return Status.DESTROYED
    if uses_left(sheet, player, system) == 0:
        return Status.USES_SPENT
    if not sheet.is_mission:
        return Status.READY
    if system.has_switch:
        return Status.READY if player.switched & system.bit else Status.OFF
    # Artillery and portholes are active if both screen mates are switched on or destroyed.
    mates = sheet.screen_mates[system]
    complete = mates & (player.switched | player.destroyed) == mates
    return Status.READY_BY_SCREEN if complete else Status.SCREEN_INCOMPLETE


def can_switch_on(sheet: Sheet, player: Player, system: System) -> bool:
    """Whether a player may activate the system instead of firing."""
    return (
        sheet.is_mission
        and system in sheet.systems
        and system.has_switch
        and not (player.switched | player.destroyed) & system.bit
    )
