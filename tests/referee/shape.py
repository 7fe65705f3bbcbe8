"""The structure of a record: its keys, and the types of their values."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from .sheet import SYSTEMS

Check = Callable[[Any, str], Iterator[str]]


def anything(value: Any, place: str) -> Iterator[str]:
    """Accept anything."""
    yield from ()


def whole(low: int | None = None, high: int | None = None) -> Check:
    """Make a check for an integer within bounds."""

    def check(value: Any, place: str) -> Iterator[str]:
        if type(value) is not int:
            yield f"{place}: {value!r} is not a whole number."
        elif (low is not None and value < low) or (high is not None and value > high):
            yield f"{place}: {value} is out of bounds."

    return check


def text(pattern: str = r"(?s).*") -> Check:
    """Make a check for a string that matches a pattern."""

    def check(value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            yield f"{place}: {value!r} is not a text of the right form."

    return check


def truth(value: Any, place: str) -> Iterator[str]:
    """Check for a bool."""
    if not isinstance(value, bool):
        yield f"{place}: {value!r} is neither true nor false."


def one_of(*values: Any) -> Check:
    """Make a check for one of a few values, including their type."""

    def check(value: Any, place: str) -> Iterator[str]:
        if not any(type(value) is type(known) and value == known for known in values):
            yield f"{place}: {value!r} is none of {values}."

    return check


def null_or(inner: Check) -> Check:
    """Make a check for null or something else."""
    return lambda value, place: anything(value, place) if value is None else inner(value, place)


def list_of(inner: Check, *lengths: int) -> Check:
    """Make a check for a list, optionally of one of the given lengths."""

    def check(value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{place}: {value!r} is not a list."
            return
        if lengths and len(value) not in lengths:
            yield f"{place}: has {len(value)} entries."
        for index, entry in enumerate(value):
            yield from inner(entry, f"{place}[{index}]")

    return check


def an_object(**keys: Check) -> Check:
    """Make a check for an object with these keys; additional keys are allowed."""

    def check(value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{place}: {value!r} is not an object."
            return
        for key, inner in keys.items():
            where = f"{place}.{key}".removeprefix("record.")
            if key in value:
                yield from inner(value[key], where)
            else:
                yield f"{where}: is missing."

    return check


def player(value: Any, place: str) -> Iterator[str]:
    """Check a player; a bot must name its kind."""
    yield from an_object(name=text(), kind=one_of("human", "bot"))(value, place)
    if isinstance(value, dict) and value.get("kind") == "bot":
        yield from an_object(bot=text())(value, place)


def limits(value: Any, place: str) -> Iterator[str]:
    """Check the uses per game, by system."""
    if not isinstance(value, dict):
        yield f"{place}: {value!r} is not an object."
        return
    for system, uses in value.items():
        yield from whole(0)(uses, f"{place}.{system}")


def panel(value: Any, place: str) -> Iterator[str]:
    """Check the solo panel; the explosion boxes are optional."""
    yield from an_object(boxes=whole(1), arrows=list_of(SYSTEM))(value, place)
    if isinstance(value, dict) and "explosions" in value:
        yield from whole(0)(value["explosions"], f"{place}.explosions")


def modification(value: Any, place: str) -> Iterator[str]:
    """Check a modification, with the argument that its system requires."""
    yield from an_object(system=SYSTEM)(value, place)
    if isinstance(value, dict):
        details = {"tower": {"step": one_of(1, -1)}, "propeller": {"roll": FACE}}
        yield from an_object(**details.get(str(value.get("system")), {}))(value, place)
        if value.get("system") == "fins" and "seat" in value:
            yield from SEAT(value["seat"], f"{place}.seat")


def turn(value: Any, place: str) -> Iterator[str]:
    """Check a turn: a die, and then either a shot or an activation."""
    die = an_object(seat=SEAT, pick=whole(), die=FACE, modify=null_or(modification), face=FACE)
    yield from die(value, place)
    if not isinstance(value, dict):
        return
    if "activate" in value:
        yield from an_object(activate=SYSTEM)(value, place)
        for key in {"fire", "hits", "misses"} & value.keys():
            yield f"{place}.{key}: a turn has either a shot or an activation."
    else:
        yield from an_object(fire=list_of(FIELD), hits=whole(0), misses=whole(0))(value, place)


SYSTEM = one_of(*SYSTEMS)
FACE = whole(1, 6)
SEAT = whole(0, 3)
FIELD = list_of(whole(), 2)
HEX = r"[0-9a-f]"

RECORD = an_object(
    format=one_of("torpedo-dice"),
    version=one_of(1),
    mode=one_of("training", "mission", "solo"),
    options=an_object(
        solo_end=one_of("end_of_round", "after_fire"), first=one_of("drawn", "named")
    ),
    sheet=an_object(
        name=text(),
        grid=list_of(text()),
        reserve=whole(0),
        screens=list_of(list_of(SYSTEM)),
        limits=limits,
        solo=null_or(panel),
    ),
    players=list_of(player),
    dice=an_object(
        scheme=one_of("hmac-sha256/1", "hmac-sha256/2"),
        commitment=text(HEX + "{64}"),
        seed=null_or(text("[0-9a-fA-F]{64}")),
        nonces=list_of(text(HEX + "{0,128}")),
    ),
    first=SEAT,
    rounds=list_of(
        an_object(
            start=SEAT,
            dice=list_of(FACE),
            turns=list_of(turn),
            destroyed=list_of(an_object(seat=null_or(SEAT), system=SYSTEM)),
            automaton=null_or(
                an_object(
                    die=FACE,
                    system=null_or(SYSTEM),
                    effect=one_of("hit", "destroyed", "missed", "none"),
                )
            ),
        )
    ),
    result=an_object(
        reason=one_of("sunk", "skull", "all_skulls", "automaton", "resigned", "unfinished"),
        winners=list_of(SEAT),
        scores=list_of(whole()),
        skulls=list_of(SEAT),
        solo=null_or(an_object(won=truth, score=anything, rank=anything)),
    ),
    digest=text(HEX + "{64}"),
)


def shape_objections(record: Any) -> list[str]:
    """Return all objections to the structure of a record."""
    found = list(RECORD(record, "record"))
    if found:
        return found
    players = len(record["players"])
    wanted = {1} if record["mode"] == "solo" else {2, 3, 4}
    if players not in wanted:
        found.append(f"players: {players} cannot play {record['mode']}.")
    if len(record["dice"]["nonces"]) != players:
        found.append(f"dice.nonces: must be {players}, one a player.")
    if record["dice"]["scheme"] == "hmac-sha256/2":
        promises = an_object(nonce_commitments=list_of(null_or(text(HEX + "{64}")), players))
        found += promises(record["dice"], "dice")
    return found
