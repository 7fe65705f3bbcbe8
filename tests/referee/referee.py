"""Replay a game record by the rules and collect every objection to it.

An independent implementation of the rules, based on sets of fields; it imports nothing from the
package it judges.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from .dice import commitment_of, first_seat, nonce_objections
from .result import result_objections, verdict
from .rounds import draft_objections, play_round, start_objections
from .shape import shape_objections
from .sheet import sheet_objections
from .table import laid_table


def objections(record: Any) -> list[str]:
    """Return every objection to a record, each a sentence that starts with its location.

    A record with a malformed structure or sheet is not replayed. The replay stops at a round with
    an invalid draft, because nothing after it is meaningful.
    """
    if not isinstance(record, dict):
        return ["record: is not an object."]
    found = digest_objections(record)
    malformed = shape_objections(record) or sheet_objections(record)
    if malformed:
        return [*malformed, *found]
    dice = [*nonce_objections(record), *seed_objections(record), *first_objections(record)]
    return [*dice, *replay(record), *found]


def digest_of(record: dict[str, Any]) -> str:
    """Return the correct digest of a record."""
    rest = {key: value for key, value in record.items() if key != "digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def digest_objections(record: dict[str, Any]) -> list[str]:
    """Object to a digest that doesn't match the record."""
    return [] if record.get("digest") == digest_of(record) else ["digest: does not fit."]


def seed_objections(record: dict[str, Any]) -> Iterator[str]:
    """Object to a seed that is revealed too early, missing, or doesn't match its commitment."""
    seed = record["dice"]["seed"]
    if (seed is None) != (record["result"]["reason"] == "unfinished"):
        yield "dice.seed: must be null while the game runs, and revealed when it is over."
    if seed is not None and commitment_of(seed) != record["dice"]["commitment"]:
        yield "dice.commitment: isn’t the SHA-256 of the seed."


def first_objections(record: dict[str, Any]) -> Iterator[str]:
    """Object to a first start player who doesn't exist or wasn't drawn."""
    players, first = len(record["players"]), record["first"]
    if first >= players:
        yield f"first: there is no seat {first}."
    elif players > 1 and record["options"]["first"] == "drawn" and record["dice"]["seed"]:
        drawn = first_seat(record["dice"], players)
        if first != drawn:
            yield f"first: is {first}, the seed gives {drawn}."


def replay(record: dict[str, Any]) -> Iterator[str]:
    """Replay all rounds and object to every difference, including the result."""
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
