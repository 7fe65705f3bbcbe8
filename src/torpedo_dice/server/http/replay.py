"""A record as a film: the public view after every step of a finished game."""

from __future__ import annotations

from collections.abc import Iterator

from torpedo_dice.record import Finding, RecordData, Replay, StepKind, verify
from torpedo_dice.rules import Sentence
from torpedo_dice.server.messages.events import event_message
from torpedo_dice.server.messages.rest import Film, FilmStep
from torpedo_dice.server.table.seat import SeatState
from torpedo_dice.server.table.views import Scene, ViewWriter

# Far more than any game has; the limit bounds the work for a hostile record.
MAX_ROUNDS = 400


def film(record: RecordData) -> Film:
    """Return every step of a record; a Finding if it is not valid."""
    rounds = record.get("rounds")
    if isinstance(rounds, list) and len(rounds) > MAX_ROUNDS:
        raise Finding("rounds", Sentence("has more than {count} entries", count=MAX_ROUNDS))
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
    for step in replay.steps():
        rounds_shown = step.game.round - (step.kind is not StepKind.ROUND_ENDED)
        scene = Scene(
            sheet=record["sheet"],
            seats=seats,
            game=step.game,
            commitment=dice["commitment"],
            nonces=dice["nonces"],
            seed=dice["seed"] if step.game.is_over else None,
            last_round=record["rounds"][rounds_shown - 1] if rounds_shown else None,
        )
        yield FilmStep(
            round=step.game.round,
            step=step.kind.value,
            seat=step.seat,
            events=[event_message(event) for event in step.events],
            view=writer.write(scene, None),
        )
