"""A table without a server, for tests that play at it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from tests.server.players import choose, commitment_to, nonce_of
from torpedo_dice.server.messages.codec import encode
from torpedo_dice.server.messages.commands import (
    Command,
    MoveCommand,
    RevealCommand,
)
from torpedo_dice.server.messages.rest import HumanSeat, NewTable, SomeSeat
from torpedo_dice.server.table.commands import Reply, handle_command
from torpedo_dice.server.table.log import (
    Entry,
    entry_text,
    parse_entry,
)
from torpedo_dice.server.table.setup import new_seed, setup_of
from torpedo_dice.server.table.table import Table
from torpedo_dice.server.table.views import ViewWriter

NOW = 1000.0


def view_bytes(table: Table, seat: int | None) -> bytes:
    """Write what a seat sees, with an empty cache."""
    return encode(ViewWriter().write(table.scene(), seat))


def committed(seats: Iterable[SomeSeat]) -> list[SomeSeat]:
    """Return seats at which every human has committed to a nonce."""
    return [
        msgspec.structs.replace(seat, nonce_commitment=seat.nonce_commitment or commitment_to(n))
        if isinstance(seat, HumanSeat)
        else seat
        for n, seat in enumerate(seats)
    ]


class Sitting:
    """A table that stores its entries, as the storage would; without an open seat, it has begun."""

    def __init__(self, *seats: SomeSeat, mode: Any = "mission", clock: float | None = None) -> None:
        first = 0 if mode != "solo" else None
        body = NewTable(mode, committed(seats), first=first, clock=clock)
        hashes = {n: f"{n}" * 64 for n, s in enumerate(seats) if isinstance(s, HumanSeat)}
        setup = setup_of(body, seed=new_seed(), patience=60.0, hashes=hashes)
        self.table = Table("t", setup, NOW)
        self.log: list[Entry] = []
        self.away: float | None = None
        if not self.table.open_seats():
            self.reveal(*hashes)

    def reveal(self, *seats: int) -> None:
        """Reveal the nonces of some seats."""
        for seat in seats:
            command = RevealCommand(id=f"reveal {seat}", seat=seat, nonce=nonce_of(seat))
            assert self.do(seat, command=command).answer.ok

    def do(self, *own: int, command: Command) -> Reply:
        """Send a command as the holder of some seats."""
        reply = handle_command(self.table, list(own), command, NOW, lambda _: self.away)
        if reply.entry is not None:
            self.log.append(reply.entry)
        return reply

    def move(self, text: str, id: str | None = None) -> Reply:  # noqa: A002
        """Make a move as its own seat."""
        name = id or f"m{len(self.log)}"
        return self.do(int(text[0]), command=MoveCommand(name, text))

    def apply(self, entry: Entry) -> None:
        """Apply an entry that doesn't come from a command."""
        self.table.apply(entry)
        self.log.append(entry)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat sees."""
        data: dict[str, Any] = json.loads(view_bytes(self.table, seat))
        return data

    def play(self) -> None:
        """Make the next move of the first seat to move."""
        seat = self.view(0)["to_move"][0]
        assert self.move(choose(self.view(seat), seat)).answer.ok

    def play_to_act(self) -> None:
        """Play until phases 2 and 3."""
        while self.view(0)["stage"] != "act":
            self.play()

    def rebuilt(self) -> Table:
        """The table rebuilt from its log."""
        log = [parse_entry(entry_text(entry)) for entry in self.log]
        return Table.rebuilt("t", self.table.setup, NOW, log)


def two() -> Sitting:
    """A table of two humans."""
    return Sitting(HumanSeat("Ada"), HumanSeat("Noor"))


def code(reply: Reply) -> tuple[str, str]:
    """The kind and the code of a refusal."""
    problem = reply.answer.error
    assert not reply.answer.ok
    assert problem, reply.answer
    return problem.kind, problem.code


def same(one: Table, other: Table) -> None:
    """Assert that two tables are identical in everything observable."""
    assert one.events == other.events
    assert one.facts() == other.facts()
    assert one.done == other.done
    assert one.devices == other.devices
    assert one.turn_since == other.turn_since
    assert one.seats_on_clock() == other.seats_on_clock()
    for seat in (None, *range(len(one.seats))):
        assert view_bytes(one, seat) == view_bytes(other, seat)
