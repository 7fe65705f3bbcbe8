"""What a view tells, in short; and whether it tells what others have chosen too early.

Choices take effect when a round is resolved. So within a round, a view may differ from another one
of the same table only in what is public (who has taken which die, who has chosen) and in what
belongs to the viewer, which depends on the viewer's own choice alone. This also finds a choice that
is visible only in its effects, such as a reserve that is used up too early.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

Data = dict[str, Any]
# What may change within a round: in a view, and in its description of a seat.
_PUBLIC = {"number", "stage", "to_move", "die_left"}
_PUBLIC_OF_SEAT = {"pick", "die", "finished", "clock_out"}
# What is checked by itself, because it belongs to the viewer.
_OWN = {"seat", "options", "seats"}
# Who sits at a seat can change at any time.
_PERSON = {"name", "kind", "bot", "stand_in", "character", "resigned"}


def view_facts(view: Data) -> Data:
    """Return what `leaks` needs of a view, with digests of the parts that must not change."""
    seats = view["seats"]
    fixed: Data = {"view": _digest(_without(view, _PUBLIC | _OWN))}
    for seat in seats:
        name = f"seat {seat['seat']}"
        ignored = _PUBLIC_OF_SEAT | _PERSON | {"choice"}
        fixed[f"{name}'s sheet"] = _digest(_without(seat, ignored))
        fixed[f"{name}'s die, pick {seat.get('pick')}"] = seat.get("die")
    return {
        **{key: view[key] for key in ("seat", "number", "stage", "round", "to_move")},
        "has_seed": view["seed"] is not None,
        "has_options": any(view["options"].values()),
        "options": _digest(view["options"]),
        "picks": [seat.get("pick") for seat in seats],
        "choices": {str(s["seat"]): s["choice"] for s in seats if s.get("choice") is not None},
        "fixed": fixed,
    }


def _without(data: Data, keys: set[str]) -> Data:
    return {key: value for key, value in data.items() if key not in keys}


def _digest(data: Data) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]


def leaks(table: str, lines: list[Data]) -> Iterator[str]:
    """Yield what the clients of a table saw too early in their views."""
    told: dict[str, int] = defaultdict(int)
    # What was first seen in a round, which all later views of it must repeat.
    first: dict[object, object] = {}
    for line in lines:
        if line["what"] != "events":
            continue
        client = line["client"]
        told[client] = max([told[client], *(event["number"] for event in line["events"])])
        for view in line.get("views", []):
            reasons = [*_others(view, line["seat"], told[client]), *_changes(view, first)]
            yield from (
                f"{table}: {client} {reason} in round {view['round']}" for reason in reasons
            )


def _others(view: Data, seat: int | None, told: int) -> Iterator[str]:
    """Yield what a single view shows that this client may not see."""
    if view["seat"] != seat:
        yield f"received the view of seat {view['seat']}"
    for other, choice in view["choices"].items():
        if other != str(seat):
            yield f"saw the choice of seat {other}: {choice}"
    if seat is None and view["has_options"]:
        yield "saw the options of a seat as a spectator"
    if view["number"] > told:
        yield f"saw the effects of event {view['number']}, but was told {told} events"
    if view["has_seed"] and view["stage"] != "over":
        yield "saw the seed"


def _changes(view: Data, first: dict[object, object]) -> Iterator[str]:
    """Yield what has changed in a view although its round isn't resolved."""
    if view["stage"] not in ("take", "act"):
        return
    for name, value in view["fixed"].items():
        if first.setdefault((view["round"], name), value) != value:
            yield f"saw a change before the end: {name}"
    known = ("seat", "round", "stage", "to_move", "picks", "choices")
    key = json.dumps([view[name] for name in known])
    if first.setdefault(key, view["options"]) != view["options"]:
        yield "saw options that depend on what others have chosen"
