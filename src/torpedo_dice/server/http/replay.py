"""A record as a film: the public view after every step of a game.

Most of a view stays the same from step to step, so each step has only what changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from torpedo_dice.record import (
    Finding,
    RecordData,
    RecordError,
    Replay,
    StepKind,
    parse_record,
    verify,
)
from torpedo_dice.rules import Sentence
from torpedo_dice.server.messages.codec import encode
from torpedo_dice.server.messages.events import event_message
from torpedo_dice.server.messages.rest import Film, FilmStep
from torpedo_dice.server.messages.views import View
from torpedo_dice.server.table.seat import SeatState
from torpedo_dice.server.table.views import Scene, ViewWriter

# Bytes. The longest game that a record may describe needs two thirds of it.
MAX_FILM = 6 * 1024 * 1024


def encoded_film(data: bytes) -> bytes:
    """Return the film of a record, both as JSON; a Finding or RecordError if it is not valid."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise RecordError(Sentence("it isn’t UTF-8 text")) from None
    encoded = encode(film(parse_record(text)))
    if len(encoded) > MAX_FILM:
        raise Finding("rounds", Sentence("are too many to replay step by step"))
    return encoded


def film(record: RecordData) -> Film:
    """Return every step of a record; a Finding if it is not valid."""
    finding = verify(record)
    if finding is not None:
        raise finding
    constant = ("mode", "sheet", "players", "dice", "first", "result")
    return Film(**{key: record[key] for key in constant}, steps=list(_steps(record)))


def _steps(record: RecordData) -> Iterator[FilmStep]:
    replay = Replay(record)
    seats = [
        # A human may have moved again later, so only a bot's is shown throughout.
        SeatState(p.kind, p.name, p.bot, stand_in=p.stand_in if p.kind == "bot" else None)
        for p in replay.players
    ]
    dice = record["dice"]
    writer = ViewWriter()
    last: dict[str, Any] = {"seats": [{} for _ in seats]}
    for step in replay.steps():
        is_resolved = step.kind in (StepKind.ROUND_ENDED, StepKind.RESIGNED)
        rounds_shown = step.game.round - (not is_resolved)
        scene = Scene(
            sheet=record["sheet"],
            seats=seats,
            game=step.game,
            commitment=dice["commitment"],
            nonces=dice["nonces"],
            seed=dice["seed"] if step.game.is_over else None,
            last_round=record["rounds"][rounds_shown - 1] if rounds_shown else None,
        )
        now = view_parts(writer.write(scene, None))
        yield FilmStep(
            round=step.game.round,
            step=step.kind.value,
            seat=step.seat,
            events=[event_message(event) for event in step.events],
            view=view_changes(last, now),
        )
        last = now


def view_parts(view: View) -> dict[str, Any]:
    """Return a view as parts that can be compared."""
    return {**asdict(view), "seats": [asdict(seat) for seat in view.seats]}


def view_changes(last: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return what is new in a view; of a seat that changed, its number and what is new in it."""
    seats = [
        {"seat": seat["seat"], **_changed(before, seat)}
        for before, seat in zip(last["seats"], now["seats"], strict=True)
        if before != seat
    ]
    changed = {**_changed(last, now), "seats": seats}
    return changed if seats else {key: changed[key] for key in changed if key != "seats"}


def _changed(last: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in now.items() if key not in last or last[key] != part}
