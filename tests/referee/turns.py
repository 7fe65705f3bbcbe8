"""Phases 2 and 3 of one player: modify the die, then fire or activate a system."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .dice import propeller_roll
from .formations import formations
from .sheet import WITHOUT_SWITCH
from .table import Player, Table


@dataclass(frozen=True)
class Draft:
    """Phase 1 of a round: the die each seat took, and the one that is left."""

    number: int
    taken: dict[int, int]
    left: int


def play_turn(table: Table, draft: Draft, turn: dict[str, Any]) -> Iterator[str]:
    """Check a turn, and mark it on its player's sheet."""
    player = table.players[turn["seat"]]
    modify = turn["modify"]
    if modify is not None:
        yield from use_objections(table, player, modify["system"])
        yield from detail_objections(table, draft, turn)
        player.uses[modify["system"]] += 1
    face = face_after(draft, turn)
    if turn["face"] != face:
        yield f".face: is {turn['face']}, the die shows {face}."
    if "activate" in turn:
        yield from activate(table, player, turn["activate"])
    else:
        yield from fire(table, player, turn)


def use_objections(table: Table, player: Player, system: str) -> Iterator[str]:
    """Object to using a system that is inactive or used up."""
    if not table.is_active(system, player):
        yield f".modify: the {system} is not active."
    limit = table.sheet.limits.get(system)
    if limit is not None and player.uses[system] >= limit:
        yield f".modify: the {system} has been used {limit} times already."


def detail_objections(table: Table, draft: Draft, turn: dict[str, Any]) -> Iterator[str]:
    """Object to an impossible tower step, an invalid target of the fins, or a wrong roll."""
    modify, die, dice = turn["modify"], turn["die"], table.record["dice"]
    if modify["system"] == "tower" and die + modify["step"] not in range(1, 7):
        yield f".modify.step: a {die} cannot be turned by {modify['step']}."
    if modify["system"] == "fins":
        yield from fins_objections(table, turn["seat"], modify)
    if modify["system"] == "propeller" and dice["seed"] is not None:
        roll = propeller_roll(dice, draft.number, turn["seat"])
        if modify["roll"] != roll:
            yield f".modify.roll: is {modify['roll']}, the seed gives {roll}."


def fins_objections(table: Table, seat: int, modify: dict[str, Any]) -> Iterator[str]:
    """Object to fins that don't copy another player's die; in solo there is only one to copy."""
    if table.is_solo:
        if "seat" in modify:
            yield ".modify.seat: in solo the fins name no seat."
        return
    others = set(range(len(table.players))) - {seat}
    if modify.get("seat") not in others:
        yield f".modify.seat: {modify.get('seat')} is not another player."


def face_after(draft: Draft, turn: dict[str, Any]) -> int:
    """Return the face of a die after its modification; some systems don't change it."""
    modify, die = turn["modify"] or {"system": None}, int(turn["die"])
    match modify["system"]:
        case "periscope":
            return 7 - die
        case "tower":
            return die + int(modify["step"])
        case "fins":
            return draft.taken.get(modify["seat"], die) if "seat" in modify else draft.left
        case "propeller":
            return int(modify["roll"])
    return die


def activate(table: Table, player: Player, system: str) -> Iterator[str]:
    """Activate a system; object if that is not allowed."""
    if not table.has_switches:
        yield ".activate: there is nothing to activate in Training."
    if system in WITHOUT_SWITCH:
        yield f".activate: the {system} has no switch."
    if system not in table.sheet.targets:
        yield f".activate: there is no {system} on this sheet."
    if system in player.switched:
        yield f".activate: the {system} is already on."
    if system in player.lost:
        yield f".activate: the {system} is destroyed."
    player.switched.add(system)


def fire(table: Table, player: Player, turn: dict[str, Any]) -> Iterator[str]:
    """Mark a shot; object to an invalid formation or wrong counts."""
    shot = {(row, column) for row, column in turn["fire"]}
    if turn["fire"] != [list(torpedo) for torpedo in sorted(shot)]:
        yield ".fire: the torpedoes must be sorted, each on a field of its own."
    system = turn["modify"]["system"] if turn["modify"] else None
    if shot not in formations(table.sheet.rows, table.sheet.columns, turn["face"], system):
        yield f".fire: is no formation of a {turn['face']} with {system or 'no system'}."
    hits = shot & table.sheet.target_fields - player.hits
    misses = len(turn["fire"]) - len(hits)
    if turn["hits"] != len(hits):
        yield f".hits: is {turn['hits']}, counted {len(hits)}."
    if turn["misses"] != misses:
        yield f".misses: is {turn['misses']}, counted {misses}."
    player.hits |= hits
    player.misses += misses
