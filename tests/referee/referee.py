"""Replays a game record by the rules and gives every objection to it.

A second reading of the rules, in sets of fields; it imports nothing of the package it judges.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from .dice import commitment_of, first_seat
from .result import result_objections, verdict
from .rounds import draft_objections, play_round, start_objections
from .shape import shape_objections
from .sheet import sheet_objections
from .table import laid_table


def objections(record: Any) -> list[str]:
    """Give every objection to a record, each a sentence that begins with the place.

    A record without a sound form or sheet is not replayed, and the replay stops at a round whose
    draft cannot be followed: what comes after it has no meaning.
    """
    if not isinstance(record, dict):
        return ["record: is not an object."]
    found = digest_objections(record)
    malformed = shape_objections(record) or sheet_objections(record)
    if malformed:
        return [*malformed, *found]
    return [*seed_objections(record), *first_objections(record), *replay(record), *found]


def digest_of(record: dict[str, Any]) -> str:
    """Give the digest that a record must have."""
    rest = {key: value for key, value in record.items() if key != "digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def digest_objections(record: dict[str, Any]) -> list[str]:
    """Object to a digest that does not fit the record."""
    return [] if record.get("digest") == digest_of(record) else ["digest: does not fit."]


def seed_objections(record: dict[str, Any]) -> Iterator[str]:
    """Object to a seed told too early or not at all, or not the one committed to."""
    seed = record["dice"]["seed"]
    if (seed is None) != (record["result"]["reason"] == "unfinished"):
        yield "dice.seed: must be null while the game runs, and revealed when it is over."
    if seed is not None and commitment_of(seed) != record["dice"]["commitment"]:
        yield "dice.commitment: is not the SHA-256 of the seed."


def first_objections(record: dict[str, Any]) -> Iterator[str]:
    """Object to a first start player who is not at the table, or was not drawn."""
    players, first = len(record["players"]), record["first"]
    if first >= players:
        yield f"first: there is no seat {first}."
    elif players > 1 and record["options"]["first"] == "drawn" and record["dice"]["seed"]:
        drawn = first_seat(record["dice"], players)
        if first != drawn:
            yield f"first: is {first}, the seed gives {drawn}."


def replay(record: dict[str, Any]) -> Iterator[str]:
    """Play all rounds again and object to whatever differs, up to the result."""
    table = laid_table(record)
    for index, played in enumerate(record["rounds"]):
        place = f"rounds[{index}]"
        if verdict(table)[0] != "unfinished":
            yield f"{place}: the game was over before."
            return
        yield from (place + found for found in start_objections(table, index + 1, played))
        broken = [place + found for found in draft_objections(table, played)]
        yield from broken
        if broken or len(played["dice"]) != len(table.players) + 1:
            return
        yield from (place + found for found in play_round(table, index + 1, played))
    yield from result_objections(table)
