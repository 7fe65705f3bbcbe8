"""A record as a film: the public view after every step of a finished game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Raw

from torpedo_dice.record import Finding, RecordData, Replay, verify
from torpedo_dice.rules import (
    Activated,
    Event,
    Finished,
    Fired,
    Game,
    Rolled,
    Seat,
    Sentence,
    Stage,
    Taken,
    TargetMask,
)
from torpedo_dice.server.messages.events import event_data, is_private, struck_fields
from torpedo_dice.server.messages.protocol import encode
from torpedo_dice.server.messages.rest import Film
from torpedo_dice.server.table.screen import Screen
from torpedo_dice.server.table.seat import SeatState

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
    return Film(
        mode=record["mode"],
        sheet=record["sheet"],
        players=record["players"],
        dice=record["dice"],
        first=record["first"],
        result=record["result"],
        steps=list(_Film(record).steps()),
    )


class _Film:
    """Replays a record and keeps what everybody could see."""

    def __init__(self, record: RecordData) -> None:
        self._record = record
        self._replay = Replay(record)
        seats = [SeatState(p.kind, p.name, p.bot, None, []) for p in self._replay.players]
        self._screen = Screen(self._replay.game, seats)
        dice = record["dice"]
        self._screen.roll_with(dice["commitment"], dice["nonces"], dice["seed"])

    def steps(self) -> Iterator[dict[str, Any]]:
        for index in range(len(self._replay.rounds)):
            game = self._replay.game
            before = game.copy()
            events = self._replay.play_round(index)
            yield from self._round(before, self._replay.game, events)

    def _round(self, seen: Game, after: Game, events: list[Event]) -> Iterator[dict[str, Any]]:
        """Show a round step by step. `seen` is the game as far as the film has come."""
        hits = [player.hits for player in seen.players]
        rest: list[Event] = []
        for event in events:
            if is_private(event) or isinstance(event, Finished):
                continue
            if isinstance(event, Rolled):
                seen.round, seen.dice, seen.stage = event.round, event.dice, Stage.TAKE
                yield self._step("rolled", None, [event], seen, hits)
            elif isinstance(event, Taken):
                seen.players[event.seat].pick = event.pick
                if all(player.pick is not None for player in seen.players):
                    seen.stage = Stage.ACT
                yield self._step("taken", event.seat, [event], seen, hits)
            elif isinstance(event, Fired | Activated):
                self._reveal(seen, after, event, hits)
                yield self._step("revealed", event.seat, [event], seen, hits)
            else:
                rest.append(event)
        self._screen.last_round = encode(self._record["rounds"][after.round - 1])
        yield self._step("round_ended", None, rest, after, hits)

    def _reveal(
        self, seen: Game, after: Game, event: Fired | Activated, hits: list[TargetMask]
    ) -> None:
        """Show one seat's own marks; what they destroy is shown at the end of the round."""
        mine, done = seen.players[event.seat], after.players[event.seat]
        mine.hits, mine.reserve, mine.skull = done.hits, done.reserve, done.skull
        mine.switched, mine.uses = done.switched, done.uses
        if isinstance(event, Fired):
            struck = struck_fields(seen.sheet, event.fields, hits[event.seat])
            self._screen.misses_at[event.seat] += [
                spot for spot in event.fields if spot not in struck
            ]

    def _step(
        self,
        step: str,
        seat: Seat | None,
        events: list[Event],
        game: Game,
        hits: list[TargetMask],
    ) -> dict[str, Any]:
        return {
            "round": game.round,
            "step": step,
            "seat": seat,
            "events": [event_data(event, game, hits) for event in events],
            "view": Raw(self._screen.show(game, None)),
        }
