"""A round: the roll, the draft, every turn, what is destroyed, and in solo the automaton."""

from collections.abc import Iterator
from typing import Any

from .automaton import fire_automaton
from .dice import round_dice
from .sheet import number_of
from .table import Fall, Table
from .turns import Draft, play_turn


def start_objections(table: Table, number: int, played: dict[str, Any]) -> Iterator[str]:
    """Object to a wrong start player, or to dice that don't match the seed."""
    players = len(table.players)
    start = (table.record["first"] + number - 1) % players
    if played["start"] != start:
        yield f".start: is {played['start']}, it is seat {start}'s turn to start."
    if len(played["dice"]) != players + 1:
        yield f".dice: are {len(played['dice'])}, must be {players + 1}."
    elif table.record["dice"]["seed"] is not None:
        rolled = round_dice(table.record["dice"], number, players + 1)
        if played["dice"] != rolled:
            yield f".dice: are {played['dice']}, the seed gives {rolled}."


def draft_objections(table: Table, played: dict[str, Any]) -> Iterator[str]:
    """Object to a draft out of order, or to a die that doesn't exist or is already taken."""
    seats = [turn["seat"] for turn in played["turns"]]
    if seats != table.seats_from(played["start"]):
        yield f".turns: seats {seats} do not take their dice clockwise from the start player."
    there = set(range(len(played["dice"])))
    for index, turn in enumerate(played["turns"]):
        if turn["pick"] not in there:
            yield f".turns[{index}].pick: there is no die {turn['pick']} to take."
        there -= {turn["pick"]}


def play_round(table: Table, number: int, played: dict[str, Any]) -> Iterator[str]:
    """Check a round after a valid draft, and mark it on the table."""
    picks = [turn["pick"] for turn in played["turns"]]
    left = [die for index, die in enumerate(played["dice"]) if index not in picks]
    taken = {turn["seat"]: turn["die"] for turn in played["turns"]}
    before = [table.sheet.fallen(player.hits) for player in table.players]
    for index, turn in enumerate(played["turns"]):
        if turn["die"] != played["dice"][turn["pick"]]:
            yield f".turns[{index}].die: is {turn['die']}, not the die it picked."
        for objection in play_turn(table, Draft(number, taken, left[0]), turn):
            yield f".turns[{index}]{objection}"
    falls = fallen_in_round(table, before)
    if table.is_solo:
        yield from fire_automaton(table, left[0], falls, played["automaton"])
    elif played["automaton"] is not None:
        yield ".automaton: plays only in solo."
    yield from destroyed_objections(falls, played["destroyed"])


def fallen_in_round(table: Table, before: list[set[str]]) -> list[Fall]:
    """Return the systems that the players' shots have destroyed, and mark their owners' losses."""
    falls: list[Fall] = []
    for seat, player in enumerate(table.players):
        fallen = table.sheet.fallen(player.hits) - before[seat]
        owner = None if table.is_solo else table.seats_from(seat)[1]
        falls += [(owner, system) for system in fallen]
        if owner is not None:
            table.players[owner].lost |= fallen
    return falls


def destroyed_objections(falls: list[Fall], destroyed: list[dict[str, Any]]) -> Iterator[str]:
    """Object to a list of destroyed systems that is wrong or out of order."""
    expected = sorted(falls, key=by_owner_and_number)
    listed = [(entry["seat"], entry["system"]) for entry in destroyed]
    if listed != expected:
        yield f".destroyed: is {listed}, must be {expected}."


def by_owner_and_number(fall: Fall) -> tuple[int, int]:
    """Sort by the owner's seat, the automaton's submarine first, then by system number."""
    owner, system = fall
    return (-1 if owner is None else owner, number_of(system))
